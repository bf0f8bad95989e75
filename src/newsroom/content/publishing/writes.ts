/**
 * Publishing: the article becomes public in our feed, its release published and its delivery due in one transaction. Whoever
 * delivers holds the row until `next_at`; what a dead instance held is due at once. Rules: newsroom.md §4.2.7.
 */

import {
  amendFinishedWrite,
  type FinishedWrite,
  type WriteClaim,
  writeOnce,
} from '../../../database/batches/finished-writes.ts';
import { defineFollower, defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { instanceDied } from '../../../ledger/instance-writes.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { createResultNotFoundError } from '../../analysis/analyses/reads.ts';
import type { ArticleRow } from '../article-tables.ts';
import type { ArticleFindings } from '../articles/findings.ts';
import { articleRemoval, ensureResultArticle, type PublishedArticle, publishArticle } from '../articles/writes.ts';
import { isShown, listFiles } from '../releases/files/file-reads.ts';
import { createReleaseMissingError } from '../releases/reads.ts';
import { readStatus } from '../releases/states.ts';
import type { ArticlePushRow } from './tables.ts';

type Text = Pick<ArticleRow, 'title' | 'subtitle' | 'body' | 'language'>;

export type PublishSource =
  /** `version`: of the text that the findings are about. */
  | { kind: 'release'; id: number; version: number; findings: ArticleFindings }
  | { kind: 'result'; id: string; text: Text; url: string | null; findings: ArticleFindings };

export interface PublishInput {
  companyId: string;
  source: PublishSource;
  /** Who delivers it now; null when there is nowhere to deliver to. */
  courier: { owner: string; leaseMs: number } | null;
  zone: string;
  claim: WriteClaim | undefined;
}

export interface Publication extends Pick<PublishedArticle, 'articleId' | 'seq' | 'contentHash'> {
  status: 'published' | 'queued' | 'skipped' | 'failed';
  attempts: number;
  error: string | null;
}

export type PushState = Pick<Publication, 'status' | 'attempts' | 'error'>;

export interface BegunPublication extends Publication {
  /** Whoever asked delivers it now. */
  isOurs: boolean;
}

/** Throws NOT_FOUND, `embargoed`, `version_conflict` or `alt_missing`. */
export const publish = defineWrite(
  'publishing.publish',
  (tx: Tx, input: PublishInput): Promise<FinishedWrite<BegunPublication>> =>
    writeOnce(tx, input.claim, async () => {
      const { companyId, source } = input;
      const published =
        source.kind === 'release'
          ? await publishRelease(tx, companyId, source, input.zone)
          : await publishResult(tx, companyId, source);
      const { articleId, seq, contentHash, isChanged } = published;
      const state = input.courier
        ? await dispatch(tx, articleId, contentHash, input.courier)
        : ({ status: isChanged ? 'published' : 'skipped', attempts: 0, error: null, isOurs: false } as const);
      return { articleId, seq, contentHash, ...state };
    }),
);

async function publishRelease(
  tx: Tx,
  companyId: string,
  { id, version, findings }: PublishSource & { kind: 'release' },
  zone: string,
): Promise<PublishedArticle> {
  const { db, nowMs } = tx;
  const query = db
    .selectFrom('press_releases')
    .select(['article_id', 'status', 'embargo_until', 'version'])
    .where('company_id', '=', companyId)
    .where('id', '=', id);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row) throw createReleaseMissingError();
  if (readStatus(row, nowMs) === 'embargoed' && row.embargo_until !== null) {
    throw createReasonError('embargoed', { details: { embargo_until: formatZonedTime(row.embargo_until, zone) } });
  }
  if (row.version !== version) {
    throw createReasonError('version_conflict', { details: { current_version: row.version } });
  }
  const files = await listFiles(db, companyId, id);
  const unsaid = files.filter((file) => !isShown(file)).length;
  if (unsaid > 0) throw createReasonError('alt_missing', { details: { pictures: unsaid } });
  if (row.status !== 'published') {
    const changes = { status: 'published', version: version + 1, updated_at: nowMs } as const;
    await db.updateTable('press_releases').set(changes).where('id', '=', id).execute();
  }
  return await publishArticle(tx, { articleId: row.article_id, findings });
}

async function publishResult(
  tx: Tx,
  companyId: string,
  { id, text, url, findings }: PublishSource & { kind: 'result' },
): Promise<PublishedArticle> {
  const ours = tx.db.selectFrom('analyses').select('id').where('id', '=', id).where('company_id', '=', companyId);
  if (!(await ours.executeTakeFirst())) throw createResultNotFoundError();
  const articleId = await ensureResultArticle(tx, { companyId, resultId: id, url, ...text });
  return await publishArticle(tx, { articleId, findings });
}

async function dispatch(
  tx: Tx,
  articleId: number,
  hash: string,
  { owner, leaseMs }: NonNullable<PublishInput['courier']>,
): Promise<PushState & { isOurs: boolean }> {
  const { db, nowMs } = tx;
  const row = await lockPush(tx, articleId);
  if (row?.pushed_hash === hash) return { status: 'skipped', attempts: row.attempts, error: null, isOurs: false };
  // Somebody is at it, or it waits for its next attempt.
  if (row?.hash === hash && row.state === 'waiting')
    return { status: 'queued', attempts: row.attempts, error: row.error, isOurs: false };
  const attempt = { hash, state: 'waiting', attempts: 1, next_at: nowMs + leaseMs, owner, tried_at: nowMs } as const;
  const unknown = { http_status: null, duration_ms: null, error: null };
  await db
    .insertInto('article_pushes')
    .values({ article_id: articleId, pushed_hash: null, ...attempt, ...unknown })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet({ ...attempt, ...unknown }))
    .execute();
  return { status: 'queued', attempts: 1, error: null, isOurs: true };
}

function lockPush(tx: Tx, articleId: number): Promise<ArticlePushRow | undefined> {
  return lockRows(
    tx,
    tx.db.selectFrom('article_pushes').selectAll().where('article_id', '=', articleId),
  ).executeTakeFirst();
}

export interface ClaimedPush {
  articleId: number;
  hash: string;
  attempts: number;
}

/** Makes a collected article public that waits for it. What is to be delivered now by whoever asked; null for nothing. */
export const pushCollected = defineWrite(
  'publishing.pushCollected',
  async (
    tx: Tx,
    { articleId, courier }: { articleId: number; courier: PublishInput['courier'] },
  ): Promise<ClaimedPush | null> => {
    const waiting = tx.db.selectFrom('articles').select('id').where('id', '=', articleId);
    if (!(await waiting.where('push_due', 'is not', null).executeTakeFirst())) return null;
    const { contentHash } = await publishArticle(tx, { articleId });
    if (courier === null) return null;
    const { isOurs, attempts } = await dispatch(tx, articleId, contentHash, courier);
    return isOurs ? { articleId, hash: contentHash, attempts } : null;
  },
);

/** Null when it is not due any more, or the article is not public any more: then nothing is delivered. */
export const claimPush = defineWrite(
  'publishing.claim',
  async (
    tx: Tx,
    { articleId, owner, leaseMs }: { articleId: number; owner: string; leaseMs: number },
  ): Promise<ClaimedPush | null> => {
    const { db, nowMs } = tx;
    const article = db.selectFrom('articles').select('content_hash').where('id', '=', articleId);
    const hash = (await article.where('is_public', '=', 1).executeTakeFirst())?.content_hash;
    const row = await lockPush(tx, articleId);
    if (!row || row.next_at === null || row.next_at > nowMs) return null;
    if (!hash || hash === row.pushed_hash) {
      await db
        .updateTable('article_pushes')
        .set({ next_at: null, owner: null, state: row.pushed_hash === null ? 'failed' : 'pushed' })
        .where('article_id', '=', articleId)
        .execute();
      return null;
    }
    const attempts = hash === row.hash ? row.attempts + 1 : 1;
    await db
      .updateTable('article_pushes')
      .set({ hash, attempts, owner, next_at: nowMs + leaseMs, tried_at: nowMs })
      .where('article_id', '=', articleId)
      .execute();
    return { articleId, hash, attempts };
  },
);

export interface PushOutcome {
  push: ClaimedPush;
  /** `retry`: it may succeed later; `held`: not sent yet, because the target has asked for a pause. */
  is: 'delivered' | 'retry' | 'refused' | 'held';
  httpStatus: number | null;
  durationMs: number;
  error: string | null;
  /** Milliseconds that the target has asked to wait. */
  retryAfterMs?: number | undefined;
  /** What the first attempt was asked for under an idempotency key, and what it is answered with. */
  answer?: { claim: WriteClaim; publication: Publication } | undefined;
}

export const ATTEMPTS_MAX = 8;
const FIRST_WAIT_MS = 60_000;
export const WAIT_MS_MAX = 6 * 3_600_000;

/** Records the outcome of an attempt. An attempt with another text than is due now only says what was delivered. */
export const recordPush = defineWrite('publishing.record', async (tx: Tx, outcome: PushOutcome): Promise<PushState> => {
  const { push, is, error, answer } = outcome;
  const isOver = is === 'refused' || (is === 'retry' && push.attempts >= ATTEMPTS_MAX);
  const status = is === 'delivered' ? 'published' : isOver ? 'failed' : 'queued';
  const ownWaitMs = is === 'held' ? 0 : FIRST_WAIT_MS * 2 ** (push.attempts - 1);
  const attempts = is === 'held' ? push.attempts - 1 : push.attempts;
  const waitMs = Math.min(Math.max(ownWaitMs, outcome.retryAfterMs ?? 0), WAIT_MS_MAX);
  const row = await lockPush(tx, push.articleId);
  if (row?.hash === push.hash && row.attempts === push.attempts && row.state === 'waiting') {
    await tx.db
      .updateTable('article_pushes')
      .set({
        attempts,
        state: status === 'published' ? 'pushed' : status === 'failed' ? 'failed' : 'waiting',
        next_at: status === 'queued' ? tx.nowMs + waitMs : null,
        owner: null,
        http_status: outcome.httpStatus,
        duration_ms: outcome.durationMs,
        error,
        ...(is === 'delivered' ? { pushed_hash: push.hash } : {}),
      })
      .where('article_id', '=', push.articleId)
      .execute();
  }
  const state = { status, attempts, error } as const;
  if (answer) await amendFinishedWrite(tx, answer.claim, { ...answer.publication, ...state });
  return state;
});

/** Nobody knows whether what a dead instance was delivering has arrived: it goes again, under the same key. */
export const releasePushesOfDead = defineFollower(instanceDied, async ({ db, nowMs }, { owner }) => {
  const held = db.updateTable('article_pushes').set({ next_at: nowMs, owner: null }).where('owner', '=', owner);
  await held.where('state', '=', 'waiting').execute();
});

/** There is nothing left to deliver. */
export const forgetPushOfRemoved = defineFollower(articleRemoval, async ({ db }, { articleId }) => {
  await db.deleteFrom('article_pushes').where('article_id', '=', articleId).execute();
});
