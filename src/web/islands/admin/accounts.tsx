/** Accounts: found, funded, suspended, given another root key; and what their calls came to. */
import { useState } from 'preact/hooks';
import type { Item } from '../common/answers.ts';
import { ActForm, Field, FilterForm } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { Ago, AgoCell, CardTable, ShownOnce, SureButton } from '../common/parts.tsx';
import { ask, sayKind, toAmount, toCount } from '../common/workspace.ts';
import { t } from './facts.ts';

type Account = Item<'admin-accounts'>;
type AccountCall = Item<'admin-account-calls'>;

export function Accounts() {
  const q = new URLSearchParams(location.search).get('q') ?? '';
  const paging = usePages('/admin/accounts', { q });
  return (
    <>
      <FilterForm hidden={{ view: 'accounts' }}>
        <Field label={t('search')} name="q" type="search" defaultValue={q} maxLength={200} />
      </FilterForm>
      <PageList paging={paging} empty={t('noAccounts')}>
        {(accounts) => (
          <ul class="rows">
            {accounts.map((account) => (
              <AccountRow key={account.agentId} account={account} onChange={paging.reload} />
            ))}
          </ul>
        )}
      </PageList>
    </>
  );
}

function AccountRow({ account, onChange }: { account: Account; onChange: () => void }) {
  const { agentId, name, mode, status, balance, callCount, totalSpent, createdAt } = account;
  return (
    <li>
      <details>
        <summary>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          <span class={mode === 'test' ? 'tag test' : 'tag live'}>{t(mode)}</span>{' '}
          {status !== 'active' && <span class="tag bad">{sayKind('state', status)}</span>}{' '}
          <span class="amount">{toAmount(balance)}</span>
        </summary>
        <p class="note">
          <code>{agentId}</code> · {t('accountLine', { calls: toCount(callCount), spent: toAmount(totalSpent) })}{' '}
          <Ago at={createdAt} />
        </p>
        <AccountActions account={account} onChange={onChange} />
        <AccountCalls agentId={agentId} />
      </details>
    </li>
  );
}

function AccountActions({ account: { agentId, status }, onChange }: { account: Account; onChange: () => void }) {
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
      <p class="actions">
        {status === 'active' ? (
          <SureButton label={t('suspend')} act={() => change('suspend')} />
        ) : (
          <SureButton label={t('activate')} act={() => change('activate')} />
        )}
        <SureButton label={t('rekey')} question={t('rekeySure')} act={rekey} />
      </p>
      {key && (
        <ShownOnce secret={key}>
          <h3>{t('newKey')}</h3>
        </ShownOnce>
      )}
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
    </>
  );
}

function AccountCalls({ agentId }: { agentId: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button class="plain" type="button" onClick={() => setOpen(true)}>
        {t('showCalls')}
      </button>
    );
  }
  return <CallList agentId={agentId} />;
}

function FailureLine({ cause, provider, status, ms, requestId }: NonNullable<AccountCall['failure']>) {
  const parts = [sayKind('cause', cause), status, provider, `${toCount(ms)} ms`, requestId];
  return <span class="note">{parts.filter((part) => part !== null).join(' · ')}</span>;
}

function CallList({ agentId }: { agentId: string }) {
  const paging = usePages(`/admin/accounts/${encodeURIComponent(agentId)}/calls`);
  return (
    <PageList paging={paging} empty={t('noCalls')}>
      {(calls) => (
        <CardTable heads={[t('time'), t('tool'), t('outcome'), t('price')]}>
          {calls.map(({ callId, tool, outcome, price, error, failure, at }) => (
            <tr key={callId}>
              <AgoCell at={at} />
              <th scope="row">{tool}</th>
              <td>
                <span class={`tag ${outcome}`}>{sayKind('call', outcome)}</span>{' '}
                {error && <code title={error.message}>{error.code}</code>} {failure && <FailureLine {...failure} />}
              </td>
              <td class="amount">{toAmount(price)}</td>
            </tr>
          ))}
        </CardTable>
      )}
    </PageList>
  );
}
