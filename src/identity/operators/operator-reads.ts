/** Reads for operators. Searches use the name index or scan a limited number of recent rows. */

import { type Kysely, sql } from 'kysely';
import type { TimePosition } from '../../database/cursor.ts';
import { foldText } from '../../database/queries/grams.ts';
import type { Tables, View } from '../../database/types.ts';
import { listAccountsNamed } from '../../ledger/accounts/account-names.ts';
import type { AccountRow } from '../../ledger/tables.ts';

type Db = Kysely<Tables>;

export type ListedAccount = AccountRow & { company_id: string | null; company_name: string | null };

export interface AccountsQuery {
  /** The whole id, or a part of the name or of the company's name; every account without it. */
  q?: string;
  before?: TimePosition;
  limit: number;
}

export interface AccountRowsPage {
  /** Newest first; fewer than `limit` also where the search has stopped for now. */
  accounts: ListedAccount[];
  /** Where to go on; null at the end. */
  next: TimePosition | null;
}

const WINDOW_ROWS = 500;
/** One request looks at no more; the next one goes on from there. */
const SEARCHED_ROWS_MAX = 5_000;
/** More accounts of a name are not worth an index: there are some in every window. */
const NAMESAKES_MAX = 2_000;

export async function searchAccounts(
  view: Pick<View, 'db' | 'engine'>,
  query: AccountsQuery,
): Promise<AccountRowsPage> {
  const { db } = view;
  const { q, before } = query;
  if (q?.startsWith('agt_')) {
    const account = await selectAccountsBelow(db, before).where('a.id', '=', q).executeTakeFirst();
    return { accounts: account ? [account] : [], next: null };
  }
  const text = q === undefined ? '' : foldText(q);
  const ids = await listAccountsNamed(view, text, NAMESAKES_MAX);
  return ids === null ? await walkAccounts(db, { ...query, text }) : await pickAccounts(db, { ...query, text, ids });
}

/** Newest first, of some accounts. */
async function pickAccounts(
  db: Db,
  { before, limit, text, ids }: AccountsQuery & { text: string; ids: string[] },
): Promise<AccountRowsPage> {
  if (ids.length === 0) return { accounts: [], next: null };
  const rows = await selectAccountsBelow(db, before).where('a.id', 'in', ids).execute();
  const matches = rows.filter((row) => isMatch(row, text));
  const accounts = matches.slice(0, limit);
  return { accounts, next: matches.length > limit ? readPosition(accounts.at(-1)) : null };
}

async function walkAccounts(
  db: Db,
  { before, limit, text }: AccountsQuery & { text: string },
): Promise<AccountRowsPage> {
  const windowRows = text === '' ? limit + 1 : WINDOW_ROWS;
  const accounts: ListedAccount[] = [];
  let at = before;
  for (let searched = 0; searched < SEARCHED_ROWS_MAX; searched += windowRows) {
    const rows = await selectAccountsBelow(db, at).limit(windowRows).execute();
    for (const row of rows) {
      if (!isMatch(row, text)) continue;
      if (accounts.length === limit) return { accounts, next: readPosition(accounts.at(-1)) };
      accounts.push(row);
    }
    at = readPosition(rows.at(-1)) ?? at;
    if (rows.length < windowRows) return { accounts, next: null };
  }
  return { accounts, next: at ?? null };
}

/** Newest first. */
function selectAccountsBelow(db: Db, before: TimePosition | undefined) {
  const query = db
    .selectFrom('accounts as a')
    .leftJoin('companies as c', 'c.account_id', 'a.id')
    .selectAll('a')
    .select(['c.id as company_id', 'c.name as company_name'])
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc');
  if (!before) return query;
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('a.created_at', 'a.id'), '<', tuple(before.at, before.id)),
  );
}

const readPosition = (row: AccountRow | undefined): TimePosition | null =>
  row ? { at: row.created_at, id: row.id } : null;

const isMatch = ({ name, company_name }: ListedAccount, text: string): boolean =>
  text === '' || foldText(name).includes(text) || foldText(company_name ?? '').includes(text);

const OPERATORS_MAX = 500;

/** By address. */
export const listOperators = (db: Db): Promise<{ email: string; last_login_at: number | null }[]> =>
  db
    .selectFrom('users')
    .select(['email', 'last_login_at'])
    .where('is_operator', '=', sql.lit(1))
    .orderBy('email_norm')
    .limit(OPERATORS_MAX)
    .execute();

/** Debt of each account, by its id; accounts without debt are left out. */
export async function listReceivables(db: Db, accounts: readonly AccountRow[]): Promise<Map<string, number>> {
  const rows = await Promise.all(
    (['live', 'test'] as const).map(async (mode) => {
      const names = accounts.filter((account) => account.mode === mode).map(({ id }) => `receivable:${id}` as const);
      if (names.length === 0) return [];
      return await db
        .selectFrom('system_daily')
        .select(['account', sql<number>`cast(sum(debit - credit) as bigint)`.as('owed')])
        .where('mode', '=', mode)
        .where('account', 'in', names)
        .groupBy('account')
        .execute();
    }),
  );
  return new Map(rows.flat().map(({ account, owed }) => [account.slice('receivable:'.length), owed]));
}
