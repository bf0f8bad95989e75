/** The feed's own rules: which state an answer belongs to, what tells two answers apart, and cursors that nobody makes up. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { Log } from '../../../kernel/ports.ts';
import type { Secrets } from '../../../ledger/secret.ts';
import { type ListPosition, readFeedState } from './reads.ts';
import { RestoreGuard } from './restore-check.ts';
import { compareEpoch } from './state-writes.ts';
import type { FeedState, Site } from './types.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    feed: Feed;
  }
}

export interface Feed {
  readonly site: Site;
  /** One row; everything else of an answer that has not changed stays unread. */
  readState(): Promise<FeedState>;
  /** A weak ETag of an answer at a state; `parts` are what the answer depends on beside it. */
  buildTag(state: FeedState, parts: readonly (string | number | boolean | null)[]): string;
  /** Where a list in a language goes on; opaque and signed. */
  writeCursor(position: ListPosition, lang: string): string;
  /** Throws `invalid_cursor` for one that was changed, or belongs to another language. */
  readCursor(cursor: string, lang: string): ListPosition;
  close(): Promise<void>;
}

export interface FeedOptions {
  database: Database;
  secrets: Pick<Secrets, 'sign' | 'verify'>;
  site: Site;
  /** Of this instance alone. */
  dataDir: string;
  log: Log;
}

/** Looks whether the database was restored, before anybody reads it. */
export async function openFeed(options: FeedOptions): Promise<Feed> {
  const { database, log, dataDir } = options;
  const restoreGuard = new RestoreGuard(dataDir, log);
  const sighting = await restoreGuard.read();
  if (sighting) {
    const { isRestored, ...state } = await database.write(compareEpoch, { seen: sighting });
    restoreGuard.note(state);
    if (isRestored) log.warn({ epoch: state.epoch }, 'database was restored: feed readers start over');
  }
  return new SignedFeed(options, restoreGuard);
}

/** Changes whenever the same rows are answered otherwise. */
const FORM = 1;
const TAG_CHARS = 27;
const CURSOR = /^([\w-]{1,200})\.([\w-]+\.[\w-]+)$/;
const POSITION = /^(-?\d{1,16}) (\d{1,16}) (.*)$/s;

class SignedFeed implements Feed {
  readonly site: Site;
  readonly #database: Database;
  readonly #secrets: FeedOptions['secrets'];
  readonly #restoreGuard: RestoreGuard;

  constructor({ site, database, secrets }: FeedOptions, restoreGuard: RestoreGuard) {
    this.site = site;
    this.#database = database;
    this.#secrets = secrets;
    this.#restoreGuard = restoreGuard;
  }

  async readState(): Promise<FeedState> {
    const state = await readFeedState(this.#database.db);
    this.#restoreGuard.note(state);
    return state;
  }

  buildTag({ epoch, number, horizon }: FeedState, parts: readonly (string | number | boolean | null)[]): string {
    const { baseUrl, zone } = this.site;
    const all = JSON.stringify([FORM, baseUrl, zone, epoch, number, horizon, ...parts]);
    return `W/"${createHash('sha256').update(all).digest('base64url').slice(0, TAG_CHARS)}"`;
  }

  writeCursor({ publishedAt, id }: ListPosition, lang: string): string {
    const payload = Buffer.from(`${publishedAt} ${id} ${lang}`).toString('base64url');
    return `${payload}.${this.#secrets.sign('cursor', payload)}`;
  }

  readCursor(cursor: string, lang: string): ListPosition {
    const [, payload = '', signature = ''] = CURSOR.exec(cursor) ?? [];
    const isOurs = payload !== '' && this.#secrets.verify('cursor', payload, signature);
    const position = isOurs ? POSITION.exec(Buffer.from(payload, 'base64url').toString()) : null;
    if (!position || position[3] !== lang) throw createReasonError('invalid_cursor');
    return { publishedAt: Number(position[1]), id: Number(position[2]) };
  }

  close(): Promise<void> {
    return this.#restoreGuard.close();
  }
}
