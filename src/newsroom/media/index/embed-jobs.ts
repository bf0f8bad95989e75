/** Has an embedding model read what media say of themselves, so that releases can be compared with them by meaning. */
import { defineJob } from '../../../jobs/define.ts';
import type { JobContext } from '../../../jobs/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createJobCall } from '../../common/item-call.ts';
import { storeVectors } from '../contacts/media-writes.ts';
import { countUnreadMedia, isUnread, listUnreadMedia, type UnreadMedium } from './meaning-reads.ts';

/** Read in one request: those behind an item that wait as well. */
const BATCH = 32;

export const embedMedia = defineJob({
  kind: 'media-embed',
  async count(ctx) {
    const { database, embedder } = ctx.services;
    const space = embedder.describeSpace(ctx);
    return space === null ? 0 : await database.read(countUnreadMedia, { space });
  },
  async list(ctx, afterKey, most) {
    const { database, embedder } = ctx.services;
    const space = embedder.describeSpace(ctx);
    if (space === null) return [];
    const media = await database.read(listUnreadMedia, { space, afterId: Number(afterKey ?? 0), most });
    return media.map(({ id, name }) => ({ key: String(id), id: { media_id: id }, title: name }));
  },
  async run({ key }, ctx) {
    const { database, embedder } = ctx.services;
    const space = embedder.describeSpace(ctx);
    // One before it may have taken it along.
    if (space === null || !(await isUnread(database.db, space, Number(key)))) return;
    const batch = await database.read(listUnreadMedia, { space, afterId: Number(key) - 1, most: BATCH });
    // One text that a model refuses is not to keep the others from being read.
    if ((await readBatch(ctx, batch)) || (batch.length > 1 && (await readBatch(ctx, batch.slice(0, 1))))) return;
    throw new FareboxError('UPSTREAM_FAILED', { message: 'The embeddings provider returned no vector' });
  },
});

async function readBatch(ctx: JobContext, media: readonly UnreadMedium[]): Promise<boolean> {
  const { database, embedder } = ctx.services;
  const purpose = { operation: 'recommend', companyId: null, jobId: ctx.requestId } as const;
  const texts = media.map(({ text }) => text);
  const vectors = await embedder.embed(createJobCall(ctx), { texts, inputType: 'document', purpose });
  if (vectors === null) return false;
  const stored = media.flatMap(({ id: mediaId, textHash }, at) => {
    const vector = vectors[at];
    return vector ? [{ mediaId, textHash, model: vector.model, vector: vector.values }] : [];
  });
  await database.write(storeVectors, stored);
  return true;
}
