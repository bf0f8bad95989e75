/** Fixes that are close in meaning to a text, where a provider of embeddings is set up. It only adds to the search. */

import type { Database } from '../../database/types.ts';
import type { Limiter } from '../../kernel/ports.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import { withSignal } from '../../kernel/tool/context.ts';
import cohere from '../../providers/cohere.ts';
import gemini from '../../providers/gemini.ts';
import jina from '../../providers/jina.ts';
import openai from '../../providers/openai.ts';
import type { EmbedAnswer } from '../../providers/shared/chat/embeddings.ts';
import tei from '../../providers/tei.ts';
import voyage from '../../providers/voyage.ts';
import { truncate } from '../../text/truncate.ts';
import { keepFixVectors } from '../moderation-writes.ts';
import * as store from '../reads.ts';
import type { FixVectorRow } from '../tables.ts';

type EmbedTexts = (texts: readonly string[], inputType: 'query' | 'document', ctx: CallContext) => Promise<EmbedAnswer>;

const DIMENSIONS = 256;
/** Of all published fixes the newest ones have vectors: they are compared in memory. */
const VECTORS_MAX = 5_000;
const TEXT_CHARS_MAX = 2_000;
const BATCH = 32;
const RESULTS_MAX = 20;
/** Texts that callers without a payment may have read in a day, all together. */
const PER_DAY = 5_000;
const DAY_SECONDS = 86_400;
/** Nobody waits longer for it. */
const QUERY_MS = 2_000;
const FILL_MS = 30_000;
/** Lifetimes of a complete list of vectors, and of the pause after a provider failed. */
const LIST_MS = 60_000;

/** The operator's own server first, then by price. */
const readers: readonly { id: string; read: EmbedTexts }[] = [
  { id: tei.id, read: (texts, inputType, ctx) => tei.embed({ texts, inputType, dimensions: DIMENSIONS }, ctx) },
  {
    id: voyage.id,
    read: (texts, inputType, ctx) => voyage.embed({ texts, inputType, dimensions: DIMENSIONS, model: 'lite' }, ctx),
  },
  { id: jina.id, read: (texts, inputType, ctx) => jina.embed({ texts, inputType, dimensions: DIMENSIONS }, ctx) },
  {
    id: openai.id,
    read: (texts, inputType, ctx) => openai.embeddings.embed({ texts, inputType, dimensions: DIMENSIONS }, ctx),
  },
  {
    id: cohere.id,
    read: (texts, inputType, ctx) => cohere.embeddings.embed({ texts, inputType, dimensions: DIMENSIONS }, ctx),
  },
  {
    id: gemini.id,
    read: (texts, inputType, ctx) => gemini.embeddings.embed({ texts, inputType, dimensions: DIMENSIONS }, ctx),
  },
];

interface Space {
  vectors: Map<number, { digest: string; vector: Float32Array }>;
  listedMs: number;
  filling: boolean;
}

export class Meaning {
  readonly #database: Pick<Database, 'db' | 'write'>;
  readonly #limiter: Limiter;
  readonly #spaces = new Map<string, Space>();
  #restUntilMs = 0;

  constructor(database: Pick<Database, 'db' | 'write'>, limiter: Limiter) {
    this.#database = database;
    this.#limiter = limiter;
  }

  /** How close fixes are (0–1), by their numbers; empty without a provider, beyond the day's share, and when it fails. */
  async findNear(text: string, ctx: CallContext): Promise<Map<number, number>> {
    const reader = readers.find(({ id }) => ctx.environment.settings(id) !== null);
    if (!reader || Date.now() < this.#restUntilMs) return new Map();
    if (!(await this.#limiter.consume(`fixes embed ${ctx.mode}`, PER_DAY, DAY_SECONDS)).isAllowed) return new Map();
    try {
      const { vectors, model } = await reader.read(
        [truncate(text, TEXT_CHARS_MAX)],
        'query',
        withTimeLimit(ctx, QUERY_MS),
      );
      const name = `${ctx.mode} ${reader.id} ${model}`;
      const space = await this.#loadSpace(name);
      this.#fill(name, space, reader.read, ctx);
      return findClosest(Float32Array.from(vectors[0] ?? []), space);
    } catch (thrown) {
      this.#restUntilMs = Date.now() + LIST_MS;
      ctx.log.warn({ err: thrown, provider: reader.id }, 'searching fixes without embeddings');
      return new Map();
    }
  }

  async #loadSpace(name: string): Promise<Space> {
    const existing = this.#spaces.get(name);
    if (existing && Date.now() - existing.listedMs < LIST_MS) return existing;
    const rows = await store.listVectors(this.#database.db, name, VECTORS_MAX);
    const vectors = new Map(rows.map(({ fix, digest, vector }) => [fix, { digest, vector: parseVector(vector) }]));
    const space = { vectors, listedMs: Date.now(), filling: existing?.filling ?? false };
    this.#spaces.set(name, space);
    return space;
  }

  /** Reads what has no vector yet, one batch after a search; the caller does not wait for it. */
  #fill(name: string, space: Space, embedTexts: EmbedTexts, ctx: CallContext): void {
    if (space.filling) return;
    space.filling = true;
    this.#readBatch(name, space, embedTexts, withTimeLimit(ctx, FILL_MS))
      .catch((thrown: unknown) => ctx.log.warn({ err: thrown }, 'could not compute embeddings of fixes'))
      .finally(() => {
        space.filling = false;
      });
  }

  async #readBatch(name: string, space: Space, embedTexts: EmbedTexts, ctx: CallContext): Promise<void> {
    const fixes = await store.listPublishedDigests(this.#database.db, VECTORS_MAX);
    const missing = fixes.filter(({ num, digest }) => space.vectors.get(num)?.digest !== digest).slice(0, BATCH);
    if (missing.length === 0) return;
    const rows = await store.listFixesByNumber(
      this.#database.db,
      missing.map(({ num }) => num),
    );
    if (rows.length === 0) return;
    const texts = rows.map(({ title, error, cause }) => truncate(`${title}\n${error}\n${cause}`, TEXT_CHARS_MAX));
    const { vectors, model } = await embedTexts(texts, 'document', ctx);
    // The provider has another model now: its space is found by the next search.
    if (!name.endsWith(` ${model}`)) return;
    const vectorRows = rows.map(({ num, digest }, at): FixVectorRow => {
      const vector = Float32Array.from(vectors[at] ?? []);
      space.vectors.set(num, { digest, vector });
      return { space: name, fix: num, digest, vector: new Uint8Array(vector.buffer) };
    });
    await this.#database.write(keepFixVectors, { vectors: vectorRows });
  }
}

/** The same call, with a time of its own and nothing noted on it. */
function withTimeLimit(ctx: CallContext, ms: number): CallContext {
  const never = AbortSignal.timeout(ms);
  return withSignal({ ...ctx, callerGone: never, deadlineMs: Date.now() + ms, attempts: [] }, never);
}

function parseVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** Vectors have length 1. */
function findClosest(query: Float32Array, { vectors }: Space): Map<number, number> {
  const scores = [...vectors].map(([fix, { vector }]): [number, number] => {
    let product = 0;
    if (vector.length === query.length) for (const [at, value] of query.entries()) product += value * (vector[at] ?? 0);
    return [fix, product];
  });
  return new Map(scores.sort(([, a], [, b]) => b - a).slice(0, RESULTS_MAX));
}
