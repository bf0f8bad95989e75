/**
 * Records the steps of a claimed email: the intent before the first byte, the outcome after the last. Each step proves
 * by its token that the worker still owns the email. Rules: newsroom.md §7.3, §7.4.
 */
import { defineWrite } from '../../../../database/define.ts';
import { lockRows } from '../../../../database/dialect.ts';
import type { Tx } from '../../../../database/types.ts';
import type { Verdict } from '../../../../mail/types.ts';
import { lockMailState } from '../../state-writes.ts';
import { suppressAddress } from '../../suppression-writes.ts';
import { giveUnitBack } from '../budget-writes.ts';
import { lockMail } from '../item-writes.ts';
import { blockLane, settleLaneAgain } from '../lane-writes.ts';
import { findRetryMs, findServiceRetryMs, findTroubleMs } from '../limits.ts';
import type { MailItem } from '../reads.ts';
import type { MailLaneRow } from '../tables.ts';
import { SERVICE_LANE } from '../types.ts';

/** A mail as its worker knows it. */
export interface ClaimedId {
  id: number;
  token: string;
}

export interface BeginMails {
  claims: readonly ClaimedId[];
  transport: 'smtp' | 'outbox';
  /** Where their links lead: `/c` leads there from now on. */
  links: readonly { articleId: number; host: string }[];
}

/** The intent, before the first byte. Only these may be sent; the others are somebody else's, or nobody's any more. */
export const beginMails = defineWrite(
  'sending.begin',
  async (tx: Tx, { claims, transport, links }: BeginMails): Promise<number[]> => {
    const { db, nowMs } = tx;
    const tokens = new Map(claims.map(({ id, token }) => [id, token]));
    const claimed = db
      .selectFrom('mail_items')
      .select(['id', 'claim_token'])
      .where('id', 'in', [...tokens.keys()])
      .where('status', '=', 'claimed')
      .orderBy('id');
    const own = (await lockRows(tx, claimed).execute()).filter(({ id, claim_token }) => tokens.get(id) === claim_token);
    const begun = own.map(({ id }) => id);
    if (begun.length > 0)
      await db
        .updateTable('mail_items')
        .set(({ eb }) => ({
          status: 'sending',
          attempts: eb('attempts', '+', 1),
          transport,
          claimed_at: nowMs,
          updated_at: nowMs,
        }))
        .where('id', 'in', begun)
        .execute();
    for (const id of tokens.keys()) if (!begun.includes(id)) await returnCancelled(tx, id);
    if (links.length > 0) {
      const rows = links.map(({ articleId, host }) => ({ article_id: articleId, host }));
      await db
        .insertInto('mail_links')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return begun;
  },
);

/** It was cancelled between the claim and the intent: its unit was not needed. */
async function returnCancelled(tx: Tx, id: number): Promise<void> {
  const mail = await lockMail(tx, id);
  if (mail?.status !== 'cancelled' || mail.budget_day === null) return;
  await giveUnitBack(tx, mail.budget_day, mail);
  await tx.db.updateTable('mail_items').set({ budget_day: null }).where('id', '=', id).execute();
}

export interface FinishedMail extends ClaimedId {
  /** Of the try that ended. */
  attempt: number;
  verdict: Verdict;
  /** From 0 to 1: spreads the next tries of mails that were put off together. */
  chance: number;
}

/** The outcome. `paused`: why all mailing has stopped by it; null when it goes on. */
export const finishMails = defineWrite(
  'sending.finish',
  async (tx: Tx, { results }: { results: readonly FinishedMail[] }): Promise<{ paused: string | null }> => {
    const paused = await countTrouble(tx, results);
    const { lanes, mails } = await lockTogether(tx, results);
    const ends = results.flatMap((result) => {
      const mail = mails.get(result.id);
      return mail && isToBeSettled(mail, result) ? [{ mail, result, changes: buildChanges(tx, mail, result) }] : [];
    });
    await changeTogether(tx, ends);
    for (const { mail, result } of ends) await followOutcome(tx, mail, result);
    for (const lane of lanes) {
      const verdicts = ends.flatMap(({ mail, result }) => (mail.lane === lane.lane ? result.verdict : []));
      if (verdicts.some(({ outcome }) => outcome === 'transport_error')) await blockLane(tx, lane, 'transport_error');
      if (verdicts.length > 0) await settleLaneAgain(tx, lane);
    }
    return { paused };
  },
);

/** Failures of the transport in a row, after which nothing more is tried. */
const TROUBLE_MAX = 5;

/** The state is locked before any mail, and only when it changes. */
async function countTrouble(tx: Tx, results: readonly FinishedMail[]): Promise<string | null> {
  const { db, nowMs } = tx;
  const troubles = results.filter(({ verdict }) => verdict.isTransportTrouble).length;
  const row = await db.selectFrom('mail_state').select('transport_errors').where('id', '=', 1).executeTakeFirst();
  if (troubles === 0 && (row?.transport_errors ?? 0) === 0) return null;
  const state = await lockMailState(tx);
  const isWell = results.some(({ verdict }) => verdict.outcome === 'sent');
  const transport_errors = isWell ? 0 : state.transport_errors + troubles;
  const stops = transport_errors >= TROUBLE_MAX && state.paused === 0;
  const pause = stops ? ({ paused: 1, paused_reason: 'transport_error', updated_at: nowMs } as const) : {};
  await db
    .updateTable('mail_state')
    .set({ transport_errors, ...pause })
    .where('id', '=', 1)
    .execute();
  return stops ? 'transport_error' : null;
}

/** The lines before their mails, each in its order. */
async function lockTogether(
  tx: Tx,
  results: readonly FinishedMail[],
): Promise<{ lanes: MailLaneRow[]; mails: Map<number, MailItem> }> {
  const { db } = tx;
  const ids = results.map(({ id }) => id);
  if (ids.length === 0) return { lanes: [], mails: new Map() };
  const seen = await db.selectFrom('mail_items').select('lane').distinct().where('id', 'in', ids).execute();
  const names = seen.map(({ lane }) => lane);
  const lanes = db.selectFrom('mail_lanes').selectAll().where('lane', 'in', names).orderBy('lane');
  const locked = names.length > 0 ? await lockRows(tx, lanes).execute() : [];
  const mails = db.selectFrom('mail_items').selectAll().where('id', 'in', ids).orderBy('id');
  const rows = await lockRows(tx, mails).execute();
  return { lanes: locked, mails: new Map(rows.map((mail) => [mail.id, mail])) };
}

function isToBeSettled(mail: MailItem, { token, attempt, verdict }: FinishedMail): boolean {
  if (mail.status === 'sending') return mail.claim_token === token;
  // A worker that was given up comes back with proof.
  return mail.status === 'unknown' && mail.attempts === attempt && verdict.outcome === 'sent';
}

function buildChanges(tx: Tx, mail: MailItem, result: FinishedMail): OutcomeChanges {
  const { verdict } = result;
  const outcome = buildOutcome(tx, mail, result);
  const isRefused = outcome.status === 'failed' && verdict.refusal !== null;
  const changes = {
    ...outcome,
    ...(isRefused ? { refusal: verdict.refusal, refused_at: tx.nowMs } : {}),
    claim_token: null,
    worker_id: null,
    smtp_stage: verdict.stage,
    smtp_code: verdict.code,
    // What a server says often names the address.
    smtp_text: mail.erased_at === null ? verdict.text : null,
    last_error: verdict.outcome === 'sent' || mail.erased_at !== null ? null : verdict.text,
    updated_at: tx.nowMs,
  };
  const isOver = changes.next_attempt_at === null;
  return mail.lane === SERVICE_LANE && isOver ? { ...changes, body: '' } : changes;
}

/** Most mails end alike: those are changed by one statement. */
async function changeTogether({ db }: Tx, ends: readonly { mail: MailItem; changes: OutcomeChanges }[]): Promise<void> {
  const alike = new Map<string, { changes: OutcomeChanges; ids: number[] }>();
  for (const { mail, changes } of ends) {
    const key = JSON.stringify(changes);
    const group = alike.get(key) ?? { changes, ids: [] };
    group.ids.push(mail.id);
    alike.set(key, group);
  }
  for (const { changes, ids } of alike.values())
    await db.updateTable('mail_items').set(changes).where('id', 'in', ids).execute();
}

/** Further effects of an outcome. */
async function followOutcome(tx: Tx, mail: MailItem, { verdict }: FinishedMail): Promise<void> {
  const { id: mailId, company_id: companyId, address_norm: norm } = mail;
  if (verdict.outcome === 'transport_error') await giveUnitBack(tx, mail.budget_day, mail);
  if (verdict.outcome === 'failed' && verdict.refusal === 'recipient' && mail.erased_at === null)
    await suppressAddress.run(tx, { companyId, norm, mailId, reason: 'hard_bounce' });
  if (verdict.asksForPatience) await slowDomain(tx, mail.domain);
}

type OutcomeChanges = Pick<MailItem, 'status' | 'next_attempt_at'> & Partial<MailItem>;

function buildOutcome({ nowMs }: Tx, mail: MailItem, { verdict, chance }: FinishedMail): OutcomeChanges {
  const isService = mail.lane === SERVICE_LANE;
  switch (verdict.outcome) {
    case 'sent':
      return { status: 'sent', sent_at: nowMs, next_attempt_at: null };
    case 'failed':
    case 'unknown':
      return { status: verdict.outcome, next_attempt_at: null };
    case 'retry': {
      const waitMs = isService ? findServiceRetryMs(mail.retries) : findRetryMs(mail.retries, chance);
      if (waitMs === null) return { status: 'failed', next_attempt_at: null };
      return { status: 'retry', next_attempt_at: nowMs + waitMs, retries: mail.retries + 1, budget_day: null };
    }
    case 'transport_error': {
      // The try does not count; what people wait for is given up when they don't any more.
      const waitMs = findTroubleMs(mail.retries);
      if (isService && nowMs - (mail.queued_at ?? 0) > SERVICE_MS) return { status: 'failed', next_attempt_at: null };
      const retries = isService ? mail.retries + 1 : mail.retries;
      const attempts = mail.attempts - 1;
      return { status: 'queued', next_attempt_at: nowMs + waitMs, retries, attempts, budget_day: null };
    }
  }
}

/** Longest time for which anybody waits for a code or an invitation. */
const SERVICE_MS = 24 * 3_600_000;
const PATIENCE_MS = 3_600_000;

async function slowDomain({ db, nowMs }: Tx, domain: string): Promise<void> {
  const slow_until = nowMs + PATIENCE_MS;
  await db
    .insertInto('mail_domains')
    .values({ domain, next_at: nowMs, slow_until })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet({ slow_until }))
    .execute();
}

/** Renews the claims of a live worker. */
export const keepMails = defineWrite(
  'sending.keep',
  async (tx: Tx, { claims }: { claims: readonly ClaimedId[] }): Promise<null> => {
    const ids = claims.map(({ id }) => id);
    if (ids.length === 0) return null;
    const tokens = new Map(claims.map(({ id, token }) => [id, token]));
    const own = tx.db
      .selectFrom('mail_items')
      .select(['id', 'claim_token'])
      .where('id', 'in', ids)
      .where('status', '=', 'sending')
      .orderBy('id');
    const held = (await lockRows(tx, own).execute()).filter(({ id, claim_token }) => tokens.get(id) === claim_token);
    if (held.length === 0) return null;
    await tx.db
      .updateTable('mail_items')
      .set({ claimed_at: tx.nowMs })
      .where(
        'id',
        'in',
        held.map(({ id }) => id),
      )
      .execute();
    return null;
  },
);
