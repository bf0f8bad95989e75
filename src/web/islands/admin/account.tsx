/** One account: figures, what operators do about it, its failures and its calls. */
import { useState } from 'preact/hooks';
import type { Item } from '../common/answers.ts';
import { Back } from '../common/back.tsx';
import { ActForm, Field } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { Ago, AgoCell, CardTable, Figure, Id, Show, ShownOnce, SureButton, useRead } from '../common/parts.tsx';
import { WalletLine } from '../common/wallet-line.tsx';
import { ask, sayKind, toAmount, toCount } from '../common/workspace.ts';
import { t } from './facts.ts';
import { RecentFailures } from './failures.tsx';

type Account = Item<'admin-accounts'>;
type AccountCall = Item<'admin-account-calls'>;

export function AccountView({ agentId }: { agentId: string }) {
  const loaded = useRead(`/admin/accounts?q=${encodeURIComponent(agentId)}`);
  return (
    <Show loaded={loaded}>
      {({ items: [account] }) => (
        <>
          <Back href="/admin?view=accounts" list={t('accounts')} title={account?.name ?? agentId} />
          {account ? <Details account={account} onChange={loaded.reload} /> : <p>{t('noAccounts')}</p>}
        </>
      )}
    </Show>
  );
}

function Details({ account, onChange }: { account: Account; onChange: () => void }) {
  const { agentId, name, mode, status, balance, receivable, callCount, totalSpent, companyId, createdAt } = account;
  return (
    <>
      <h2>
        <bdi>{name}</bdi> <span class={`tag ${mode}`}>{t(mode)}</span>{' '}
        {status !== 'active' && <span class="tag bad">{sayKind('state', status)}</span>}
      </h2>
      <p class="note">
        <Id id={agentId} /> {companyId && <Id id={companyId} />} {t('made')} <Ago at={createdAt} />
      </p>
      <dl class="figures">
        <Figure name={t('balance')}>{toAmount(balance)}</Figure>
        <Figure name={t('spent')}>{toAmount(totalSpent)}</Figure>
        <Figure name={t('calls')}>{toCount(callCount)}</Figure>
        {receivable > 0 && <Figure name={t('receivable')}>{toAmount(receivable)}</Figure>}
      </dl>
      <Actions account={account} onChange={onChange} />
      <section>
        <h3>{t('recentFailures')}</h3>
        <RecentFailures agentId={agentId} mode={mode} />
      </section>
      <section>
        <h3>{t('calls')}</h3>
        <CallList agentId={agentId} />
      </section>
      <section>
        <h3>{t('deposits')}</h3>
        <Deposits agentId={agentId} />
      </section>
    </>
  );
}

function Actions({ account: { agentId, status }, onChange }: { account: Account; onChange: () => void }) {
  const [key, setKey] = useState<string>();
  const path = `/admin/accounts/${encodeURIComponent(agentId)}` as const;
  const change = async (what: 'suspend' | 'activate'): Promise<void> => {
    await ask('POST', `${path}/${what}`, {});
    onChange();
  };
  const rekey = async (): Promise<void> => {
    const { apiKey } = await ask('POST', `${path}/rekey`, {});
    setKey(apiKey);
  };
  const grant = async (form: FormData): Promise<void> => {
    await ask('POST', `${path}/grant`, { amount: Number(form.get('amount')), reason: String(form.get('reason')) });
    onChange();
  };
  return (
    <>
      <ActForm label={t('grant')} act={grant}>
        <Field
          label={t('amount')}
          isNarrow
          name="amount"
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          required
        />
        <Field label={t('reason')} name="reason" maxLength={500} required />
      </ActForm>
      {key && (
        <ShownOnce secret={key}>
          <h3>{t('newKey')}</h3>
        </ShownOnce>
      )}
      <p class="actions">
        {status === 'active' ? (
          <SureButton label={t('suspend')} question={t('suspendSure')} isDanger act={() => change('suspend')} />
        ) : (
          <SureButton label={t('activate')} act={() => change('activate')} />
        )}
        <SureButton label={t('rekey')} question={t('rekeySure')} isDanger act={rekey} />
      </p>
    </>
  );
}

function FailureLine({ cause, provider, status, ms, requestId }: NonNullable<AccountCall['failure']>) {
  const parts = [sayKind('cause', cause), status, provider, `${toCount(ms)} ms`];
  return (
    <span class="note">
      {parts.filter((part) => part !== null).join(' · ')} <Id id={requestId} />
    </span>
  );
}

function CallList({ agentId }: { agentId: string }) {
  const paging = usePages(`/admin/accounts/${encodeURIComponent(agentId)}/calls`);
  return (
    <PageList paging={paging} empty={t('noCalls')}>
      {(calls) => (
        <CardTable heads={[t('time'), t('tool'), t('outcome'), t('price'), t('callId')]}>
          {calls.map(({ callId, tool, outcome, price, error, failure, at }) => (
            <tr key={callId}>
              <AgoCell at={at} />
              <th scope="row">{tool}</th>
              <td>
                <span class={`tag ${outcome}`}>{sayKind('call', outcome)}</span>{' '}
                {error && <code title={error.message}>{error.code}</code>} {failure && <FailureLine {...failure} />}
              </td>
              <td class="amount">{toAmount(price)}</td>
              <td>
                <Id id={callId} />
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </PageList>
  );
}

const DEPOSITS_SHOWN = 50;

function Deposits({ agentId }: { agentId: string }) {
  const loaded = useRead(`/admin/accounts/${encodeURIComponent(agentId)}/deposits`);
  return (
    <Show loaded={loaded}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="note">{t('noDeposits')}</p>
        ) : (
          <CardTable heads={[t('time'), t('amount'), t('depositSource'), t('depositId')]}>
            {items.slice(0, DEPOSITS_SHOWN).map(({ depositId, at, amount, source, wallet }) => (
              <tr key={depositId}>
                <AgoCell at={at} />
                <td class="amount">{toAmount(amount)}</td>
                <td>
                  {sayKind('paidBy', source)} {wallet && <WalletLine wallet={wallet} />}
                </td>
                <td>
                  <Id id={depositId} />
                </td>
              </tr>
            ))}
          </CardTable>
        )
      }
    </Show>
  );
}
