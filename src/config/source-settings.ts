/** Where the newsroom takes articles from. */
import { z } from 'zod';
import { oneOf, optional, scrapeSources, setting } from './setting-kinds.ts';

export const sourceSettings = {
  scrapeSources: setting(
    'Newsroom',
    'Sources of articles: prtimes, atpress, kyodo, or a key and the address of a feed, e.g. prtimes,mine=https://press.example/feed',
    scrapeSources,
    'prtimes',
  ),
  scrapeSchedule: setting(
    'Newsroom',
    'on: each source is read at its interval, and what it brings is analysed, translated and published by itself',
    oneOf('on', 'off'),
    'off',
  ),
  mediaImportDir: optional(
    'Newsroom',
    'Folder that operators import media from; default: import in DATA_DIR',
    z.string().min(1).max(1000),
  ),
};
