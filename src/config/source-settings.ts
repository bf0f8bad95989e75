/** Where the newsroom takes articles from. */
import { z } from 'zod';
import { oneOf, optional, scrapeSources, setting } from './setting-kinds.ts';

export const sourceSettings = {
  scrapeSources: setting(
    'Newsroom',
    'Article sources: prtimes, atpress, kyodo, or a name and a feed address, e.g. prtimes,mine=https://press.example/feed',
    scrapeSources,
    'prtimes',
  ),
  scrapeSchedule: setting(
    'Newsroom',
    'on: read each source at its interval, then analyze, translate and publish its articles automatically',
    oneOf('on', 'off'),
    'off',
  ),
  mediaImportDir: optional(
    'Newsroom',
    'Folder that operators import media from; default: DATA_DIR/import',
    z.string().min(1).max(1000),
  ),
};
