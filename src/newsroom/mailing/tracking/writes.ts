/** Opens and clicks as they are stored: judged together with what else came of the same mail. */
import { sql } from 'kysely';
import { formatDay } from '../../../database/clock.ts';
import { defineWrite } from '../../../database/define.ts';
import { lockFreeRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { lockMail } from '../queue/item-writes.ts';
import { lockLane } from '../queue/lane-writes.ts';
import { acceptProof } from '../queue/proof-writes.ts';
import type { MailItem } from '../queue/reads.ts';
import { type ActorClass, classifyHits, findFirstHits, type Hit, keepsMail } from './classify.ts';

export interface NewHit extends Hit {
  articleId: number;
  /** Null: it names none. */
  mailId: number | null;
  /** The request asks not to be tracked. */
  optsOut: boolean;
}

/** Events of one mail that are kept and judged: a person makes a handful. */
const EVENTS_MAX = 300;

/** A portion of what was seen; hits on articles that there aren't are passed over. */
export const recordHits = defineWrite('tracking.record', async (tx: Tx, { hits }: { hits: readonly NewHit[] }) => {
  const articles = await findArticles(tx, [...new Set(hits.map(({ articleId }) => articleId))]);
  const current = hits.filter(({ articleId }) => articles.has(articleId));
  const mails = [...new Set(current.flatMap(({ mailId }) => mailId ?? []))].sort((one, other) => one - other);
  for (const mailId of mails)
    await recordOfMail(
      tx,
      mailId,
      current.filter((hit) => hit.mailId === mailId),
    );
  const anonymous = current.filter(({ mailId }) => mailId === null);
  for (const articleId of new Set(anonymous.map((hit) => hit.articleId))) {
    const campaignId = await findNewestCampaign(tx, articleId);
    await countHits(
      tx,
      anonymous.filter((hit) => hit.articleId === articleId),
      { articleId, campaignId },
    );
  }
  return null;
});

async function findArticles({ db }: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('articles').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Campaign that counts events without an email: the newest that has sent email about the article. */
async function findNewestCampaign({ db }: Tx, articleId: number): Promise<number | null> {
  const newest = db
    .selectFrom('mail_items')
    .select('campaign_id')
    .where('article_id', '=', articleId)
    .where('kind', '=', 'campaign')
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1);
  return (await newest.executeTakeFirst())?.campaign_id ?? null;
}

async function recordOfMail(tx: Tx, mailId: number, hits: readonly NewHit[]): Promise<void> {
  const row = await tx.db
    .selectFrom('mail_items')
    .leftJoin('companies', 'companies.id', 'mail_items.company_id')
    .select(['mail_items.lane', 'mail_items.kind', 'mail_items.campaign_id', 'mail_items.erased_at'])
    .select('companies.individual_tracking')
    .where('mail_items.id', '=', mailId)
    .executeTakeFirst();
  // Test mails and what the service itself sends are not counted.
  if (!row || (row.kind !== 'campaign' && row.kind !== 'diagnosis')) return;
  const isIndividual = row.individual_tracking !== 0 && row.erased_at === null;
  const own = hits.filter(({ kind, optsOut }) => keepsMail(kind, optsOut, isIndividual));
  const others = hits.filter((hit) => !own.includes(hit));
  const [other] = others;
  if (other) await countHits(tx, others, { articleId: other.articleId, campaignId: row.campaign_id });
  if (own.length === 0) return;
  const lane = await lockLane(tx, row.lane);
  const mail = await lockMail(tx, mailId);
  if (!mail) return;
  const before = await tx.db
    .selectFrom('mail_events')
    .selectAll()
    .where('email_id', '=', mailId)
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute();
  await insertHits(tx, own.slice(0, EVENTS_MAX - before.length), mail);
  // Somebody has read what nobody knew to have arrived.
  if (await judgeMail(tx, mail)) await acceptProof(tx, mail, lane);
}

const readFacts = ({ sent_at, transport }: MailItem) => ({
  sentAt: sent_at,
  transport: transport ?? ('smtp' as const),
});

const HOUR_MS = 3_600_000;

/**
 * Adds hits that name no mail to the row of their hour, so that strangers can't add rows at will: at most six an article and
 * hour, and six a day for an article without a campaign, which has no timeline.
 */
async function countHits(
  { db }: Tx,
  hits: readonly NewHit[],
  { articleId, campaignId }: { articleId: number; campaignId: number | null },
): Promise<void> {
  const spanMs = campaignId === null ? DAY_MS : HOUR_MS;
  const counts = new Map<string, { kind: NewHit['kind']; at: number; actor_class: ActorClass; events: number }>();
  for (const hit of hits) {
    const [judgement] = classifyHits([hit], null);
    const actor_class = judgement?.actorClass ?? 'unknown';
    const at = hit.at - (hit.at % spanMs);
    const key = `${hit.kind} ${at} ${actor_class}`;
    counts.set(key, { kind: hit.kind, at, actor_class, events: (counts.get(key)?.events ?? 0) + 1 });
  }
  const nobody = { ip_prefix: null, ua: '', is_trap: 0, reasons: '[]', url: null, email_id: null } as const;
  for (const { events, ...bucket } of counts.values()) {
    const updated = await db
      .updateTable('mail_events')
      .set({ events: sql<number>`events + ${sql.lit(events)}` })
      .where('email_id', 'is', null)
      .where('article_id', '=', articleId)
      .where('at', '=', bucket.at)
      .where('campaign_id', campaignId === null ? 'is' : '=', campaignId)
      .where('kind', '=', bucket.kind)
      .where('actor_class', '=', bucket.actor_class)
      .executeTakeFirst();
    if (updated.numUpdatedRows > 0n) continue;
    const row = { ...nobody, ...bucket, article_id: articleId, campaign_id: campaignId, events };
    await db.insertInto('mail_events').values(row).execute();
  }
}

async function insertHits({ db }: Tx, hits: readonly NewHit[], mail: MailItem): Promise<void> {
  if (hits.length === 0) return;
  const rows = hits.map((hit) => {
    const [judgement = { actorClass: 'unknown' as const, reasons: [] }] = classifyHits([hit], readFacts(mail));
    return {
      kind: hit.kind,
      article_id: hit.articleId,
      email_id: mail.id,
      campaign_id: mail.campaign_id,
      at: hit.at,
      ip_prefix: hit.address,
      ua: hit.userAgent,
      is_trap: hit.isTrap ? (1 as const) : (0 as const),
      actor_class: judgement.actorClass,
      reasons: JSON.stringify(judgement.reasons),
      url: hit.url,
    };
  });
  await db.insertInto('mail_events').values(rows).execute();
}

/** Judges all events of a mail anew: a later one tells what an earlier one was. True: somebody may have read it. */
async function judgeMail({ db, nowMs }: Tx, mail: MailItem): Promise<boolean> {
  const rows = await db
    .selectFrom('mail_events')
    .selectAll()
    .where('email_id', '=', mail.id)
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute();
  const hits = rows.map(
    (row): Hit => ({
      kind: row.kind,
      isTrap: row.is_trap === 1,
      method: 'GET',
      userAgent: row.ua,
      address: row.ip_prefix,
      at: row.at,
      url: row.url,
    }),
  );
  const judgements = classifyHits(hits, readFacts(mail));
  for (const [at, row] of rows.entries()) {
    const judgement = judgements[at];
    const reasons = JSON.stringify(judgement?.reasons ?? []);
    if (!judgement || (row.actor_class === judgement.actorClass && row.reasons === reasons)) continue;
    const changes = { actor_class: judgement.actorClass, reasons };
    await db.updateTable('mail_events').set(changes).where('id', '=', row.id).execute();
  }
  const { openedAt, clickedAt } = findFirstHits(hits, judgements);
  if (openedAt !== mail.opened_at || clickedAt !== mail.clicked_at) {
    const firsts = { opened_at: openedAt, clicked_at: clickedAt, updated_at: nowMs };
    await db.updateTable('mail_items').set(firsts).where('id', '=', mail.id).execute();
  }
  return openedAt !== null;
}

const PORTION = 1_000;

/** Events whose time is over become daily totals: how many went. */
export const totalEvents = defineWrite(
  'tracking.total',
  async (tx: Tx, { keptMs }: { keptMs: number }): Promise<number> => {
    const { db, nowMs } = tx;
    const old = db
      .selectFrom('mail_events')
      .select(['id', 'at', 'campaign_id', 'kind', 'actor_class', 'events'])
      .where('at', '<', nowMs - keptMs)
      .orderBy('at')
      .limit(PORTION);
    const rows = await lockFreeRows(tx, old).execute();
    const totals = new Map<string, { key: (typeof rows)[number]; events: number }>();
    for (const row of rows) {
      const name = [formatDay(row.at), row.campaign_id, row.kind, row.actor_class].join(' ');
      totals.set(name, { key: row, events: (totals.get(name)?.events ?? 0) + row.events });
    }
    for (const { key, events } of totals.values()) {
      const { at, campaign_id, kind, actor_class } = key;
      await db
        .insertInto('mail_event_totals')
        .values({ day: formatDay(at), campaign_id: campaign_id ?? 0, kind, actor_class, events })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'campaign_id', 'kind', 'actor_class'])
            .doUpdateSet({ events: sql<number>`mail_event_totals.events + excluded.events` }),
        )
        .execute();
    }
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom('mail_events').where('id', 'in', ids).execute();
    return ids.length;
  },
);
