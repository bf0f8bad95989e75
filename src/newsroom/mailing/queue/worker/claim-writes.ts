/**
 * Claims the next emails to send, in one transaction with their units of the budget. The row of the mailing state is
 * locked meanwhile, so that claims run one after another, however many workers and instances exist.
 */
import { sql } from 'kysely';
import { defineWrite } from '../../../../database/define.ts';
import { lockFreeRows } from '../../../../database/dialect.ts';
import type { Tx } from '../../../../database/types.ts';
import { lockMailState } from '../../state-writes.ts';
import { ALL, countUsed } from '../budget-writes.ts';
import { findDay, findPaceMs, isInWindow, type MailLimits } from '../limits.ts';
import type { MailItem } from '../reads.ts';
import type { MailLaneRow } from '../tables.ts';
import { SERVICE_LANE } from '../types.ts';
import { type ClaimedMail, claimPortion, findRefusals, type Round, takeMails } from './claim-portion-writes.ts';

export interface ClaimMails {
  /** The instance that claims: `findOwner`. */
  owner: string;
  /** Fewer by SMTP, whose pace decides. */
  most: number;
  limits: MailLimits;
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
  const { owner, limits } = input;
  const used = await countUsed(tx.db, ALL, day);
  const round: Round = { owner, limits, state, day, used, passed: 0, mails: [] };
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

/** Of each line in turn, as many of each, so that none waits for another one's end. */
async function claimInTurn(tx: Tx, round: Round, most: number, lanes: readonly MailLaneRow[]): Promise<void> {
  let left = lanes;
  const hasRoom = (): boolean => round.mails.length < most && round.passed < PASSED_MAX;
  while (hasRoom() && left.length > 0) {
    const more: MailLaneRow[] = [];
    const share = Math.max(1, Math.floor((most - round.mails.length) / left.length));
    for (const { lane } of left) {
      const own = hasRoom() ? await lockOpenLane(tx, lane) : undefined;
      if (own && (await claimPortion(tx, round, own, share))) more.push(own);
    }
    left = more;
  }
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
    const found = await lockFreeRows(tx, due).execute();
    const refusals = await findRefusals(tx, limits, found);
    const fit: MailItem[] = [];
    for (const mail of found) {
      const refusal = refusals.get(mail.id);
      if (refusal?.status === 'skipped' || refusal?.reason === 'hard_bounce') {
        const changes = { ...refusal, body: '', next_attempt_at: null, updated_at: nowMs };
        await db.updateTable('mail_items').set(changes).where('id', '=', mail.id).execute();
      } else {
        fit.push(mail);
      }
    }
    const mails = (await takeMails(tx, { owner, day: '', limits }, fit)).map((mail) => ({ mail, sender: null }));
    return { mails, claims: 0, againInMs: mails.length > 0 ? 0 : null };
  },
);
