/** The mails of all mailings; those of which nobody knows whether they arrived are settled here. */
import type { Output } from '../../common/answers.ts';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { AgoCell, AmountCell, CardTable, Show, SureButton, useRead } from '../../common/parts.tsx';
import { ask, sayKind, toCount, withQuery } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { n } from './words.ts';

type MailQueue = Output<'admin-queue'>;

const TONES: Readonly<Record<string, string>> = { sent: 'good', failed: 'bad', unknown: 'caution', retry: 'caution' };
const VERDICTS = [
  ['mark_sent', 'wasSent'],
  ['mark_failed', 'hasFailed'],
  ['resend', 'resend'],
] as const;

export function Queue() {
  const query = new URLSearchParams(location.search);
  const status = query.get('status') ?? '';
  const page = Number(query.get('page') ?? 1);
  const reading = useRead(withQuery('/admin/queue', { status, page, per_page: 30 }));
  return (
    <Show loaded={reading}>
      {({ items, pages, counts }) => (
        <>
          <StateLinks counts={counts} chosen={status} />
          {(counts.unknown ?? 0) > 0 && <p class="note">{n('resolveNote')}</p>}
          {items.length === 0 ? (
            <p>{n('nothing')}</p>
          ) : (
            <CardTable heads={[n('mail'), n('to'), t('state'), n('tries'), t('time')]}>
              {items.map((entry) => (
                <EntryRow key={entry.queue_id} entry={entry} onChange={reading.reload} />
              ))}
            </CardTable>
          )}
          <NumberedPages path="/admin" filters={{ view: 'queue', status }} page={page} pages={pages} />
        </>
      )}
    </Show>
  );
}

function StateLinks({ counts, chosen }: { counts: MailQueue['counts']; chosen: string }) {
  const states = Object.entries(counts).filter(([status, count]) => count > 0 || status === chosen);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <nav class="choices-bar" aria-label={t('state')}>
      {[['', total] as const, ...states].map(([status, count]) => (
        <a
          key={status}
          href={withQuery('/admin', { view: 'queue', status })}
          aria-current={status === chosen ? 'true' : undefined}
        >
          {status === '' ? n('allStates') : sayKind('is', status)} <span class="amount">{toCount(count)}</span>
        </a>
      ))}
    </nav>
  );
}

function EntryRow({ entry, onChange }: { entry: MailQueue['items'][number]; onChange: () => void }) {
  const { queue_id: id, title, company_name, to, kind, status, attempts, last_error, sent_at, created_at } = entry;
  const settle = async (action: string): Promise<void> => {
    await ask('POST', `/admin/queue/${id}/resolve`, { action });
    onChange();
  };
  return (
    <tr>
      <th scope="row">
        {title}
        <p class="note">{[company_name, sayKind('mail', kind)].filter(Boolean).join(' · ')}</p>
      </th>
      <td>{to}</td>
      <td>
        <span class={`tag ${TONES[status] ?? ''}`}>{sayKind('is', status)}</span>
        {last_error && <p class="note">{last_error}</p>}
        {status === 'unknown' && (
          <p class="actions">
            {VERDICTS.map(([action, word]) => (
              <SureButton key={action} label={n(word)} act={() => settle(action)} />
            ))}
          </p>
        )}
      </td>
      <AmountCell of={n('tries')}>{toCount(attempts)}</AmountCell>
      <AgoCell at={sent_at ?? created_at} />
    </tr>
  );
}
