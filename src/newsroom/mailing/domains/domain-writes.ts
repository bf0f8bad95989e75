/** Adds and removes sending domains, and moves them between pending, verified and lost. States: README.md of the mailing. */
import type { Updateable } from 'kysely';
import { defineFollower, defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { senderChanged } from '../../../identity/companies/company-writes.ts';
import { lockCompany } from '../../../identity/sign-in/sign-in-writes.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { type AuditActor, audit } from '../../../ledger/audit.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { findSigning } from '../queue/sender-reads.ts';
import { type EnqueueServiceMail, enqueueServiceMail } from '../queue/service-writes.ts';
import { findDomainByName, listDomains, type SendingDomain } from './domain-reads.ts';
import type { NewKey } from './signing-key.ts';
import type { SendingDomainRow } from './tables.ts';

export const DOMAINS_MAX = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Checks that must find a record gone before the domain is lost, this far apart. */
const MISSES_MAX = 3;
const MISS_GAP_MS = 30 * MINUTE_MS;
const VERIFIED_MS = 6 * HOUR_MS;
const MISSED_MS = HOUR_MS;
const WAIT_MS_MAX = 12 * HOUR_MS;
const DOUBLINGS_MAX = 10;
/** A domain that nobody sets up isn't looked at for ever. */
const PATIENCE_MS = 30 * DAY_MS;

export interface AddDomain extends AuditActor {
  companyId: string;
  domain: string;
  key: NewKey;
}

/** The one that is there already, if the company has added it before. Throws `domain_limit`. */
export const addDomain = defineWrite(
  'domains.add',
  async (tx: Tx, { companyId, domain, key, actor, ipPrefix }: AddDomain): Promise<SendingDomain> => {
    const { db, nowMs } = tx;
    const company = await lockCompany(tx, companyId);
    const known = await findDomainByName(db, companyId, domain);
    if (known) return known;
    if ((await listDomains(db, companyId)).length >= DOMAINS_MAX) throw createReasonError('domain_limit');
    const added = await db
      .insertInto('sending_domains')
      .values({
        ...{
          company_id: companyId,
          domain,
          status: 'pending',
          ...key,
          records: '{}',
          is_taken: 0,
          tries: 0,
          misses: 0,
        },
        ...{ missed_at: null, checked_at: null, next_check_at: nowMs + MINUTE_MS, verified_at: null, lost_at: null },
        created_at: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { domain, selector: key.selector };
    await audit(tx, { actor, ipPrefix, action: 'domain.add', subject: company.account_id, details });
    return added;
  },
);

export interface RemoveDomain extends AuditActor {
  companyId: string;
  id: number;
}

/** Its key is gone with it. False: the company has no such domain. */
export const removeDomain = defineWrite(
  'domains.remove',
  async (tx: Tx, { companyId, id, actor, ipPrefix }: RemoveDomain): Promise<boolean> => {
    const company = await lockCompany(tx, companyId);
    const removed = await tx.db
      .deleteFrom('sending_domains')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .returning('domain')
      .executeTakeFirst();
    if (!removed) return false;
    await settleSender(tx, companyId);
    const details = { domain: removed.domain };
    await audit(tx, { actor, ipPrefix, action: 'domain.remove', subject: company.account_id, details });
    return true;
  },
);

/** `pass`: all required records were found. `miss`: one certainly wasn't. `unknown`: nobody can say. */
export type CheckOutcome = 'pass' | 'miss' | 'unknown';

type CheckedDomain = Pick<SendingDomain, 'status' | 'misses' | 'missed_at'>;

const countsAsMiss = ({ missed_at }: CheckedDomain, outcome: CheckOutcome, nowMs: number): boolean =>
  outcome === 'miss' && (missed_at === null || nowMs - missed_at >= MISS_GAP_MS);

/** A verified domain ends with this check. */
export const losesDomain = (row: CheckedDomain, outcome: CheckOutcome, nowMs: number): boolean =>
  row.status === 'verified' && countsAsMiss(row, outcome, nowMs) && row.misses + 1 >= MISSES_MAX;

export interface DomainCheckRecord {
  companyId: string;
  id: number;
  /** JSON of `RecordChecks`. */
  records: string;
  outcome: CheckOutcome;
  /** To the company's admins, if the domain is lost. */
  mails: readonly EnqueueServiceMail[];
}

/** The domain afterwards; null: it was removed meanwhile. */
export const recordDomainCheck = defineWrite(
  'domains.recordCheck',
  async (tx: Tx, { companyId, id, records, outcome, mails }: DomainCheckRecord): Promise<SendingDomain | null> => {
    const { db, nowMs } = tx;
    const row = await lockDomain(tx, companyId, id);
    if (!row) return null;
    const isTaken = outcome === 'pass' && row.status !== 'verified' && (await isTakenByOther(tx, row));
    const changes = {
      ...decideChanges(row, isTaken ? 'taken' : outcome, nowMs),
      ...{ records, checked_at: nowMs, is_taken: isTaken ? (1 as const) : (0 as const) },
    };
    const after = { ...row, ...changes };
    const updated = await db
      .updateTable('sending_domains')
      .set({ ...changes, next_check_at: findNextCheck(after, outcome, nowMs) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (updated.status === row.status) return updated;
    await settleSender(tx, companyId);
    if (updated.status === 'lost') for (const mail of mails) await enqueueServiceMail.run(tx, mail);
    return updated;
  },
);

/** All rows of the domain in one order: two companies can't verify it at the same time. */
async function lockDomain(tx: Tx, companyId: string, id: number): Promise<SendingDomain | undefined> {
  const { db } = tx;
  const own = db
    .selectFrom('sending_domains')
    .select('domain')
    .where('id', '=', id)
    .where('company_id', '=', companyId);
  const named = await own.executeTakeFirst();
  if (!named) return undefined;
  const all = db.selectFrom('sending_domains').selectAll().where('domain', '=', named.domain).orderBy('id');
  return (await lockRows(tx, all).execute()).find((row) => row.id === id);
}

async function isTakenByOther({ db }: Tx, { domain, id }: SendingDomain): Promise<boolean> {
  const other = db
    .selectFrom('sending_domains')
    .select('id')
    .where('domain', '=', domain)
    .where('status', '=', 'verified')
    .where('id', '<>', id);
  return (await other.executeTakeFirst()) !== undefined;
}

function decideChanges(
  row: SendingDomain,
  outcome: CheckOutcome | 'taken',
  nowMs: number,
): Updateable<SendingDomainRow> & Partial<SendingDomain> {
  if (outcome === 'pass') {
    const since = row.status === 'verified' ? {} : { status: 'verified' as const, verified_at: nowMs, lost_at: null };
    return { ...since, tries: 0, misses: 0, missed_at: null };
  }
  const tries = { tries: row.tries + 1 };
  if (outcome === 'taken' || !countsAsMiss(row, outcome, nowMs)) return tries;
  if (losesDomain(row, outcome, nowMs)) return { status: 'lost', lost_at: nowMs, tries: 0, misses: 0, missed_at: null };
  return row.status === 'verified' ? { ...tries, misses: row.misses + 1, missed_at: nowMs } : tries;
}

/** Verified domains are looked at for ever, the others less and less often, and for thirty days. */
function findNextCheck(row: SendingDomain, outcome: CheckOutcome, nowMs: number): number | null {
  if (row.status === 'verified') {
    if (outcome === 'pass') return nowMs + VERIFIED_MS;
    return nowMs + (outcome === 'miss' ? MISSED_MS : computeWait(5 * MINUTE_MS, row.tries, VERIFIED_MS));
  }
  if (nowMs - (row.lost_at ?? row.created_at) > PATIENCE_MS) return null;
  return nowMs + computeWait(MINUTE_MS, row.tries, WAIT_MS_MAX);
}

const computeWait = (ms: number, times: number, most: number): number =>
  Math.min(ms * 2 ** Math.min(times, DOUBLINGS_MAX), most);

/** The company's sender address counts as verified while its domain is. */
async function settleSender(tx: Tx, companyId: string): Promise<void> {
  const { sender_email, sender_verified } = await lockCompany(tx, companyId);
  const signing = sender_email === null ? null : await findSigning(tx.db, companyId, sender_email);
  const isVerified = signing === null ? 0 : 1;
  if (isVerified === sender_verified) return;
  await tx.db.updateTable('companies').set({ sender_verified: isVerified }).where('id', '=', companyId).execute();
}

export const followSender = defineFollower(senderChanged, (tx, { companyId }) => settleSender(tx, companyId));
