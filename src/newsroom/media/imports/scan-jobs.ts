/** Reads the pages of all outlets that have one. */
import { defineJob } from '../../../jobs/define.ts';
import { readMedia } from '../contacts/reads.ts';
import { scanPages } from './scan.ts';
import { countScannable, listScannable } from './scan-reads.ts';
import { recordScan } from './scan-writes.ts';

export const scanMedia = defineJob({
  kind: 'media-scan',
  count: ({ services: { database } }) => countScannable(database.db),
  async list({ services: { database } }, afterKey, most) {
    const media = await listScannable(database.db, Number(afterKey ?? 0), most);
    return media.map(({ id, name }) => ({ key: String(id), id: { media_id: id }, title: name }));
  },
  async run({ key }, ctx) {
    const { database } = ctx.services;
    const mediaId = Number(key);
    const medium = (await readMedia(database.db, '', [mediaId])).get(mediaId);
    if (!medium || medium.url === null) return;
    const findings = await scanPages(medium.url, medium.email, ctx);
    await database.write(recordScan, { mediaId, url: medium.url, findings });
  },
});
