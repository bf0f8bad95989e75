/** Units of plans: reserved, settled, given back. Rules: newsroom.md §4.2.4 and §3.7; money.md §1, §2 and §4. */
import { defineEvent, defineFollower, definePurge, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import { createStoreUnavailableError } from '../../database/failure.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError, toErrorObject } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { OpenUnit, QuotaUnit, UnitOutcome } from '../../kernel/ports.ts';
import { instanceDied } from '../../ledger/instance-writes.ts';
import { findZonedMonth, formatZonedTime } from '../../lib/zoned-time.ts';
import { findCompanyById } from '../reads.ts';
import { choosePlanLimits, type Plans } from './plans.ts';
import type { QuotaCallRow } from './tables.ts';

/** After a call's own time; the same as that of paid calls. */
const GRACE_MS = 30_000;
const REPLAY_MS = 24 * 3_600_000;
/** Time for which calls that wait for a failed one can still learn the reason. */
const FAILURE_KEPT_MS = 5 * 60_000;
const JOINERS_MAX = 16;
const PORTION = 200;

export interface ReserveUnit extends OpenUnit {
  owner: string;
  plans: Plans;
  zone: string;
}

/** Throws RATE_LIMITED (`quota_exceeded`), IDEMPOTENCY_CONFLICT or IN_PROGRESS. */
export const reserveUnit = defineWrite('quota.reserve', async (tx: Tx, unit: ReserveUnit): Promise<UnitOutcome> => {
  const { callId, companyId, idempotency, owner } = unit;
  const { db, nowMs } = tx;
  // An instance that was held up may have been declared dead meanwhile.
  const alive = await db.selectFrom('instances').select('owner').where('owner', '=', owner).executeTakeFirst();
  if (!alive) throw createStoreUnavailableError(new Error('This instance was declared dead.'));
  const { month, endsAtMs } = findZonedMonth(nowMs, unit.zone);
  if (idempotency) await dropExpiredClaim(tx, idempotency);
  const row: QuotaCallRow = {
    id: callId,
    company_id: companyId,
    unit: unit.unit,
    month,
    tool: unit.tool,
    owner,
    state: 'open',
    claim_scope: idempotency?.scope ?? null,
    claim_key: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    joiners: 0,
    answer: null,
    failure: null,
    due_at: nowMs + unit.timeoutMs + GRACE_MS,
  };
  // PostgreSQL waits here for a call under the same key that is being opened.
  const opened = await db
    .insertInto('quota_calls')
    .values(row)
    .onConflict((conflict) => conflict.columns(['claim_scope', 'claim_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!opened && idempotency) return joinEarlier(tx, idempotency);
  const company = await findCompanyById(db, companyId);
  if (!company) throw new FareboxError('NOT_FOUND', { message: 'Company not found' });
  const limit = choosePlanLimits(company, unit.plans, nowMs).analyses;
  if (!(await takeUnit(tx, row, limit))) {
    // A running call may fail and give its unit back.
    if (await isHeld(tx, row)) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 1, details: UNITS_HELD });
    throw createQuotaError(limit, endsAtMs, nowMs, unit.zone);
  }
  return { state: 'opened' };
});

type Claim = NonNullable<OpenUnit['idempotency']>;

async function dropExpiredClaim({ db, nowMs }: Tx, { scope, key }: Claim): Promise<void> {
  const ours = db.deleteFrom('quota_calls').where('claim_scope', '=', scope).where('claim_key', '=', key);
  await ours.where('state', '<>', 'open').where('due_at', '<=', nowMs).execute();
}

async function joinEarlier(tx: Tx, { scope, key, fingerprint }: Claim): Promise<UnitOutcome> {
  const { db } = tx;
  const query = db.selectFrom('quota_calls').selectAll().where('claim_scope', '=', scope).where('claim_key', '=', key);
  const earlier = await lockRows(tx, query).executeTakeFirst();
  // It has failed since: the next use runs anew.
  if (!earlier) throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
  if (earlier.fingerprint !== fingerprint) throw new FareboxError('IDEMPOTENCY_CONFLICT');
  if (earlier.state === 'settled') return { state: 'finished', answer: earlier.answer };
  if (earlier.joiners >= JOINERS_MAX) throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
  await db
    .updateTable('quota_calls')
    .set({ joiners: earlier.joiners + 1 })
    .where('id', '=', earlier.id)
    .execute();
  return { state: 'running', callId: earlier.id };
}

/** One conditional update: of parallel calls on the last unit, one gets it. */
async function takeUnit({ db }: Tx, { company_id, unit, month }: QuotaCallRow, limit: number): Promise<boolean> {
  if (limit < 1) return false;
  const row = await db
    .insertInto('quota_months')
    .values({ company_id, unit, month, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'unit', 'month'])
        .doUpdateSet((eb) => ({ used: eb('quota_months.used', '+', 1) }))
        .where('quota_months.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}

/** The details of OVERLOADED where the last units are those of calls that still run. */
export const UNITS_HELD = { reason: 'units_held' } as const;

/** Does another running call have a unit of the same month? Along the index of owners: only calls that run are looked at. */
async function isHeld({ db }: Tx, { id, company_id, unit, month }: QuotaCallRow): Promise<boolean> {
  const other = await db
    .selectFrom('instances')
    .innerJoin('quota_calls', 'quota_calls.owner', 'instances.owner')
    .select('quota_calls.id')
    .where('quota_calls.state', '=', 'open')
    .where('quota_calls.company_id', '=', company_id)
    .where('quota_calls.unit', '=', unit)
    .where('quota_calls.month', '=', month)
    .where('quota_calls.id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

function createQuotaError(limit: number, endsAtMs: number, nowMs: number, zone: string): FareboxError {
  return createReasonError('quota_exceeded', {
    next: 'Wait until resets_at, or choose a larger plan.',
    retryAfterSeconds: Math.ceil((endsAtMs - nowMs) / 1000),
    details: { limit, used: limit, resets_at: formatZonedTime(endsAtMs, zone) },
  });
}

/** A call that took a unit has done its work: whoever owns what it made stores that now, in the same transaction. */
export interface UnitSettled {
  companyId: string;
  unit: QuotaUnit;
  output: unknown;
  /** Of the service: its days are counted. */
  zone: string;
}
export const unitSettled = defineEvent<UnitSettled>('quota.settled');

export interface SettleUnit {
  callId: string;
  output: unknown;
  answer: string | null;
  zone: string;
}

/** False: the unit was given back before, and nothing is stored. */
export const settleUnit = defineWrite('quota.settle', async (tx: Tx, unit: SettleUnit): Promise<boolean> => {
  const row = await lockOpenCall(tx, unit.callId);
  if (!row) return false;
  const { db, nowMs } = tx;
  const ours = { id: row.id };
  if (row.claim_key === null) await db.deleteFrom('quota_calls').where('id', '=', ours.id).execute();
  else {
    const settled = { state: 'settled', answer: unit.answer, due_at: nowMs + REPLAY_MS } as const;
    await db.updateTable('quota_calls').set(settled).where('id', '=', ours.id).execute();
  }
  await tx.tell(unitSettled, { companyId: row.company_id, unit: row.unit, output: unit.output, zone: unit.zone });
  return true;
});

export const releaseUnit = defineWrite(
  'quota.release',
  async (tx: Tx, { callId, failure }: { callId: string; failure: string }): Promise<null> => {
    const row = await lockOpenCall(tx, callId);
    if (row) await giveBack(tx, row, failure);
    return null;
  },
);

async function lockOpenCall(tx: Tx, callId: string): Promise<QuotaCallRow | undefined> {
  const query = tx.db.selectFrom('quota_calls').selectAll().where('id', '=', callId).where('state', '=', 'open');
  return await lockRows(tx, query).executeTakeFirst();
}

/** The key is free for the next use at once; those who wait learn why. */
async function giveBack({ db, nowMs }: Tx, row: QuotaCallRow, failure: string): Promise<void> {
  const released = { state: 'released', claim_scope: null, claim_key: null, failure } as const;
  await db
    .updateTable('quota_calls')
    .set({ ...released, due_at: nowMs + FAILURE_KEPT_MS })
    .where('id', '=', row.id)
    .execute();
  await db
    .updateTable('quota_months')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('company_id', '=', row.company_id)
    .where('unit', '=', row.unit)
    .where('month', '=', row.month)
    .execute();
}

const formatRecovered = (): string => JSON.stringify(toErrorObject(new FareboxError('CALL_RECOVERED')));

/** Releases the reservations of a dead instance. */
export const releaseUnitsOfDead = defineFollower(instanceDied, async (tx, { owner }) => {
  const query = tx.db
    .selectFrom('quota_calls')
    .selectAll()
    .where('owner', '=', owner)
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(PORTION);
  for (;;) {
    const rows = await lockRows(tx, query).execute();
    for (const row of rows) await giveBack(tx, row, formatRecovered());
    if (rows.length < PORTION) return;
  }
});

/** Gives back what is overdue, and forgets calls that ended. */
export const purgeUnits = definePurge('quota calls', async (tx) => {
  const { db, nowMs } = tx;
  const query = db.selectFrom('quota_calls').selectAll().where('due_at', '<=', nowMs).orderBy('due_at').limit(PORTION);
  const rows = await lockRows(tx, query).execute();
  for (const row of rows) {
    if (row.state === 'open') await giveBack(tx, row, formatRecovered());
    else await db.deleteFrom('quota_calls').where('id', '=', row.id).execute();
  }
  return rows.length;
});
