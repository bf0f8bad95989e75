/** Delivering public articles to the answer-engine API that the operator has named. */

import type { WriteClaim } from '../../../database/batches/finished-writes.ts';
import { createStoreUnavailableError } from '../../../database/failure.ts';
import type { Database } from '../../../database/types.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { parseRetryAfterMs } from '../../../providers/shared/classify.ts';
import { type ExchangeLimits, exchange, type RequestContext } from '../../../providers/shared/network/exchange.ts';
import { findFeedArticle } from '../feed/reads.ts';
import type { Site } from '../feed/types.ts';
import { findArticleLanguage } from './reads.ts';
import {
  type ClaimedPush,
  type Publication,
  type PushOutcome,
  type PushState,
  recordPush,
  WAIT_MS_MAX,
} from './writes.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    publishing: Publishing;
  }
}

export interface Publishing {
  /** `AEO_API_URL`; null: our own feed alone. */
  readonly target: string | null;
  /** Who delivers from here, and for how long nobody else does; null when there is no target. Throws STORE_UNAVAILABLE. */
  openCourier(): { owner: string; leaseMs: number } | null;
  /**
   * Sends the article as it stands in the feed, and notes what became of it. `answer`: kept for repeats under the
   * idempotency key. Throws when the signal aborts: then it is sent again when this instance's lease is over.
   */
  deliver(
    push: ClaimedPush,
    ctx: RequestContext,
    answer?: { claim: WriteClaim; publication: Publication },
  ): Promise<PushState>;
}

export interface PublishingOptions {
  database: Pick<Database, 'db' | 'write' | 'findOwner'>;
  /** Addresses that operators set are not guarded. */
  target: string | undefined;
  apiKey: string | undefined;
  site: Site;
}

type SendOutcome = Pick<PushOutcome, 'is' | 'httpStatus' | 'error' | 'retryAfterMs'>;

const SEND_MS = 10_000;
/** Longer than an attempt can take. */
const LEASE_MS = 60_000;
const LIMITS: ExchangeLimits = { bodyBytesMax: 64 * 1024, stallMs: SEND_MS, overCap: 'truncate' };

export function openPublishing({ database, target: configured, apiKey, site }: PublishingOptions): Publishing {
  const target = configured ?? null;
  /** The target has asked for a pause until then, on the steady clock of this machine. */
  let pausedUntilMs = 0;
  return {
    target,
    openCourier() {
      const owner = database.findOwner();
      if (target === null) return null;
      if (owner === null) throw createStoreUnavailableError(new Error('This instance has lost its lock.'));
      return { owner, leaseMs: LEASE_MS };
    },
    async deliver(push, ctx, answer) {
      const { articleId, hash } = push;
      const language = (await findArticleLanguage(database.db, articleId)) ?? 'en';
      const article = await findFeedArticle(database.db, articleId, language, site);
      const startedMs = performance.now();
      const waitMs = Math.ceil(pausedUntilMs - startedMs);
      const outcome: SendOutcome =
        target === null || article === undefined || article === 'gone'
          ? { is: 'refused', httpStatus: null, error: 'The article is no longer public' }
          : waitMs > 0
            ? { is: 'held', httpStatus: null, error: 'The target rate-limited this server', retryAfterMs: waitMs }
            : await send({ target, apiKey }, `${articleId}:${hash}`, article.document, ctx);
      const pauseMs = Math.min(outcome.retryAfterMs ?? 0, WAIT_MS_MAX);
      pausedUntilMs = Math.max(pausedUntilMs, performance.now() + pauseMs);
      const durationMs = Math.round(performance.now() - startedMs);
      return await database.write(recordPush, { push, ...outcome, durationMs, answer });
    },
  };
}

async function send(
  { target, apiKey }: { target: string; apiKey: string | undefined },
  key: string,
  document: string,
  ctx: RequestContext,
): Promise<SendOutcome> {
  const request = {
    provider: 'aeo',
    method: 'POST',
    url: new URL(target),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: `{"article":${document},"idempotency_key":${JSON.stringify(key)}}`,
    isGuarded: false,
  } as const;
  try {
    const { status, headers } = await exchange(request, { ...ctx, deadlineMs: Date.now() + SEND_MS }, LIMITS);
    if (status >= 200 && status < 300) return { is: 'delivered', httpStatus: status, error: null };
    const mayPass = status === 408 || status === 429 || status >= 500;
    const error = `The target returned HTTP status ${status}`;
    const retryAfterMs = parseRetryAfterMs(headers, Date.now());
    return { is: mayPass ? 'retry' : 'refused', httpStatus: status, error, ...(mayPass ? { retryAfterMs } : {}) };
  } catch (thrown) {
    if (ctx.signal.aborted || !(thrown instanceof UpstreamFailure)) throw thrown;
    const error = thrown.kind === 'timeout' ? 'The target did not respond in time' : 'The target could not be reached';
    return { is: 'retry', httpStatus: null, error };
  }
}
