/** The cause of a refusal beside its mail, and the senders that are paused for their bounces. */
import type { Migration } from '../../../database/types.ts';

const tables = `
ALTER TABLE mail_items ADD COLUMN refusal TEXT;
ALTER TABLE mail_items ADD COLUMN refused_at BIGINT;
CREATE INDEX mail_items_refused ON mail_items (refused_at) WHERE refused_at IS NOT NULL;
CREATE TABLE mail_brakes (
  company_id /*id*/TEXT PRIMARY KEY,
  paused_at BIGINT NOT NULL
);
`;

export const refusals: Migration = {
  version: 62,
  name: 'refusals',
  sqlite: tables.replace('/*id*/', ''),
  postgres: tables.replace('/*id*/TEXT', 'TEXT COLLATE "C"'),
};
