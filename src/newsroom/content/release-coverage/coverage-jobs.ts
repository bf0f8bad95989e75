/** Suggests articles that became public as coverage of the releases that they are about. */
import { defineJob } from '../../../jobs/define.ts';
import { readDayOf } from '../../common/days.ts';
import { finishScan, suggestCoverage } from './coverage-writes.ts';
import { hasUnscanned, listPortions, matchArticles, readScanned } from './match-reads.ts';

const COUNTED_MAX = 1_000;

export const findCoverage = defineJob({
  kind: 'coverage',
  isDue: ({ services: { database } }) => hasUnscanned(database.db),
  count: async ({ services: { database } }) =>
    (await listPortions(database.db, await readScanned(database.db), COUNTED_MAX)).length,
  async list({ services: { database } }, afterKey, most) {
    const after = afterKey === null ? await readScanned(database.db) : Number(afterKey);
    const portions = await listPortions(database.db, after, most);
    return portions.map((last) => ({ key: String(last), id: { line: last }, title: `Feed up to line ${last}` }));
  },
  async run({ key }, { services: { database }, server }) {
    const last = Number(key);
    const found = await database.read(matchArticles, { after: await readScanned(database.db), last });
    for (const { publishedAt, ...coverage } of found)
      await database.write(suggestCoverage, { ...coverage, publishedOn: readDayOf(publishedAt, server.timeZone) });
    await database.write(finishScan, { last });
  },
});
