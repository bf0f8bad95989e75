/** Results of a campaign: human and automated opens and clicks, as bars and as a table. */
import { AmountCell, CardTable, Figure } from '../../common/parts.tsx';
import { Plot } from '../../common/plot.tsx';
import { Responses } from '../../common/responses.tsx';
import { language, toCount, toPercent } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { Engagement, Tracking } from './types.ts';

export function TrackingView({ tracking }: { tracking: Tracking }) {
  const { delivered, bounced, open_rate, open_rate_raw, click_rate, replies, placements, unsubscribed } = tracking;
  const report = `/api/campaigns/${tracking.campaign_id}/report`;
  return (
    <section>
      <h2>{onCampaigns('tracking')}</h2>
      <dl class="figures">
        <Figure name={onCampaigns('delivered')}>{toCount(delivered)}</Figure>
        <Figure name={onCampaigns('openRate')}>{toPercent(open_rate)}</Figure>
        <Figure name={onCampaigns('clickRate')}>{toPercent(click_rate)}</Figure>
        <Figure name={onCampaigns('replies')}>{toCount(replies)}</Figure>
        <Figure name={onCampaigns('placements')}>{toCount(placements)}</Figure>
        <Figure name={onCampaigns('is_bounced')}>{toCount(bounced.hard + bounced.soft)}</Figure>
        <Figure name={onCampaigns('unsubscribed')}>{toCount(unsubscribed)}</Figure>
      </dl>
      <h3>{onCampaigns('who')}</h3>
      <Responses
        title={onCampaigns('who')}
        rows={[
          toRow(onCampaigns('opens'), delivered, tracking.opens),
          toRow(onCampaigns('clicks'), delivered, tracking.clicks),
        ]}
      />
      <p class="note">{onCampaigns('rateNote', { raw: toPercent(open_rate_raw) })}</p>
      <ByHour hours={tracking.timeline} />
      <Links links={tracking.links} />
      <p class="actions">
        <a class="button second short" href={`${report}?format=pdf&language=${language}`} download>
          {onCampaigns('reportPdf')}
        </a>
        <a class="button second short" href={report} download>
          {onCampaigns('reportCsv')}
        </a>
      </p>
    </section>
  );
}

const toRow = (title: string, whole: number, counts: Engagement) => ({
  title,
  whole,
  human: counts.unique_human,
  unknown: counts.unique_unknown,
  machine: counts.unique_machine,
});

const toHour = (at: string): string =>
  new Date(at).toLocaleString(language, { month: 'short', day: 'numeric', hour: 'numeric' });

const HOUR_MS = 3_600_000;
/** Later ones are in the table alone. */
const PLOTTED_MAX = 14 * 24;

/** Every hour from the first to the last, also those in which nothing happened. */
function fillHours(hours: Tracking['timeline']): Tracking['timeline'] {
  const byTime = new Map(hours.map((hour) => [Date.parse(hour.at), hour]));
  const times = [...byTime.keys()];
  const first = Math.min(...times);
  const count = Math.min((Math.max(...times) - first) / HOUR_MS + 1, PLOTTED_MAX);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * HOUR_MS;
    const nothing = { opens: 0, clicks: 0, machine_opens: 0, machine_clicks: 0 };
    return byTime.get(at) ?? { at: new Date(at).toISOString(), ...nothing };
  });
}

const PLOTS = [
  ['opens', 'machine_opens'],
  ['clicks', 'machine_clicks'],
] as const;

function ByHour({ hours }: { hours: Tracking['timeline'] }) {
  if (hours.length === 0) return null;
  const plotted = fillHours(hours);
  return (
    <>
      <h3>{onCampaigns('byHour')}</h3>
      {PLOTS.map(([word, machines]) => (
        <Plot
          key={word}
          title={onCampaigns(word)}
          bars={plotted.map((hour) => ({
            label: toHour(hour.at),
            value: hour[word],
            faint: hour[machines],
            text: `${toCount(hour[word])} (${onCampaigns('pair', { name: onCampaigns('machines'), value: toCount(hour[machines]) })})`,
          }))}
        />
      ))}
      <details>
        <summary>{onCampaigns('figures')}</summary>
        <CardTable heads={[onCampaigns('hour'), onCampaigns('opens'), onCampaigns('clicks'), onCampaigns('machines')]}>
          {hours.map(({ at, opens, clicks, machine_opens, machine_clicks }) => (
            <tr key={at}>
              <th scope="row">{toHour(at)}</th>
              <AmountCell of={onCampaigns('opens')}>{toCount(opens)}</AmountCell>
              <AmountCell of={onCampaigns('clicks')}>{toCount(clicks)}</AmountCell>
              <AmountCell of={onCampaigns('machines')}>{toCount(machine_opens + machine_clicks)}</AmountCell>
            </tr>
          ))}
        </CardTable>
      </details>
    </>
  );
}

function Links({ links }: { links: Tracking['links'] }) {
  if (links.length === 0) return null;
  return (
    <>
      <h3>{onCampaigns('links')}</h3>
      <CardTable heads={[onCampaigns('address'), onCampaigns('people'), onCampaigns('allHits')]}>
        {links.map(({ url, unique_human, total }) => (
          <tr key={url}>
            <th scope="row">{url}</th>
            <AmountCell of={onCampaigns('people')}>{toCount(unique_human)}</AmountCell>
            <AmountCell of={onCampaigns('allHits')}>{toCount(total)}</AmountCell>
          </tr>
        ))}
      </CardTable>
    </>
  );
}
