/** The last failures of a provider or of an account: cause, duration and request ID, and whom it concerned. */
import { AgoCell, AmountCell, CardTable, Id, Show, useRead } from '../common/parts.tsx';
import { sayKind, toCount, withQuery } from '../common/workspace.ts';
import { t } from './facts.ts';

export const toAccountHref = (agentId: string): string => `/admin?view=accounts&account=${encodeURIComponent(agentId)}`;
export const toProviderHref = (id: string): string => `/admin?view=providers&provider=${encodeURIComponent(id)}`;

/** One of the two. */
interface FailuresProps {
  provider?: string;
  agentId?: string;
  mode?: 'live' | 'test';
}

export function RecentFailures({ provider, agentId, mode }: FailuresProps) {
  const loaded = useRead(withQuery('/admin/failures', { provider, agentId, mode }));
  const whose = provider === undefined ? t('provider') : t('account');
  const heads = [t('time'), t('cause'), t('tool'), whose, t('duration'), t('requestId')];
  return (
    <Show loaded={loaded}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t('noFailures')}</p>
        ) : (
          <CardTable heads={heads} kind="failures">
            {items.map(
              ({ at, cause, kind, status, ms, model, tool, agentId: account, provider: source, requestId }) => (
                <tr key={`${at} ${requestId}`}>
                  <AgoCell at={at} of={t('time')} />
                  <th scope="row">
                    {sayKind('cause', cause)} {status !== null && <code>{status}</code>}{' '}
                    <span class="note">
                      {[kind, model]
                        .filter(Boolean)
                        .map((word) => `· ${word}`)
                        .join(' ')}
                    </span>
                  </th>
                  <td data-label={t('tool')}>{tool}</td>
                  <td data-label={whose}>
                    {provider === undefined
                      ? source && <a href={toProviderHref(source)}>{source}</a>
                      : account && (
                          <Id id={account}>
                            <a class="cut" href={toAccountHref(account)}>
                              {account}
                            </a>
                          </Id>
                        )}
                  </td>
                  <AmountCell of={t('duration')}>{toCount(ms)} ms</AmountCell>
                  <td data-label={t('requestId')}>
                    <Id id={requestId} />
                  </td>
                </tr>
              ),
            )}
          </CardTable>
        )
      }
    </Show>
  );
}
