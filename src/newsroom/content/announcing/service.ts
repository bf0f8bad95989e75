/** Telling search engines which addresses of the feed have changed, by IndexNow. Rules: newsroom.md §4.9.3. */
import type { Database } from '../../../database/types.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { parseRetryAfterMs } from '../../../providers/shared/classify.ts';
import { type ExchangeLimits, exchange, type RequestContext } from '../../../providers/shared/network/exchange.ts';
import { findAnnouncement, isAnnouncementDue, listUntold } from './reads.ts';
import { type AnnouncementOutcome, beginAnnouncing, recordAnnouncement } from './writes.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    announcer: Announcer;
  }
}

export interface Announcer {
  /** False without INDEXNOW_KEY: then nothing is sent. */
  readonly isOn: boolean;
  isDue(nowMs: number): Promise<boolean>;
  /** Tells what has changed and notes how that ended; throws when the signal aborts, and then it is told again. */
  announce(ctx: RequestContext): Promise<void>;
}

export interface AnnouncerOptions {
  database: Database;
  /** `INDEXNOW_KEY`, which the server shows at `/<key>.txt`. */
  key: string | undefined;
  /** Set by operators, so it is not guarded. */
  endpoint: string;
  baseUrl: string;
}

/** The most that one request may name. */
const ADDRESSES_MAX = 10_000;
const SEND_MS = 20_000;
const LIMITS: ExchangeLimits = { bodyBytesMax: 16 * 1024, stallMs: SEND_MS, overCap: 'truncate' };

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The search engine could not read the request',
  403: 'The search engine could not confirm the key: INDEXNOW_KEY must be readable under BASE_URL',
  422: 'The search engine does not accept URLs of this host: check BASE_URL and INDEXNOW_KEY',
  429: 'The search engine rate-limited this server',
};

export async function openAnnouncer({ database, key, endpoint, baseUrl }: AnnouncerOptions): Promise<Announcer> {
  if (key === undefined) return { isOn: false, isDue: async () => false, announce: async () => {} };
  await database.write(beginAnnouncing, null);
  return {
    isOn: true,
    isDue: (nowMs) => isAnnouncementDue(database.db, nowMs),
    async announce(ctx) {
      const position = (await findAnnouncement(database.db))?.number ?? 0;
      const changed = await listUntold(database.db, position, ADDRESSES_MAX);
      const number = changed.at(-1)?.number;
      if (number === undefined) return;
      const body = JSON.stringify({
        host: new URL(baseUrl).host,
        key,
        keyLocation: `${baseUrl}/${key}.txt`,
        urlList: changed.map(({ id }) => `${baseUrl}/v1/articles/${id}`),
      });
      await database.write(recordAnnouncement, { number, ...(await send(endpoint, body, ctx)) });
    },
  };
}

async function send(endpoint: string, body: string, ctx: RequestContext): Promise<Omit<AnnouncementOutcome, 'number'>> {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const request = {
    provider: 'indexnow',
    method: 'POST',
    url: new URL(endpoint),
    headers,
    body,
    isGuarded: false,
  } as const;
  try {
    const { status, headers: answered } = await exchange(request, { ...ctx, deadlineMs: Date.now() + SEND_MS }, LIMITS);
    const isTaken = status >= 200 && status < 300;
    const error = REFUSALS[status] ?? `The search engine returned HTTP status ${status}`;
    if (isTaken) return { httpStatus: status, error: null };
    return { httpStatus: status, error, retryAfterMs: parseRetryAfterMs(answered, Date.now()) };
  } catch (thrown) {
    if (ctx.signal.aborted || !(thrown instanceof UpstreamFailure)) throw thrown;
    const isLate = thrown.kind === 'timeout';
    return {
      httpStatus: null,
      error: isLate ? 'The search engine did not respond in time' : 'The search engine could not be reached',
    };
  }
}
