/** The last failures of a provider: cause, duration and request id, and the account that was served. */
import { AgoCell, AmountCell, CardTable, Show, useRead } from '../common/parts.tsx';
import { sayKind, toCount } from '../common/workspace.ts';
import { t } from './facts.ts';

export function RecentFailures({ provider }: { provider: string }) {
  const loaded = useRead(`/admin/failures?provider=${encodeURIComponent(provider)}`);
  const heads = [t('time'), t('cause'), t('tool'), t('duration'), t('requestId')];
  return (
    <Show loaded={loaded}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t('noFailures')}</p>
        ) : (
          <CardTable heads={heads} kind="failures">
            {items.map(({ at, cause, kind, status, ms, model, tool, agentId, requestId }) => (
              <tr key={`${at} ${requestId}`}>
                <AgoCell at={at} of={t('time')} />
                <th scope="row">
                  {sayKind('cause', cause)} {status !== null && <code>{status}</code>}{' '}
                  <span class="note">{[kind, model].filter(Boolean).join(', ')}</span>
                </th>
                <td data-label={t('tool')}>
                  {tool}{' '}
                  {agentId && <a href={`/admin?view=accounts&q=${encodeURIComponent(agentId)}`}>{t('account')}</a>}
                </td>
                <AmountCell of={t('duration')}>{toCount(ms)} ms</AmountCell>
                <td data-label={t('requestId')}>
                  <code>{requestId}</code>
                </td>
              </tr>
            ))}
          </CardTable>
        )
      }
    </Show>
  );
}
