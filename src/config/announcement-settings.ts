/** Telling search engines what has changed in the feed, by IndexNow. */
import { z } from 'zod';
import { address, optional, setting } from './setting-kinds.ts';

export const announcementSettings = {
  indexnowKey: optional(
    'Newsroom',
    'IndexNow key of your choice; search engines are notified of changed articles and verify the key at /<key>.txt',
    z.string().regex(/^[A-Za-z0-9-]{8,128}$/, 'must have 8 to 128 letters, digits or dashes'),
  ),
  indexnowUrl: setting(
    'Newsroom',
    'IndexNow endpoint; participating search engines share notifications',
    address(['http:', 'https:'], 'https://api.indexnow.org/indexnow'),
    'https://api.indexnow.org/indexnow',
  ),
};
