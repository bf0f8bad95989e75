/** Limits of the key and the balance. */
import { Show, useRead } from '../common/parts.tsx';
import { toCount } from '../common/workspace.ts';
import { t, withMode } from './facts.ts';

export function Limits() {
  const loaded = useRead(withMode('/api/proxy/account/balance'));
  return (
    <Show loaded={loaded}>
      {({ caps, availableCalls }) => (
        <>
          <h2>{t('ownCaps')}</h2>
          {caps === undefined ? (
            <p>{t('noCaps')}</p>
          ) : (
            <dl>
              {Object.entries(caps).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{Array.isArray(value) ? value.join(', ') : value}</dd>
                </div>
              ))}
            </dl>
          )}
          <h2>{t('callsLeft')}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('tool')}</th>
                <th scope="col">{t('count')}</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(availableCalls).map(([tool, count]) => (
                <tr key={tool}>
                  <th scope="row">
                    <a href={`/tools/${tool}`}>{tool}</a>
                  </th>
                  <td class="amount">{count === 'unlimited' ? t('unlimited') : toCount(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Show>
  );
}
