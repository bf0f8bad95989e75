/** Receipts of deposits, monthly statements, and the customer that they name. */
import { useState } from 'preact/hooks';
import { formatSum } from '../../components/amount.ts';
import type { Output } from '../common/answers.ts';
import { ActForm, Field } from '../common/forms.tsx';
import { AmountCell, CardTable, Show, useRead } from '../common/parts.tsx';
import { WalletLine } from '../common/wallet-line.tsx';
import { ask, language, sayKind, toExact } from '../common/workspace.ts';
import { ownMode, t, withMode } from './facts.ts';

type Deposit = Output<'statement-list-deposits'>['deposits'][number];

const MONTHS_MAX = 12;
const MONTH_CHARS = 'YYYY-MM'.length;

export function Documents() {
  const loaded = useRead(withMode('/api/account/deposits'));
  return (
    <>
      <section>
        <h2>{t('deposits')}</h2>
        <Show loaded={loaded}>{({ deposits }) => <Deposits deposits={deposits} />}</Show>
      </section>
      <section>
        <h2>{t('statements')}</h2>
        <Show loaded={loaded}>{({ deposits }) => <Statements deposits={deposits} />}</Show>
      </section>
      <Customer />
    </>
  );
}

function Deposits({ deposits }: { deposits: readonly Deposit[] }) {
  if (deposits.length === 0) {
    return (
      <p>
        {t('noDeposits')} <a href={withMode('/dashboard')}>{t('deposit')}</a>
      </p>
    );
  }
  return (
    <CardTable heads={[t('date'), t('amount'), t('source'), t('depositReceipt')]}>
      {deposits.map(({ depositId, at, amount, source, wallet, receiptUrl, receiptNumber }) => (
        <tr key={depositId}>
          <td data-label={t('date')}>
            <time dateTime={at} title={toExact(at)}>
              {nameDate(at)}
            </time>
          </td>
          <AmountCell of={t('amount')}>{formatSum(amount)}</AmountCell>
          <td data-label={t('source')}>
            {sayKind('source', source)} {wallet && <WalletLine wallet={wallet} />}
          </td>
          <td data-label={t('depositReceipt')}>
            {receiptUrl === null ? (
              <span class="note">{wallet ? '–' : t('noReceipt')}</span>
            ) : (
              <a href={withMode(receiptUrl, { language })} download>
                {receiptNumber === null ? t('receiptPdf') : t('receiptOf', { number: receiptNumber })}
              </a>
            )}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

const nameDate = (at: string): string =>
  new Date(at).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' });

/** Newest first, since the first deposit: nothing happens on an account before it. */
function listMonths(deposits: readonly Deposit[]): string[] {
  const first = deposits.at(-1)?.at.slice(0, MONTH_CHARS) ?? '';
  const now = new Date();
  return Array.from({ length: MONTHS_MAX }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, MONTH_CHARS),
  ).filter((month, back) => back === 0 || (first !== '' && month >= first));
}

/** `November 2026`. */
const nameMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });

function findLastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function Statements({ deposits }: { deposits: readonly Deposit[] }) {
  return (
    <CardTable heads={[t('month'), t('statement'), t('usage')]}>
      {listMonths(deposits).map((month, back) => (
        <tr key={month}>
          <th scope="row">
            {nameMonth(month)} {back === 0 && <span class="note">{t('soFar')}</span>}
          </th>
          <td data-label={t('statement')}>
            <a href={withMode(`/api/account/statements/${month}`, { language })} download>
              {t('statementPdf')}
            </a>{' '}
            <a href={withMode(`/api/account/statements/${month}`, { format: 'csv' })} download>
              {t('statementCsv')}
            </a>
          </td>
          <td data-label={t('usage')}>
            <a
              href={withMode('/api/account/usage/export', {
                ...{ format: 'csv', from: `${month}-01`, to: findLastDay(month) },
              })}
              download={`usage-${month}.csv`}
            >
              {t('usageCsv')}
            </a>
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

function Customer() {
  const reading = useRead(withMode('/api/account/billing-details'));
  const [isSaved, setSaved] = useState(false);
  const save = async (form: FormData): Promise<void> => {
    setSaved(false);
    const [name, address, taxId] = ['name', 'address', 'taxId'].map((field) => String(form.get(field)).trim());
    await ask('PUT', '/api/account/billing-details', { name, address, taxId, ...ownMode });
    setSaved(true);
  };
  return (
    <section>
      <h2>{t('customer')}</h2>
      <p>{t('customerNote')}</p>
      <Show loaded={reading}>
        {({ name, address, taxId }) => (
          <ActForm label={t('saveCustomer')} act={save}>
            <Field
              label={t('customerName')}
              name="name"
              // Until it is set, documents name the account.
              defaultValue={name.startsWith('agt_') ? '' : name}
              placeholder={name}
              maxLength={200}
              autoComplete="organization"
              required
            />
            <Field label={t('taxId')} name="taxId" defaultValue={taxId} maxLength={60} />
            <label class="whole">
              <span>{t('address')}</span>
              <textarea name="address" rows={3} maxLength={500} autoComplete="street-address" defaultValue={address} />
            </label>
            <p class="note whole" role="status">
              {isSaved && t('customerSaved')}
            </p>
          </ActForm>
        )}
      </Show>
    </section>
  );
}
