/** Balance, spending and the latest calls. */
import { Bars } from '../../components/bars.tsx';
import { ActButton } from '../common/forms.tsx';
import { AmountCell, CardTable, Figure, type Reading, Show, useRead } from '../common/parts.tsx';
import { ApiError, ask, toAmount, toCount } from '../common/workspace.ts';
import { CallTable } from './call-table.tsx';
import { type Balance, facts, type Part, type Report, t, withMode } from './facts.ts';

const DAYS = 30;
const LATEST = 5;

export function Overview() {
  const balance = useRead(withMode('/api/account/balance'));
  const report = useRead(withMode('/api/proxy/account/report', { days: DAYS }));
  const isMissing = balance.error instanceof ApiError && balance.error.status === 404 && facts.mode === 'test';
  if (isMissing) return <NoTestAccount />;
  return (
    <>
      <Show loaded={balance}>{(found) => <Figures balance={found} report={report} />}</Show>
      <section>
        <h2>{t('byDay')}</h2>
        <p class="note">{t('lastDays')}</p>
        <Show loaded={report}>{(found) => <Days report={found} />}</Show>
      </section>
      <div class="columns">
        <Breakdown by="tool" />
        <Breakdown by="key" />
      </div>
      <Latest />
    </>
  );
}

function NoTestAccount() {
  const make = async (): Promise<void> => {
    await ask('POST', '/api/account/keys', { name: 'test', mode: 'test' });
    location.reload();
  };
  return (
    <>
      <p>{t('noTestAccount')}</p>
      <ActButton label={t('makeTestKey')} act={make} isMain />
    </>
  );
}

function Figures({ balance, report }: { balance: Balance; report: Reading<Report> }) {
  const days = report.data?.report.dailyBreakdown ?? [];
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  return (
    <>
      {balance.status !== 'active' && <p class="state caution">{t('suspended')}</p>}
      <dl class="figures">
        <Figure name={t('balance')}>{toAmount(balance.balance)}</Figure>
        <Figure name={t('spentDays')}>{report.data === undefined ? '…' : toAmount(spent)}</Figure>
        <Figure name={t('spent')}>{toAmount(balance.totalSpent)}</Figure>
        <Figure name={t('paidCalls')}>{toCount(balance.callCount)}</Figure>
      </dl>
      <p class="note">
        <code>{balance.agentId}</code>
      </p>
    </>
  );
}

function Days({ report: { report } }: { report: Report }) {
  const days = report.dailyBreakdown;
  const bars = days.map(({ date, spent }) => ({ label: date, value: spent, text: toAmount(spent) }));
  return (
    <>
      <Bars bars={bars} title={t('byDay')} />
      <p class="axis">
        <span>{days[0]?.date}</span>
        <span>{days.at(-1)?.date}</span>
      </p>
      <details>
        <summary>{t('figures')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('count')}</th>
              <th scope="col">{t('spent')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, spent, transactions }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td class="amount">{toCount(transactions)}</td>
                <td class="amount">{toAmount(spent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function Breakdown({ by }: { by: 'tool' | 'key' }) {
  const loaded = useRead(withMode('/api/proxy/account/report', { days: DAYS, by }));
  return (
    <section>
      <h2>{t(by === 'tool' ? 'byTool' : 'byKey')}</h2>
      <Show loaded={loaded}>
        {({ report: { breakdown = [] } }) =>
          breakdown.length === 0 ? <p class="note">{t('noCalls')}</p> : <PartTable parts={breakdown} by={by} />
        }
      </Show>
    </section>
  );
}

function PartTable({ parts, by }: { parts: readonly Part[]; by: 'tool' | 'key' }) {
  return (
    <CardTable heads={[t(by), t('count'), t('spent')]}>
      {parts.map(({ tool, keyId, name, count, spent }) => (
        <tr key={tool ?? keyId}>
          <th scope="row">
            <a href={withMode('/dashboard/calls', { tool, keyId })}>{tool ?? name ?? keyId}</a>
          </th>
          <AmountCell of={t('count')}>{toCount(count)}</AmountCell>
          <AmountCell of={t('spent')}>{toAmount(spent)}</AmountCell>
        </tr>
      ))}
    </CardTable>
  );
}

function Latest() {
  const loaded = useRead(withMode('/api/account/calls', { limit: LATEST }));
  return (
    <section>
      <h2>{t('latest')}</h2>
      <Show loaded={loaded}>
        {({ calls }) =>
          calls.length === 0 ? (
            <p>
              {t('noCalls')} <a href="/tools">{t('tryTool')}</a>
            </p>
          ) : (
            <>
              <CallTable calls={calls} />
              <p>
                <a href={withMode('/dashboard/calls')}>{t('allCalls')}</a>
              </p>
            </>
          )
        }
      </Show>
    </section>
  );
}
