import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { cutPortions } from '../../src/lib/portions.ts';
import { logExport } from '../../src/newsroom/media/contacts/log-writes.ts';
import {
  type CompanyMedium,
  createListMissingError,
  listCompanyMedia,
  readListMembers,
} from '../../src/newsroom/media/contacts/reads.ts';
import { writeMediaTableHead, writeMediaTableRows } from '../../src/newsroom/media/contacts/table.ts';
import { formatMedium, listOnce, mediaIds, requireMember } from './_shared.ts';

const EXPORT_MAX = 5_000;
/** Rows that are written before others have a turn. */
const TURN = 250;

export default defineTool({
  title: 'Export outlets as CSV',
  description:
    'Export outlets as a CSV table for spreadsheets: those of a list in its order, then those with the given numbers, each once. No cell runs as a formula. The number of exported addresses is recorded.',
  route: 'POST /api/media/export-csv',
  effect: 'read',
  keywords: 'export media list, spreadsheet, CSVで書き出, エクスポート, 导出CSV, 导出表格',
  reply: 'bytes',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_LARGE'],
  input: z.object({
    media_ids: mediaIds
      .default([])
      .describe(`Numbers of outlets; at most ${EXPORT_MAX.toLocaleString('en')} are exported.`),
    list_id: z.number().int().nullish().describe('Number of a list of the company.'),
  }),
  output: z.unknown(),
  examples: [{ media_ids: [301, 302] }],
  async run({ media_ids, list_id = null }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    if (media_ids.length === 0 && list_id === null) throw createReasonError('no_input');
    const { database } = ctx.services;
    const list = list_id === null ? null : await readList(ctx, list_id);
    const listed = new Set(list?.media.map(({ item }) => item.id));
    const ids = listOnce(media_ids).filter((id) => !listed.has(id));
    if (listed.size + ids.length > EXPORT_MAX) {
      const message = `A table has at most ${EXPORT_MAX} media`;
      throw new FareboxError('TOO_LARGE', { message, next: 'Export in several parts.' });
    }
    const parts = [writeMediaTableHead()];
    let count = 0;
    const add = async (media: readonly CompanyMedium[]): Promise<void> => {
      parts.push(writeMediaTableRows(media.map((medium) => formatMedium(medium, ctx))));
      count += media.length;
      await setImmediate(undefined, { signal: ctx.signal });
    };
    for (const portion of cutPortions(list?.media ?? [], TURN)) await add(portion);
    for (const portion of cutPortions(ids, TURN))
      await add(await database.read(listCompanyMedia, { companyId, ids: portion }));
    await database.write(logExport, { companyId, userId, listId: list_id, count });
    const name = `${list?.name.trim() || 'media'}.csv`;
    return new Bytes(Buffer.from(parts.join('')), 'text/csv; charset=utf-8', name, { plainName: 'media.csv' });
  },
});

/** Throws NOT_FOUND. */
async function readList(ctx: CallContext, listId: number): Promise<{ name: string; media: CompanyMedium[] }> {
  const { companyId } = requireMember(ctx);
  const members = await ctx.services.database.read(readListMembers, { companyId, listId });
  if (!members) throw createListMissingError();
  return { name: members.list.name, media: members.members.flatMap(({ medium }) => medium ?? []) };
}
