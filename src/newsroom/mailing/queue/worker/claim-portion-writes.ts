/** Claims emails of one lane together with their units of the daily budget. Rules: newsroom.md §7.3. */
import { sql } from 'kysely';
import { lockFreeRows } from '../../../../database/dialect.ts';
import type { Tx } from '../../../../database/types.ts';
import { createTimeOrderedId } from '../../../../lib/ids.ts';
import { isReservedDomain } from '../../../../lib/mail-address.ts';
import { findObstacle } from '../../../media/contacts/permission.ts';
import { readRecipients } from '../../../media/contacts/reads.ts';
import { findSuppressed } from '../../../suppression-list/reads.ts';
import { findCampaignRest, findOutreachObstacle } from '../../contacted-reads.ts';
import type { MailStateRow } from '../../state-tables.ts';
import { isBraked } from '../bounce-rate-writes.ts';
import { countDays, countUsed, TESTS, takeUnits, testScope } from '../budget-writes.ts';
import { blockLane, settleLane, startLane } from '../lane-writes.ts';
import { computeWarmup, type MailLimits } from '../limits.ts';
import type { MailItem } from '../reads.ts';
import { findSender, limitSender, type MailSender, type Sender } from '../sender-reads.ts';
import type { MailLaneRow } from '../tables.ts';
import { type Blockage, SERVICE_LANE } from '../types.ts';

export interface ClaimedMail {
  mail: MailItem & { claim_token: string };
  /** Null for mail of the service itself. */
  sender: MailSender | null;
}

/** Running result of one claim. */
export interface Round {
  /** The instance that claims. */
  owner: string;
  limits: MailLimits;
  state: MailStateRow;
  day: string;
  /** Units of the day that all mailing has taken. */
  used: number;
  /** Mails that were looked at in vain. */
  passed: number;
  mails: ClaimedMail[];
}

/** At most `most` mails of the line. False: there is nothing more to claim of it now. */
export async function claimPortion(tx: Tx, round: Round, lane: MailLaneRow, most: number): Promise<boolean> {
  const due = await listDue(tx, round.limits, lane.lane, most);
  const [first] = due;
  if (!first) {
    await settleLane(tx, lane);
    return false;
  }
  const sender = first.company_id === null ? null : await findSender(tx, first.company_id, round.limits);
  const isTest = lane.kind === 'test';
  const room = sender && isTest ? await findTestRoom(tx, round, sender) : await findRoom(tx, round, sender);
  if (typeof room !== 'number') {
    await blockLane(tx, lane, room);
    return false;
  }
  // Of one sender: the service's own mails wait in one line, whoever they are for.
  const mails = due.filter(({ company_id }) => company_id === first.company_id).slice(0, room);
  const fit = await passOver(tx, round.limits, mails);
  round.passed += mails.length - fit.length;
  if (fit.length === 0) return true;
  await startLane(tx, lane);
  for (const mail of await takeMails(tx, round, fit)) round.mails.push({ mail, sender });
  if (!isTest) round.used += fit.length;
  await takeUnits(tx, first, round.day, fit.length);
  return true;
}

/** The first that are due; by SMTP, of domains that nobody writes to and whose gap is over. */
async function listDue(tx: Tx, { transport }: MailLimits, lane: string, most: number): Promise<MailItem[]> {
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
  const chosen = (transport === 'smtp' ? free : due).orderBy('next_attempt_at').orderBy('id').limit(most);
  return await lockFreeRows(tx, chosen).execute();
}

/** Number of emails that the day still allows the sender, one at least; or the reason that holds all of them up. */
async function findRoom(
  tx: Tx,
  { state, limits, used, day }: Round,
  sender: Sender | null,
): Promise<number | Blockage> {
  if (state.paused === 1) return toBlockage(state.paused_reason);
  if (sender && !sender.isActive) return 'account_suspended';
  if (await isBraked(tx, sender?.companyId ?? null)) return 'bounce_rate';
  const isRamped = limits.transport === 'smtp' && limits.hasWarmup;
  const ramp = isRamped ? computeWarmup((await countDays(tx.db, day)) + 1) : Number.POSITIVE_INFINITY;
  const own = sender === null ? Number.POSITIVE_INFINITY : limitSender(sender, state.daily_limit);
  const ownUsed = sender === null ? 0 : await countUsed(tx.db, sender.companyId, day);
  const rooms: [number, Blockage][] = [
    [state.daily_limit - used, 'daily_limit'],
    [ramp - used, 'warmup'],
    [own - ownUsed, 'company_limit'],
  ];
  const full = rooms.find(([room]) => room <= 0);
  return full ? full[1] : Math.min(...rooms.map(([room]) => room));
}

/** Test mails of one company may take this part of the day's limit, and those of all companies as many as it allows. */
const TESTS_SHARE = 0.2;

async function findTestRoom(tx: Tx, { state, day }: Round, sender: Sender): Promise<number | Blockage> {
  if (state.paused === 1) return toBlockage(state.paused_reason);
  if (!sender.isActive) return 'account_suspended';
  if (await isBraked(tx, sender.companyId)) return 'bounce_rate';
  const own = Math.max(1, Math.floor(limitSender(sender, state.daily_limit) * TESTS_SHARE));
  const ofAll = state.daily_limit - (await countUsed(tx.db, TESTS, day));
  const left = own - (await countUsed(tx.db, testScope(sender.companyId), day));
  if (ofAll <= 0) return 'daily_limit';
  return left <= 0 ? 'company_limit' : Math.min(ofAll, left);
}

const BLOCKAGES: readonly Blockage[] = ['transport_error', 'bounce_rate', 'restored_database'];
const toBlockage = (reason: string | null): Blockage => BLOCKAGES.find((one) => one === reason) ?? 'paused';

/** Those that may go, whatever the budget; the others wait, or have ended. */
async function passOver(tx: Tx, limits: MailLimits, mails: readonly MailItem[]): Promise<MailItem[]> {
  const refusals = await findRefusals(tx, limits, mails);
  const fit: MailItem[] = [];
  for (const mail of mails) {
    const restUntil = mail.kind === 'diagnosis' ? await findCampaignRest(tx, mail.address_norm) : null;
    const refusal = refusals.get(mail.id);
    const left = refusal === undefined ? null : { ...refusal, next_attempt_at: null };
    const changes = restUntil === null ? left : { next_attempt_at: restUntil };
    if (changes === null) fit.push(mail);
    else await changeMail(tx, mail.id, changes);
  }
  return fit;
}

const changeMail = ({ db, nowMs }: Tx, id: number, changes: Partial<Omit<MailItem, 'id'>>) =>
  db
    .updateTable('mail_items')
    .set({ ...changes, updated_at: nowMs })
    .where('id', '=', id)
    .execute();

export interface Refusal {
  status: 'suppressed' | 'skipped';
  reason: string;
}

/** Which of these must not go, and why. They are of one sender. */
export async function findRefusals(
  { db, nowMs }: Tx,
  { transport, isConsentStrict }: MailLimits,
  mails: readonly MailItem[],
): Promise<Map<number, Refusal>> {
  const refusals = new Map<number, Refusal>();
  const ordinary = mails.filter(({ kind }) => kind !== 'diagnosis');
  const norms = ordinary.map(({ address_norm }) => address_norm);
  const suppressed = await findSuppressed(db, mails[0]?.company_id ?? null, norms, nowMs);
  const media = await readRecipients(
    db,
    ordinary.flatMap(({ media_id, kind }) => (media_id === null || kind === 'test' ? [] : [media_id])),
  );
  for (const mail of mails) {
    const medium = mail.media_id === null || mail.kind === 'test' ? undefined : media.get(mail.media_id);
    const refuse = (reason: string): unknown => refusals.set(mail.id, { status: 'suppressed', reason });
    const reason =
      mail.kind === 'diagnosis'
        ? await findOutreachObstacle({ db, nowMs }, { norm: mail.address_norm, articleId: mail.article_id })
        : (suppressed.get(mail.address_norm) ?? null);
    const obstacle = medium ? findObstacle(medium, false, isConsentStrict) : null;
    if (transport === 'smtp' && isReservedDomain(mail.domain))
      refusals.set(mail.id, { status: 'skipped', reason: 'reserved_domain' });
    else if (reason !== null) refuse(reason);
    else if (obstacle === 'refuses_ads' || obstacle === 'no_consent') refuse(obstacle);
  }
  return refusals;
}

/** They are the worker's from now on, under one token. */
export async function takeMails(
  tx: Tx,
  { owner, day, limits }: Pick<Round, 'owner' | 'day' | 'limits'>,
  mails: readonly MailItem[],
): Promise<ClaimedMail['mail'][]> {
  const { db, nowMs } = tx;
  const claim_token = createTimeOrderedId('clm_', nowMs);
  const isService = mails[0]?.lane === SERVICE_LANE;
  const budget_day = isService ? null : day;
  const facts = { status: 'claimed', claim_token, claimed_at: nowMs, worker_id: owner } as const;
  const changes = { ...facts, budget_day, updated_at: nowMs };
  const ids = mails.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('mail_items').set(changes).where('id', 'in', ids).execute();
  if (limits.transport === 'smtp' && !isService)
    for (const { domain } of mails) await noteDomain(tx, domain, limits.domainGapMs);
  return mails.map((mail) => ({ ...mail, ...changes }));
}

async function noteDomain({ db, nowMs }: Tx, domain: string, gapMs: number): Promise<void> {
  const gap = sql<number>`CASE WHEN mail_domains.slow_until > ${nowMs} THEN 2 ELSE 1 END`;
  const next = sql<number>`cast(${nowMs} as bigint) + cast(${gapMs} as bigint) * ${gap}`;
  await db
    .insertInto('mail_domains')
    .values({ domain, next_at: nowMs + gapMs, slow_until: 0 })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet({ next_at: next }))
    .execute();
}
