import type { Migration } from '../../../database/types.ts';

const tables = `
CREATE TABLE mail_events (
  id /*serial*/,
  kind TEXT NOT NULL CHECK (kind IN ('open', 'click')),
  article_id BIGINT NOT NULL,
  email_id BIGINT,
  campaign_id BIGINT,
  at BIGINT NOT NULL,
  ip_prefix TEXT,
  ua TEXT NOT NULL,
  is_trap INTEGER NOT NULL,
  actor_class TEXT NOT NULL CHECK (actor_class IN ('human', 'machine', 'unknown')),
  reasons TEXT NOT NULL,
  url TEXT
);
CREATE INDEX mail_events_of_mail ON mail_events (email_id, id);
CREATE INDEX mail_events_of_campaign ON mail_events (campaign_id, kind, email_id);
CREATE INDEX mail_events_by_time ON mail_events (at);

CREATE TABLE mail_event_totals (
  day /*id*/TEXT NOT NULL,
  campaign_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  actor_class TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (day, campaign_id, kind, actor_class)
);
`;

export const mailEventTables: Migration = {
  version: 36,
  name: 'mail events',
  sqlite: tables.replace('/*serial*/', 'INTEGER PRIMARY KEY AUTOINCREMENT').replaceAll('/*id*/', ''),
  postgres: tables
    .replace('/*serial*/', 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
