/** Publishes and withdraws fixes: by a moderator, or with the knowledge that ships with the product. */

import { sql } from 'kysely';
import { defineWrite } from '../database/define.ts';
import type { Tx } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { lockAccount } from '../ledger/account-lock.ts';
import { credit } from '../ledger/accounts/deposits-writes.ts';
import { type AuditActor, audit } from '../ledger/audit.ts';
import type { Micros } from '../lib/money.ts';
import { EVERY_FIX, findFixById } from './reads.ts';
import type { FixContent, FixStatus, FixVectorRow } from './tables.ts';

/** Any fixed number: whoever changes the index takes a turn on it. */
const INDEX_LOCK = 7_246_212;

export interface IndexTerm {
  term: string;
  /** 1–1000. */
  weight: number;
}

export interface DecideFixInput extends AuditActor {
  fixId: string;
  status: 'published' | 'rejected';
  /** What it is found by once it is published. */
  terms: readonly IndexTerm[];
  rewardMicros: Micros;
}

export interface FixDecision {
  status: FixStatus;
  changed: boolean;
  /** Credited by this very decision. */
  rewardMicros: Micros;
}

/** Publishes or rejects, and rewards the account that sent a published contribution, once. Throws NOT_FOUND. */
export const decideFix = defineWrite(
  'fixes-moderation.decideFix',
  async (ctx: Tx, input: DecideFixInput): Promise<FixDecision> => {
    const { fixId, status, terms, actor, ipPrefix } = input;
    const row = await findFixById(ctx.db, fixId);
    if (!row) throw new FareboxError('NOT_FOUND', { message: 'Fix not found' });
    // Accounts are locked before anything else, here as everywhere.
    const account = row.account_id !== null && status === 'published' ? await lockAccount(ctx, row.account_id) : null;
    await lockIndex(ctx);
    const fix = (await findFixById(ctx.db, fixId)) ?? row;
    if (fix.status === status) return { status, changed: false, rewardMicros: 0 };
    await ctx.db.updateTable('fixes').set({ status, decided_at: ctx.nowMs }).where('num', '=', fix.num).execute();
    if (status === 'published') await addTerms(ctx, fix.num, terms);
    else if (fix.status === 'published') await removeTerms(ctx, fix.num);
    const rewardMicros =
      account === null || account.status === 'closed' ? 0 : await rewardContributor(ctx, account, input);
    const action = status === 'published' ? 'fix.accept' : 'fix.reject';
    await audit(ctx, {
      actor,
      ...(ipPrefix === undefined ? {} : { ipPrefix }),
      action,
      subject: fixId,
      details: { before: fix.status, rewardMicros },
    });
    return { status, changed: true, rewardMicros };
  },
  { forgets: 'keys' },
);

async function rewardContributor(
  ctx: Tx,
  account: Awaited<ReturnType<typeof lockAccount>>,
  { fixId, rewardMicros }: DecideFixInput,
): Promise<Micros> {
  const externalId = `reward:${fixId}`;
  const before = await ctx.db
    .selectFrom('deposits')
    .select('external_id')
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  if (before || rewardMicros === 0) return 0;
  const { id: accountId, mode } = account;
  await credit(ctx, account, {
    accountId,
    mode,
    amountMicros: rewardMicros,
    source: 'reward',
    externalId,
    reason: `accepted fix ${fixId}`,
  });
  return rewardMicros;
}

export interface ShippedFix {
  fix: Omit<FixContent, 'status' | 'created_at' | 'decided_at' | 'origin' | 'account_id' | 'mode'>;
  terms: readonly IndexTerm[];
  buckets: readonly number[];
}

export interface SeedFixesInput {
  fixes: readonly ShippedFix[];
  /** Ids of what no longer ships. */
  removedIds: readonly string[];
}

/** Brings what ships with the product up to its present text; what an operator has rejected stays rejected. */
export const seedFixes = defineWrite(
  'fixes-moderation.seedFixes',
  async (ctx: Tx, { fixes, removedIds }: SeedFixesInput): Promise<null> => {
    await lockIndex(ctx);
    for (const shipped of fixes) await seedFix(ctx, shipped);
    for (const id of removedIds) await removeShipped(ctx, id);
    return null;
  },
);

async function seedFix(ctx: Tx, { fix, terms, buckets }: ShippedFix): Promise<void> {
  const before = await findFixById(ctx.db, fix.id);
  if (before?.digest === fix.digest) return;
  const status = before?.status ?? 'published';
  let num = before?.num;
  if (num === undefined) {
    const times = { created_at: ctx.nowMs, decided_at: ctx.nowMs };
    const row: FixContent = { ...fix, ...times, status, origin: 'farebox', account_id: null, mode: null };
    ({ num } = await ctx.db.insertInto('fixes').values(row).returning('num').executeTakeFirstOrThrow());
  } else {
    await ctx.db.updateTable('fixes').set(fix).where('num', '=', num).execute();
    await removeTerms(ctx, num);
    await ctx.db.deleteFrom('fix_bands').where('fix', '=', num).execute();
  }
  if (status === 'published') await addTerms(ctx, num, terms);
  await addBuckets(ctx, num, buckets);
}

async function removeShipped(ctx: Tx, id: string): Promise<void> {
  const fix = await findFixById(ctx.db, id);
  if (fix?.origin !== 'farebox') return;
  await removeTerms(ctx, fix.num);
  await ctx.db.deleteFrom('fix_bands').where('fix', '=', fix.num).execute();
  await ctx.db.deleteFrom('fix_confirmations').where('fix', '=', fix.num).execute();
  await ctx.db.deleteFrom('fixes').where('num', '=', fix.num).execute();
}

/** Keeps vectors; one that is there already is replaced. */
export const keepFixVectors = defineWrite(
  'fixes-moderation.keepFixVectors',
  async ({ db }: Tx, { vectors }: { vectors: readonly FixVectorRow[] }): Promise<null> => {
    for (const { space, fix, digest, vector } of vectors) {
      // Both databases take a Buffer; what crosses a thread arrives as a plain array of bytes.
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      await db
        .insertInto('fix_vectors')
        .values({ space, fix, digest, vector: bytes })
        .onConflict((conflict) => conflict.columns(['space', 'fix']).doUpdateSet({ digest, vector: bytes }))
        .execute();
    }
    return null;
  },
);

async function lockIndex({ db, engine }: Tx): Promise<void> {
  if (engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${INDEX_LOCK})`.execute(db);
}

/** One short statement whatever the number of terms: a list of values as long as they are would be compiled for each fix. */
async function addTerms({ db, engine }: Tx, fix: number, terms: readonly IndexTerm[]): Promise<void> {
  if (terms.length === 0) return;
  const json = JSON.stringify(terms);
  const rows =
    engine === 'postgres'
      ? sql`json_to_recordset(${json}::json) AS added (term text, weight integer)`
      : sql`(SELECT value ->> 'term' AS term, value ->> 'weight' AS weight FROM json_each(${json})) AS added`;
  await sql`INSERT INTO fix_terms (term, weight, fix) SELECT term, weight, CAST(${fix} AS bigint) FROM ${rows}`.execute(
    db,
  );
  await sql`INSERT INTO fix_words (term, fixes)
    SELECT CAST(${EVERY_FIX} AS text), 1 UNION ALL SELECT term, 1 FROM ${rows} WHERE true
    ON CONFLICT (term) DO UPDATE SET fixes = fix_words.fixes + 1`.execute(db);
}

async function addBuckets({ db, engine }: Tx, fix: number, buckets: readonly number[]): Promise<void> {
  const json = JSON.stringify(buckets);
  const rows =
    engine === 'postgres' ? sql`json_array_elements_text(${json}::json) AS value` : sql`json_each(${json}) AS added`;
  await sql`INSERT INTO fix_bands (band, fix) SELECT CAST(value AS bigint), CAST(${fix} AS bigint) FROM ${rows}`.execute(
    db,
  );
}

async function removeTerms({ db }: Tx, fix: number): Promise<void> {
  const query = db.selectFrom('fix_terms').select('term').where('fix', '=', fix);
  const { numUpdatedRows } = await db
    .updateTable('fix_words')
    .set((eb) => ({ fixes: eb('fixes', '-', 1) }))
    .where('term', 'in', query)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const less = db.updateTable('fix_words').set((eb) => ({ fixes: eb('fixes', '-', 1) }));
  await less.where('term', '=', EVERY_FIX).execute();
  await db.deleteFrom('fix_terms').where('fix', '=', fix).execute();
}
