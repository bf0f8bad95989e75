/** Variables of the newsroom: models, article sources, delivery and announcements. */
import { z } from 'zod';
import {
  address,
  amountUsd,
  hosts,
  integer,
  oneOf,
  optional,
  scrapeSources,
  secret,
  secretText,
  setting,
} from './setting-kinds.ts';

export const newsroomSettings = {
  llmProvider: optional(
    'Newsroom',
    'Provider of the language model that refines analyses and releases, such as groq; default: the first one configured',
    z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the id of a provider such as groq'),
  ),
  llmMonthlyBudgetMicros: setting(
    'Newsroom',
    'Monthly budget for the newsroom’s language models and translations, in USD; once it is used up, only rules run',
    amountUsd,
    '10',
  ),
  strictConsent: setting(
    'Newsroom',
    'on: email media contacts only with a recorded consent basis',
    oneOf('on', 'off'),
    'off',
  ),
  outreach: setting(
    'Newsroom',
    'on: email a daily report to companies whose analyzed articles contain an address; requires MAIL_POSTAL_ADDRESS with SMTP_URL',
    oneOf('on', 'off'),
    'off',
  ),
  demoData: optional(
    'Newsroom',
    'on: load sample articles and media into an empty database; default: on unless NODE_ENV is production',
    oneOf('on', 'off'),
  ),
  translateProvider: optional(
    'Newsroom',
    'Provider that translates articles, deepl or groq; default: the first one configured',
    oneOf('deepl', 'groq'),
  ),
  embedProvider: optional(
    'Newsroom',
    'Provider of the embeddings used to match media, such as voyage; default: the first one configured',
    z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the id of a provider such as voyage'),
  ),
  llmTimeoutMs: setting('Newsroom', 'Timeout of the language model in milliseconds', integer(100, 30_000), '20000'),
  scanHosts: setting(
    'Newsroom',
    'Additional hosts whose company pages members can scan, e.g. press.example,127.0.0.1:8080',
    hosts,
    '',
  ),
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
  aeoApiUrl: optional(
    'Newsroom',
    'Endpoint that also receives published articles; private addresses are allowed, redirects are not followed',
    address(['http:', 'https:'], 'https://aeo.example/articles'),
  ),
  aeoApiKey: secret('Newsroom', 'Bearer token for AEO_API_URL', secretText(1)),
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
} as const;
