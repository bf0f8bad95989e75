/** Time zones of a campaign's recipients, and when their emails go out. */
import { CardTable, Show, useRead } from '../../common/parts.tsx';
import { language, toCount } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { Campaign } from './types.ts';

/** On the clock of the zone. */
const toLocal = (at: string): string =>
  new Date(`${at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`).toLocaleString(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
  });

/** `query`: of a time that is only considered. */
export function ZoneTable({ id, query = '' }: { id: number; query?: string }) {
  const loaded = useRead(`/api/campaigns/${id}/local-times?${query}`);
  const [zone, count, due] = [onCampaigns('zone'), onCampaigns('mails'), onCampaigns('zoneDue')];
  return (
    <Show loaded={loaded}>
      {({ zones, if_passed }) => (
        <CardTable heads={[zone, count, due]}>
          {zones.map(({ time_zone, is_fallback, emails, at, passed }) => (
            <tr key={`${time_zone} ${at}`}>
              <th scope="row">
                {time_zone} {is_fallback && <span class="note">{onCampaigns('zoneFallback')}</span>}
              </th>
              <td class="amount" data-label={count}>
                {toCount(emails)}
              </td>
              <td data-label={due}>
                {toLocal(at)}
                {passed && query !== '' && <span class="note"> {onCampaigns(`passed_${if_passed}`)}</span>}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Show>
  );
}

/** Of a campaign whose emails wait for their times. */
export function LocalPlan({ campaign: { campaign_id: id, local_schedule, counts } }: { campaign: Campaign }) {
  if (local_schedule === null || counts.queued === 0) return null;
  return (
    <details>
      <summary>{onCampaigns('localPlan')}</summary>
      {/* Read anew when some have gone. */}
      <ZoneTable key={counts.queued} id={id} />
    </details>
  );
}
