/** Events that name no mail are counted instead of kept one by one. */
import type { Migration } from '../../../database/types.ts';

const sql = `
ALTER TABLE mail_events ADD COLUMN events BIGINT NOT NULL DEFAULT 1;
CREATE INDEX mail_events_of_nobody ON mail_events (article_id, at) WHERE email_id IS NULL;
`;

export const eventCounts: Migration = {
  version: 60,
  name: 'counts of anonymous mail events',
  sqlite: sql,
  postgres: sql,
};
