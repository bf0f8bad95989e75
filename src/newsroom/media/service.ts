/** Searches and ranks the media database in a separate thread, on a copy that is updated before each response. */
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import { ThreadPool } from '../../kernel/threads/thread-pool.ts';
import { ownShare, type TurnOwner } from '../../kernel/threads/turns.ts';
import type { DemoOptions } from '../content/articles/demo.ts';
import { readRevision } from './contacts/reads.ts';
import { prepareDemoMedia } from './demo/demo.ts';
import { listMediaChanges } from './index/media-index-reads.ts';
import type {
  FoundMedia,
  IndexAnswer,
  IndexJob,
  IndexPosition,
  MediaQuery,
  RankQuery,
  Recommendations,
} from './index/media-index-types.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    contacts: Contacts;
  }
}

export interface Contacts {
  /** Mail goes to nobody without a basis of consent, not even to desks. */
  readonly isConsentStrict: boolean;
  /** Throws OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  search(query: MediaQuery, owner: TurnOwner): Promise<FoundMedia>;
  /** The same. */
  recommend(query: RankQuery, owner: TurnOwner): Promise<Recommendations>;
  close(): Promise<void>;
}

export interface ContactsOptions {
  database: Database;
  demo: DemoOptions;
  isConsentStrict: boolean;
  log: Log;
}

const MEMORY_MB = 1_024;
const TASK_MS = 15_000;
/** A copy of thousands is not made anew for each visitor. */
const IDLE_MS = 3_600_000;
const LEARN_MS = 120_000;
/** While media change all the time the copy may fall behind again. */
const TRIES_MAX = 5;
/** A copy of so many changes is made before somebody waits for it. */
const WARM_REVISIONS = 1_000;

export async function openContacts(options: ContactsOptions): Promise<Contacts> {
  const { database, demo, isConsentStrict, log } = options;
  await prepareDemoMedia(database, demo);
  const index = new MediaIndexThread(database);
  if ((await readRevision(database.db)) > WARM_REVISIONS) {
    index.warm().catch((thrown: unknown) => log.warn({ err: thrown }, 'could not preload the media database'));
  }
  return {
    isConsentStrict,
    search: async (query, owner) => {
      const answer = await index.ask({ kind: 'search', query }, owner);
      if ('found' in answer) return answer.found;
      throw new FareboxError('INTERNAL');
    },
    recommend: async (query, owner) => {
      const answer = await index.ask({ kind: 'rank', query }, owner);
      if ('ranked' in answer) return answer.ranked;
      throw new FareboxError('INTERNAL');
    },
    close: () => index.close(),
  };
}

type Question = { kind: 'search'; query: MediaQuery } | { kind: 'rank'; query: RankQuery };

class MediaIndexThread {
  readonly #database: Database;
  readonly #threads: ThreadPool<IndexJob, IndexAnswer>;
  #learning: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#threads = new ThreadPool({
      entry: 'newsroom/media/index/media-index-worker.ts',
      memoryMb: MEMORY_MB,
      taskMs: TASK_MS,
      idleMs: IDLE_MS,
      tooLong: createOverloadedError,
      tooLarge: createOverloadedError,
    });
  }

  async ask(question: Question, owner: TurnOwner): Promise<IndexAnswer> {
    const revision = await readRevision(this.#database.db);
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const answer = await this.#threads.run({ ...question, revision }, owner);
      if (!('behind' in answer)) return answer;
      await this.#catchUp(answer.behind);
      owner.signal.throwIfAborted();
    }
    throw createOverloadedError();
  }

  warm(): Promise<void> {
    return this.#catchUp({ revision: 0, id: 0 });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  /** Once for all who find the copy behind; whoever asked from another position looks again. */
  #catchUp(from: IndexPosition): Promise<void> {
    this.#learning ??= this.#learn(from).finally(() => {
      this.#learning = null;
    });
    return this.#learning;
  }

  async #learn(from: IndexPosition): Promise<void> {
    const owner = { share: ownShare, signal: AbortSignal.timeout(LEARN_MS) };
    for (let after = from, isLast = false; !isLast; ) {
      const read = await this.#database.read(listMediaChanges, after);
      await this.#threads.run({ kind: 'learn', changes: read.changes }, owner);
      after = read.changes.position;
      isLast = read.isLast;
    }
  }
}

function createOverloadedError(): FareboxError {
  return new FareboxError('OVERLOADED', { retryAfterSeconds: 2 });
}
