/** Balance, spending and the latest calls. */
import { useState } from 'preact/hooks';
import { ActButton } from '../common/forms.tsx';
import {
  AmountCell,
  CardTable,
  Choice,
  Figure,
  Id,
  isWaiting,
  Loading,
  type Reading,
  Show,
  useRead,
} from '../common/parts.tsx';
import { Plot } from '../common/plot.tsx';
import { useChoice } from '../common/query.ts';
import { ApiError, ask, toAmount, toCount, toDay } from '../common/workspace.ts';
import { CallTable } from './call-table.tsx';
import { type Balance, facts, type Part, type Report, t, withMode } from './facts.ts';
import { FirstSteps } from './first-steps.tsx';
import { NewSecret } from './new-secret.tsx';

const RANGES = ['7', '30', '90'] as const;
const LATEST = 5;

export function Overview() {
  const [days, setDays] = useChoice('days', RANGES, '30');
  const balance = useRead(withMode('/api/account/balance'));
  const report = useRead(withMode('/api/proxy/account/report', { days }));
  const isMissing = balance.error instanceof ApiError && balance.error.status === 404 && facts.mode === 'test';
  if (isMissing) return <NoTestAccount />;
  // Nothing moves down for what comes later.
  if (isWaiting(balance) || isWaiting(report)) return <Loading />;
  return (
    <>
      {balance.data?.callCount === 0 && <FirstSteps />}
      <Show loaded={balance}>{(found) => <Figures balance={found} report={report} days={days} />}</Show>
      <section>
        <h2>{t('byDay')}</h2>
        <Choice
          label={t('range')}
          value={days}
          choices={RANGES.map((range) => [range, t('daysRange', { days: range })] as const)}
          onChange={setDays}
        />
        <Show loaded={report}>{(found) => <Days report={found} />}</Show>
      </section>
      <div class="columns">
        <Breakdown by="tool" days={days} />
        <Breakdown by="key" days={days} />
      </div>
      <Latest />
    </>
  );
}

function NoTestAccount() {
  const [secret, setSecret] = useState<string>();
  const make = async (): Promise<void> => {
    const { apiKey } = await ask('POST', '/api/account/keys', { name: 'test', mode: 'test' });
    setSecret(apiKey);
  };
  if (secret !== undefined) {
    return (
      <>
        <NewSecret secret={secret} />
        <a class="button short" href={withMode('/dashboard')}>
          {t('openTestAccount')}
        </a>
      </>
    );
  }
  return (
    <>
      <p>{t('noTestAccount')}</p>
      <ActButton label={t('makeTestKey')} act={make} isMain />
    </>
  );
}

function Figures({ balance, report, days }: { balance: Balance; report: Reading<Report>; days: string }) {
  const breakdown = report.data?.report.dailyBreakdown ?? [];
  const spent = breakdown.reduce((sum, day) => sum + day.spent, 0);
  const calls = breakdown.reduce((sum, day) => sum + day.transactions, 0);
  return (
    <>
      {balance.status !== 'active' && <p class="state caution">{t('suspended')}</p>}
      <dl class="figures">
        <Figure name={t('balance')}>{toAmount(balance.balance)}</Figure>
        {spent > 0 && (
          <Figure name={t('callsLeftAbout')}>
            <a href={withMode('/dashboard/limits')} title={t('callsLeftNote')}>
              {toCount(Math.max(0, Math.floor(balance.balance / (spent / calls))))}
            </a>
          </Figure>
        )}
        <Figure name={t('spentDays', { days })}>{report.data === undefined ? '…' : toAmount(spent)}</Figure>
        <Figure name={t('spent')}>{toAmount(balance.totalSpent)}</Figure>
        <Figure name={t('paidCalls')}>{toCount(balance.callCount)}</Figure>
      </dl>
      <p class="note">
        <Id id={balance.agentId} />
      </p>
      {balance.wallet && (
        <p class="note">
          {t('walletOn', { network: balance.wallet.network })} <Id id={balance.wallet.address} />
          <br />
          {t('walletNote')}
        </p>
      )}
    </>
  );
}

function Days({ report: { report } }: { report: Report }) {
  const days = report.dailyBreakdown;
  const bars = days.map(({ date, spent, transactions }) => ({
    label: toDay(date),
    value: spent,
    text: `${toAmount(spent)} · ${t('countOf', { count: toCount(transactions), name: t('count') })}`,
  }));
  return (
    <>
      <Plot title={t('spendUtc')} bars={bars} />
      <details>
        <summary>{t('figures')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('count')}</th>
              <th scope="col">{t('spentHere')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, spent, transactions }) => (
              <tr key={date}>
                <th scope="row">
                  <a href={withMode('/dashboard/calls', { day: date })}>{date}</a>
                </th>
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

function Breakdown({ by, days }: { by: 'tool' | 'key'; days: string }) {
  const loaded = useRead(withMode('/api/proxy/account/report', { days, by }));
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
    <CardTable heads={[t(by), t('count'), t('spentHere')]}>
      {parts.map(({ tool, keyId, name, count, spent }) => (
        <tr key={tool ?? keyId}>
          <th scope="row">
            <a href={withMode('/dashboard/calls', { tool, keyId })}>{tool ?? name ?? keyId}</a>
          </th>
          <AmountCell of={t('count')}>{toCount(count)}</AmountCell>
          <AmountCell of={t('spentHere')}>{toAmount(spent)}</AmountCell>
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
