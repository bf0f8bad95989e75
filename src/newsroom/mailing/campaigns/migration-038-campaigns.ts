/** Campaigns of companies. Ids are unique over all companies and never used twice. */
import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE campaigns (
  id /*serial*/,
  company_id ${ID} NOT NULL,
  name TEXT NOT NULL,
  press_release_id BIGINT NOT NULL,
  media_list_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  release_version BIGINT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'missed', 'queued', 'sending', 'paused', 'cancelled',
    'sent', 'failed')),
  blocked_by TEXT,
  needs_attention INTEGER NOT NULL,
  excluded TEXT NOT NULL,
  fits TEXT NOT NULL,
  send_at BIGINT,
  max_lateness_minutes BIGINT NOT NULL,
  created_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE INDEX campaigns_by_company ON campaigns (company_id, id);
CREATE INDEX campaigns_by_release ON campaigns (press_release_id, id);
CREATE INDEX campaigns_by_list ON campaigns (media_list_id, id);
CREATE INDEX campaigns_due ON campaigns (send_at, id) WHERE status = 'scheduled';
`;

export const campaignTables: Migration = {
  version: 38,
  name: 'campaigns',
  sqlite: tables.replace('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT').replaceAll('/*id*/', ''),
  postgres: tables
    .replace('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
