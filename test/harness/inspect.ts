/** Looks into the database past the server: what is there, not what it says about itself. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { FreshDatabase } from './databases.ts';

export interface BookedAccount {
  id: string;
  balance: number;
  spent: number;
  /** Σ prices of settled calls, micro-USD. */
  settled: number;
  settledCount: number;
}

export interface BookedMail {
  id: number;
  address: string;
  status: string;
  attempts: number;
}

export interface Audited {
  actor: string;
  action: string;
  ipPrefix: string | null;
  details: Record<string, unknown>;
}

/** What one write makes of an account. */
export interface SignUp {
  keys: number;
  transfers: number;
  balance: number;
}

export interface Inspector {
  openCalls(): Promise<number>;
  /** Rows of a table. */
  count(table: string): Promise<number>;
  rows(table: string): Promise<Record<string, string | number | null>[]>;
  /** Calls whose transfers don't fit their state; a few of them, in words. */
  oddCalls(): Promise<string[]>;
  accounts(): Promise<Map<string, BookedAccount>>;
  /** What it has receipts of: its settled calls, of composed ones the whole. */
  settledCalls(accountId: string): Promise<Set<string>>;
  /** The ledger of mails of a campaign, by id. */
  mails(campaignId: number): Promise<BookedMail[]>;
  /** Units that all mailing has taken of its budget, whatever the day. */
  mailUnits(): Promise<number>;
  /** Accounts whose name begins so, with what belongs to each. */
  signUps(namePrefix: string): Promise<Map<string, SignUp>>;
  /** What was done to an account, an invite or an address, oldest first. */
  audits(subject: string): Promise<Audited[]>;
  /** Oldest first. */
  invites(): Promise<Record<string, string | number | null>[]>;
  /** Every column of every table, as text. */
  dump(): Promise<string>;
  /** Ends sessions, as a network failure would; resolves with their number. */
  cutSessions(processIds: readonly number[]): Promise<number>;
  /** All backends of the servers. */
  listSessions(): Promise<number[]>;
  /** Backends that hold a session lock. */
  lockHolders(): Promise<number[]>;
  close(): Promise<void>;
}

const ODD = `
  SELECT c.id, c.state, c.price,
    COALESCE(SUM(CASE WHEN t.kind = 'charge' THEN -t.amount END), 0) AS charged,
    COALESCE(SUM(CASE WHEN t.kind = 'refund' THEN t.amount END), 0) AS refunded,
    COUNT(t.n) AS transfers
  FROM calls c LEFT JOIN transfers t ON t.call_id = c.id
  WHERE c.price > 0
  GROUP BY c.id, c.state, c.price
  HAVING NOT (
    (c.state = 'settled' AND COUNT(t.n) = 1 AND SUM(CASE WHEN t.kind = 'charge' THEN -t.amount END) = c.price) OR
    (c.state = 'refunded' AND COUNT(t.n) = 2
      AND SUM(CASE WHEN t.kind = 'charge' THEN -t.amount END) = c.price
      AND SUM(CASE WHEN t.kind = 'refund' THEN t.amount END) = c.price))
  LIMIT 10`;
const ORPHANS = `
  SELECT t.n, t.kind FROM transfers t LEFT JOIN calls c ON c.id = t.call_id LEFT JOIN open_calls o ON o.id = t.call_id
  WHERE t.kind IN ('charge', 'refund') AND c.id IS NULL AND o.id IS NULL LIMIT 10`;
const ACCOUNTS = `
  SELECT a.id, a.balance, a.spent, COALESCE(SUM(c.price), 0) AS settled, COUNT(c.id) AS settled_count
  FROM accounts a LEFT JOIN calls c ON c.account_id = a.id AND c.state = 'settled'
  GROUP BY a.id, a.balance, a.spent`;

const SQLITE_TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'`;
const POSTGRES_TABLES = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;

const shown = ([column, value]: [string, unknown]): string =>
  `${column}=${Buffer.isBuffer(value) ? value.toString('latin1') : String(value)}`;

type Row = Record<string, string | number | null>;
type Query = (sql: string) => Promise<Row[]>;

export async function openInspector({ url, dataDir }: FreshDatabase): Promise<Inspector> {
  const { query, close } = url === undefined ? onSqlite(dataDir) : await onPostgres(url);
  return {
    openCalls: async () => Number((await query('SELECT COUNT(*) AS n FROM open_calls'))[0]?.n),
    count: async (table) => {
      if (!/^\w+$/.test(table)) throw new Error('Not a table');
      return Number((await query(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
    },
    rows: async (table) => {
      if (!/^\w+$/.test(table)) throw new Error('Not a table');
      return await query(`SELECT * FROM ${table}`);
    },
    oddCalls: async () => {
      const odd = (await query(ODD)).map((row) => `a call whose transfers don't fit: ${JSON.stringify(row)}`);
      const orphans = (await query(ORPHANS)).map((row) => `a transfer without a call: ${JSON.stringify(row)}`);
      return [...odd, ...orphans];
    },
    accounts: async () =>
      new Map(
        (await query(ACCOUNTS)).map((row) => {
          const { id, balance, spent, settled, settled_count } = row;
          const amounts = { balance: Number(balance), spent: Number(spent), settled: Number(settled) };
          return [String(id), { id: String(id), ...amounts, settledCount: Number(settled_count) }];
        }),
      ),
    settledCalls: async (accountId) => {
      if (!/^agt_\w+$/.test(accountId)) throw new Error('Not an account id');
      const rows = await query(
        `SELECT id FROM calls WHERE state = 'settled' AND account_id = '${accountId}' AND parent_id IS NULL`,
      );
      return new Set(rows.map(({ id }) => String(id)));
    },
    mails: async (campaignId) => {
      const mails = `SELECT id, address, status, attempts FROM mail_items WHERE kind = 'campaign'`;
      const rows = await query(`${mails} AND campaign_id = ${Math.trunc(campaignId)} ORDER BY id`);
      return rows.map(({ id, address, status, attempts }) => ({
        id: Number(id),
        address: String(address),
        status: String(status),
        attempts: Number(attempts),
      }));
    },
    mailUnits: async () =>
      Number((await query(`SELECT COALESCE(SUM(used), 0) AS n FROM mail_counters WHERE scope = 'all'`))[0]?.n),
    signUps: async (namePrefix) => {
      if (!/^[\w-]+$/.test(namePrefix)) throw new Error('Not a prefix');
      const rows = await query(`SELECT a.id, a.balance,
        (SELECT COUNT(*) FROM api_keys k WHERE k.account_id = a.id) AS keys,
        (SELECT COUNT(*) FROM transfers t WHERE t.account_id = a.id) AS transfers
        FROM accounts a WHERE a.name LIKE '${namePrefix}%'`);
      return new Map(
        rows.map(({ id, keys, transfers, balance }) => [
          String(id),
          { keys: Number(keys), transfers: Number(transfers), balance: Number(balance) },
        ]),
      );
    },
    audits: async (subject) => {
      if (!/^[\w.@:/-]+$/.test(subject)) throw new Error('Not a subject');
      const rows = await query(`SELECT * FROM audit WHERE subject = '${subject}' ORDER BY at, id`);
      return rows.map(({ actor, action, ip_prefix, details }) => ({
        actor: String(actor),
        action: String(action),
        ipPrefix: ip_prefix === null ? null : String(ip_prefix),
        details: JSON.parse(String(details)),
      }));
    },
    invites: async () =>
      (await query('SELECT * FROM invites ORDER BY created_at, id')).map((row) => ({
        ...row,
        grant_amount: Number(row.grant_amount),
      })),
    dump: async () => {
      const tables = await query(url === undefined ? SQLITE_TABLES : POSTGRES_TABLES);
      const texts: string[] = [];
      for (const { name } of tables) {
        const rows = await query(`SELECT * FROM ${name}`);
        texts.push(`${name}\n${rows.map((row) => Object.entries(row).map(shown).join('\t')).join('\n')}\n`);
      }
      return texts.join('\n');
    },
    lockHolders: async () => {
      const mine = `SELECT oid FROM pg_database WHERE datname = current_database()`;
      const held = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (${mine})`;
      return (await query(held)).map(({ pid }) => Number(pid));
    },
    listSessions: async () => {
      const theirs = `application_name LIKE 'farebox%' AND datname = current_database() AND pid <> pg_backend_pid()`;
      return (await query(`SELECT pid FROM pg_stat_activity WHERE ${theirs}`)).map(({ pid }) => Number(pid));
    },
    cutSessions: async (processIds) => {
      const ids = processIds.map(Math.trunc).join();
      return (await query(`SELECT pg_terminate_backend(pid) FROM unnest('{${ids}}'::int[]) pid`)).length;
    },
    close,
  };
}

function onSqlite(dataDir: string): { query: Query; close(): Promise<void> } {
  const db = new Database(join(dataDir, 'data/farebox.db'), { readonly: true, timeout: 5_000 });
  return {
    query: async (sql) => db.prepare<[], Row>(sql).all(),
    close: async () => {
      db.close();
    },
  };
}

async function onPostgres(connectionString: string): Promise<{ query: Query; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return { query: async (sql) => (await client.query<Row>(sql)).rows, close: () => client.end() };
}
