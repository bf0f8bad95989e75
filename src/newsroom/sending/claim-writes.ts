/**
 * The next mails to send: claimed in one transaction with the units of the budget that they take. The row of the mailing's
 * state is locked meanwhile, so that claims come one after another, however many workers and instances there are.
 */
import { sql } from 'kysely';
import { defineWrite } from '../../database/define.ts';
import { lockFreeRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { createTimeOrderedId } from '../../kernel/ids.ts';
import { isReservedDomain } from '../../kernel/mail-address.ts';
import { readMedia } from '../contacts/reads.ts';
import { findObstacle } from '../contacts/standing.ts';
import { findCampaignRest, findOutreachObstacle } from '../outreach/standing-reads.ts';
import { findSuppressed } from '../suppressions/reads.ts';
import { ALL, countDays, countUsed, takeUnit } from './budget-writes.ts';
import { blockLane, settleLane, startLane } from './lane-writes.ts';
import { computeWarmup, findDay, findPaceMs, isInWindow, type MailLimits } from './limits.ts';
import type { MailItem } from './reads.ts';
import { findSender, type MailSender, type Sender } from './sender-reads.ts';
import { lockMailState } from './state-writes.ts';
import type { MailLaneRow, MailStateRow } from './tables.ts';
import { type Blockage, SERVICE_LANE } from './types.ts';

export interface ClaimMails {
  /** The instance that claims: `findOwner`. */
  owner: string;
  /** Fewer by SMTP, whose pace decides. */
  most: number;
  limits: MailLimits;
}

export interface ClaimedMail {
  mail: MailItem & { claim_token: string };
  /** Null for mail of the service itself. */
  sender: MailSender | null;
}

export interface ClaimOutcome {
  mails: ClaimedMail[];
  /** Mails that were ever claimed from this database. */
  claims: number;
  /** When there may be more to claim, in milliseconds from now; null: when something is queued. */
  againInMs: number | null;
}

/** Mails that are looked at in vain before the write ends. */
const PASSED_MAX = 50;
const LANES_MAX = 500;
const LOOK_AGAIN_MS = 1_000;

export const claimMails = defineWrite('sending.claim', async (tx: Tx, input: ClaimMails): Promise<ClaimOutcome> => {
  const state = await lockMailState(tx);
  const day = findDay(tx.nowMs, input.limits.zone);
  const round: Round = { ...input, state, day, used: await countUsed(tx.db, ALL, day), passed: 0, mails: [] };
  // An instance that was held up may have been declared dead meanwhile.
  const alive = await tx.db.selectFrom('instances').select('owner').where('owner', '=', input.owner).executeTakeFirst();
  if (!alive) return { mails: [], claims: state.claims, againInMs: LOOK_AGAIN_MS };
  const isPaced = input.limits.transport === 'smtp';
  if (isPaced && state.next_at > tx.nowMs)
    return { mails: [], claims: state.claims, againInMs: state.next_at - tx.nowMs };
  const most = isPaced ? 1 : input.most;
  const lanes = await listOpenLanes(tx, day);
  await claimInTurn(
    tx,
    round,
    most,
    lanes.filter(({ kind }) => kind !== 'diagnosis'),
  );
  // The service's own mail goes when nothing else does.
  if (isOutreachTime(tx, input.limits))
    await claimInTurn(
      tx,
      round,
      most,
      lanes.filter(({ kind }) => kind === 'diagnosis'),
    );
  if (round.mails.length > 0) await noteClaims(tx, round);
  const againInMs = round.mails.length > 0 ? (isPaced ? findPaceMs(input.limits) : 0) : LOOK_AGAIN_MS;
  return {
    mails: round.mails,
    claims: state.claims + round.mails.length,
    againInMs: lanes.length === 0 ? null : againInMs,
  };
});

const isOutreachTime = ({ nowMs }: Tx, { hasOutreach, zone }: MailLimits): boolean =>
  hasOutreach === true && isInWindow(nowMs, zone);

/** One of each line in turn, so that none waits for another one's end. */
async function claimInTurn(tx: Tx, round: Round, most: number, lanes: readonly MailLaneRow[]): Promise<void> {
  let left = lanes;
  while (round.mails.length < most && round.passed < PASSED_MAX && left.length > 0) {
    const more: MailLaneRow[] = [];
    for (const { lane } of left) {
      const own = round.mails.length < most ? await lockOpenLane(tx, lane) : undefined;
      if (own && (await claimOfLane(tx, round, own))) more.push(own);
    }
    left = more;
  }
}

interface Round extends ClaimMails {
  state: MailStateRow;
  day: string;
  used: number;
  passed: number;
  mails: ClaimedMail[];
}

async function listOpenLanes({ db }: Tx, day: string): Promise<MailLaneRow[]> {
  return await db
    .selectFrom('mail_lanes')
    .leftJoin('mail_counters', (join) =>
      join.onRef('mail_counters.scope', '=', 'mail_lanes.company_id').on('mail_counters.day', '=', day),
    )
    .selectAll('mail_lanes')
    .where('state', '=', 'open')
    .orderBy('priority')
    .orderBy(sql`coalesce(mail_counters.served_at, 0)`)
    .orderBy('lane')
    .limit(LANES_MAX)
    .execute();
}

/** Nobody cancels or holds it until the write ends; undefined when somebody does right now. */
function lockOpenLane(tx: Tx, lane: string): Promise<MailLaneRow | undefined> {
  const query = tx.db.selectFrom('mail_lanes').selectAll().where('lane', '=', lane).where('state', '=', 'open');
  return lockFreeRows(tx, query).executeTakeFirst();
}

/** One mail of the line. False: there is nothing more to claim of it now. */
async function claimOfLane(tx: Tx, round: Round, lane: MailLaneRow): Promise<boolean> {
  const mail = await findDue(tx, round.limits, lane.lane);
  if (!mail) {
    await settleLane(tx, lane);
    return false;
  }
  const sender = mail.company_id === null ? null : await findSender(tx, mail.company_id, round.limits);
  const blockedBy = await findBlockage(tx, round, sender);
  if (blockedBy !== null) {
    await blockLane(tx, lane, blockedBy);
    return false;
  }
  const restUntil = mail.kind === 'diagnosis' ? await findCampaignRest(tx, mail.address_norm) : null;
  if (restUntil !== null) {
    const changes = { next_attempt_at: restUntil, updated_at: tx.nowMs };
    await tx.db.updateTable('mail_items').set(changes).where('id', '=', mail.id).execute();
    return ++round.passed < PASSED_MAX;
  }
  const refusal = await findRefusal(tx, round.limits, mail);
  if (refusal !== null) {
    const changes = { ...refusal, next_attempt_at: null, updated_at: tx.nowMs };
    await tx.db.updateTable('mail_items').set(changes).where('id', '=', mail.id).execute();
    return ++round.passed < PASSED_MAX;
  }
  await startLane(tx, lane);
  round.mails.push({ mail: await takeMail(tx, round, mail), sender });
  round.used++;
  for (const scope of sender === null ? [ALL] : [ALL, sender.companyId]) await takeUnit(tx, scope, round.day);
  return true;
}

/** The first that is due; by SMTP, of a domain that nobody writes to and whose gap is over. */
async function findDue(tx: Tx, { transport }: MailLimits, lane: string): Promise<MailItem | undefined> {
  const due = tx.db
    .selectFrom('mail_items')
    .selectAll()
    .where('lane', '=', lane)
    .where('status', 'in', ['queued', 'retry'])
    .where('next_attempt_at', '<=', tx.nowMs);
  const free = due
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_domains')
            .select('mail_domains.domain')
            .whereRef('mail_domains.domain', '=', 'mail_items.domain')
            .where('mail_domains.next_at', '>', tx.nowMs),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_items as other')
            .select('other.id')
            .whereRef('other.domain', '=', 'mail_items.domain')
            .where('other.status', 'in', ['claimed', 'sending'])
            .where('other.lane', '<>', SERVICE_LANE),
        ),
      ),
    );
  const chosen = (transport === 'smtp' ? free : due).orderBy('next_attempt_at').orderBy('id').limit(1);
  return await lockFreeRows(tx, chosen).executeTakeFirst();
}

async function findBlockage(
  tx: Tx,
  { state, limits, used, day }: Round,
  sender: Sender | null,
): Promise<Blockage | null> {
  if (state.paused === 1) return toBlockage(state.paused_reason);
  if (sender && !sender.isActive) return 'account_suspended';
  if (used >= state.daily_limit) return 'daily_limit';
  if (limits.transport === 'smtp' && limits.hasWarmup && used >= computeWarmup((await countDays(tx.db, day)) + 1))
    return 'warmup';
  const isAtLimit = sender !== null && (await countUsed(tx.db, sender.companyId, day)) >= sender.mailsPerDay;
  return isAtLimit ? 'company_limit' : null;
}

const BLOCKAGES: readonly Blockage[] = ['transport_error', 'bounce_rate', 'restored_database'];
const toBlockage = (reason: string | null): Blockage => BLOCKAGES.find((one) => one === reason) ?? 'paused';

/** Why the mail must not go, whatever the budget; null: it may. */
async function findRefusal(
  { db, nowMs }: Tx,
  { transport, isConsentStrict }: MailLimits,
  mail: MailItem,
): Promise<{ status: 'suppressed' | 'skipped'; reason: string } | null> {
  if (transport === 'smtp' && isReservedDomain(mail.domain)) return { status: 'skipped', reason: 'reserved_domain' };
  if (mail.kind === 'diagnosis') {
    const obstacle = await findOutreachObstacle({ db, nowMs }, { norm: mail.address_norm, articleId: mail.article_id });
    return obstacle === null ? null : { status: 'suppressed', reason: obstacle };
  }
  const reason = (await findSuppressed(db, mail.company_id, [mail.address_norm], nowMs)).get(mail.address_norm);
  if (reason !== undefined) return { status: 'suppressed', reason };
  if (mail.media_id === null || mail.kind === 'test') return null;
  const medium = (await readMedia(db, [mail.media_id])).get(mail.media_id);
  const obstacle = medium ? findObstacle(medium, false, isConsentStrict) : null;
  return obstacle === 'refuses_ads' || obstacle === 'no_consent' ? { status: 'suppressed', reason: obstacle } : null;
}

async function takeMail(
  { db, nowMs }: Tx,
  { owner, day, limits }: Pick<Round, 'owner' | 'day' | 'limits'>,
  mail: MailItem,
): Promise<ClaimedMail['mail']> {
  const claim_token = createTimeOrderedId('clm_', nowMs);
  const { transport, domainGapMs } = limits;
  const changes = { status: 'claimed', claim_token, claimed_at: nowMs, worker_id: owner, updated_at: nowMs } as const;
  const budget_day = mail.lane === SERVICE_LANE ? null : day;
  await db
    .updateTable('mail_items')
    .set({ ...changes, budget_day })
    .where('id', '=', mail.id)
    .execute();
  if (transport === 'smtp' && budget_day !== null) {
    const gap = sql<number>`CASE WHEN mail_domains.slow_until > ${nowMs} THEN 2 ELSE 1 END`;
    const next = sql<number>`cast(${nowMs} as bigint) + cast(${domainGapMs} as bigint) * ${gap}`;
    await db
      .insertInto('mail_domains')
      .values({ domain: mail.domain, next_at: nowMs + domainGapMs, slow_until: 0 })
      .onConflict((conflict) => conflict.column('domain').doUpdateSet({ next_at: next }))
      .execute();
  }
  return { ...mail, ...changes, budget_day };
}

async function noteClaims({ db, nowMs }: Tx, { state, limits, mails }: Round): Promise<void> {
  const next_at = limits.transport === 'smtp' ? nowMs + findPaceMs(limits) : state.next_at;
  const changes = { claims: state.claims + mails.length, next_at };
  await db.updateTable('mail_state').set(changes).where('id', '=', 1).execute();
}

const SERVICE_PORTION = 100;

/** Codes and invitations: no limit holds them up, and nothing but a mailbox that does not exist. */
export const claimServiceMails = defineWrite(
  'sending.claimService',
  async (tx: Tx, { owner, most, limits }: ClaimMails): Promise<ClaimOutcome> => {
    const { db, nowMs } = tx;
    const due = db
      .selectFrom('mail_items')
      .selectAll()
      .where('lane', '=', SERVICE_LANE)
      .where('status', 'in', ['queued', 'retry'])
      .where('next_attempt_at', '<=', nowMs)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(Math.min(most, SERVICE_PORTION));
    const mails: ClaimedMail[] = [];
    for (const mail of await lockFreeRows(tx, due).execute()) {
      const refusal = await findRefusal(tx, limits, mail);
      if (refusal?.status === 'skipped' || refusal?.reason === 'hard_bounce') {
        const changes = { ...refusal, body: '', next_attempt_at: null, updated_at: nowMs };
        await db.updateTable('mail_items').set(changes).where('id', '=', mail.id).execute();
      } else {
        mails.push({ mail: await takeMail(tx, { owner, day: '', limits }, mail), sender: null });
      }
    }
    return { mails, claims: 0, againInMs: mails.length > 0 ? 0 : null };
  },
);
