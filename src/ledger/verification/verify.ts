/**
 * Verifies the ledger. The quick verification says whether it is consistent; only in doubt do queries examine
 * everything from one snapshot and name each difference.
 */
import { existsSync } from 'node:fs';
import { buildDatabasePath } from '../../database/sqlite/open.ts';
import { type KeptProof, type Proof, proveBooks } from './proof.ts';
import { type BooksReader, openBooksReader, type VerifySource } from './verify-books.ts';
import { buildChecks, sideChecks } from './verify-checks.ts';
import { buildMarginCheck } from './verify-margin.ts';
import type { Check } from './verify-types.ts';

export type { VerifySource } from './verify-books.ts';

export interface VerifyReport {
  ok: boolean;
  /** One sentence for every difference, or, when there is none, one that says what was proved. */
  lines: string[];
}

export interface VerifyOptions {
  /** Reads what was proved before, too. */
  all?: boolean;
}

interface Finding {
  mode: string;
  subject: string;
  found: string | number;
  expected: string | number;
}

interface OpenCallOfOwner {
  mode: string;
  id: string;
  owner: string;
}

/** Lines for one kind of difference; more are counted. */
const LINES_MAX = 20;
const BROKEN = 'transfers or calls that were already verified have changed';

/** Throws when the database can't be opened; a database that was never made holds nothing and is fine. */
export async function verifyBooks(source: VerifySource, options: VerifyOptions = {}): Promise<VerifyReport> {
  if (source.databaseUrl === undefined && !existsSync(buildDatabasePath(source.dataDir))) {
    return { ok: true, lines: ['There is no ledger yet.'] };
  }
  const books = await openBooksReader(source);
  try {
    const proof = await prove(books, options.all ?? false);
    const checks = options.all ? [...sideChecks, buildMarginCheck((column) => books.day(column))] : sideChecks;
    const differences = proof.holds ? await listDifferences(books, checks) : await examine(books);
    if (proof.isBroken) differences.push(BROKEN);
    differences.push(...(await listCallsWithoutOwner(books)));
    if (differences.length > 0) return { ok: false, lines: differences };
    // A copy that can't be written to is proved as well: the next proof of it reads everything, too.
    if (proof.holds) await books.keepProof(JSON.stringify(proof.kept)).catch(() => {});
    return { ok: true, lines: [formatProof(proof)] };
  } finally {
    await books.close();
  }
}

/** A doubt about what is new is a doubt about everything: it is read from the beginning before anything is said. */
async function prove(books: BooksReader, all: boolean): Promise<Proof> {
  const [row] = await books.listRows<{ state: string }>('SELECT state FROM proofs WHERE id = 1');
  const kept: KeptProof | null = row ? JSON.parse(row.state) : null;
  if (all || kept === null) return await proveBooks(books, null, kept);
  const proof = await proveBooks(books, kept, null);
  return proof.holds ? proof : await proveBooks(books, null, kept);
}

/** By every query, from one snapshot. */
async function examine(books: BooksReader): Promise<string[]> {
  await books.enterSnapshot();
  try {
    return await listDifferences(
      books,
      buildChecks((column) => books.day(column)),
    );
  } finally {
    await books.leaveSnapshot();
  }
}

async function listDifferences(books: BooksReader, checks: readonly Check[]): Promise<string[]> {
  const differences: string[] = [];
  for (const { what, sql } of checks) {
    const findings = await books.listRows<Finding>(`${sql} LIMIT ${LINES_MAX + 1}`);
    differences.push(...findings.slice(0, LINES_MAX).map((finding) => formatFinding(what, finding)));
    if (findings.length > LINES_MAX) differences.push(`${what}: and more`);
  }
  return differences;
}

function formatFinding(what: string, { mode, subject, found, expected }: Finding): string {
  return `${mode}: ${what}: ${subject}: found ${found}, expected ${expected}`;
}

function formatProof({ accounts, transfers, calls, open, readTransfers, readCalls }: Proof): string {
  const books = `Ledger OK: ${accounts} accounts, ${transfers} transfers, ${calls + open} calls (${open} open)`;
  const isAll = readTransfers === transfers && readCalls === calls;
  return isAll
    ? `${books}.`
    : `${books}; read since the last verification: ${readTransfers} transfers, ${readCalls} calls.`;
}

/** Every open call has a living owner. One that was closed since it was looked for was in order then. */
async function listCallsWithoutOwner(books: BooksReader): Promise<string[]> {
  const claimed = `SELECT mode, id, owner FROM wallet_payments WHERE state = 'claimed'`;
  const open = `SELECT mode, id, owner FROM open_calls UNION ALL ${claimed} ORDER BY id`;
  const calls = await books.listRows<OpenCallOfOwner>(open);
  const dead = new Set<string>();
  for (const owner of new Set(calls.map((call) => call.owner))) {
    if (!(await books.isAlive(owner))) dead.add(owner);
  }
  if (dead.size === 0) return [];
  const still = new Set((await books.listRows<OpenCallOfOwner>(open)).map(({ id }) => id));
  const orphans = calls.filter(({ id, owner }) => dead.has(owner) && still.has(id));
  const lines = orphans.slice(0, LINES_MAX).map(({ mode, id }) => `${mode}: call is open but not running: ${id}`);
  return orphans.length > LINES_MAX ? [...lines, `call is open but not running: ${orphans.length} in all`] : lines;
}
