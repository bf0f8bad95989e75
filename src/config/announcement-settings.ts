/** Telling search engines what has changed in the feed, by IndexNow. */
import { z } from 'zod';
import { address, optional, setting } from './setting-kinds.ts';

export const announcementSettings = {
  indexnowKey: optional(
    'Newsroom',
    'Key for IndexNow, any you choose: search engines are told which articles have changed, and find the key at /<key>.txt',
    z.string().regex(/^[A-Za-z0-9-]{8,128}$/, 'must have 8 to 128 letters, digits or dashes'),
  ),
  indexnowUrl: setting(
    'Newsroom',
    'Where they are told; those that take part pass it on to each other',
    address(['http:', 'https:'], 'https://api.indexnow.org/indexnow'),
    'https://api.indexnow.org/indexnow',
  ),
};
