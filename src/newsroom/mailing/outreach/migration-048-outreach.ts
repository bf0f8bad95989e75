/** Why mail may go to the address that an article names, and how the service's own mailing is begun and looked up. */
import type { Migration } from '../../../database/types.ts';

const changes = `
ALTER TABLE articles ADD COLUMN contact_basis TEXT NOT NULL DEFAULT 'none';
ALTER TABLE articles ADD COLUMN contact_basis_url TEXT;
ALTER TABLE articles ADD COLUMN contact_basis_at BIGINT;
ALTER TABLE articles ADD COLUMN contact_refuses INTEGER NOT NULL DEFAULT 0;
CREATE INDEX articles_with_contact ON articles (published_at, id)
  WHERE contact_basis <> 'none' AND contact_refuses = 0 AND skip_reason IS NULL AND analyzed_at IS NOT NULL;
ALTER TABLE newsroom_settings ADD COLUMN schedule_changed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE newsroom_settings ADD COLUMN missed_day TEXT;
CREATE INDEX mail_items_of_outreach ON mail_items (created_at) WHERE kind = 'diagnosis';
CREATE INDEX mail_items_of_domain ON mail_items (domain, sent_at) WHERE sent_at IS NOT NULL;
`;

export const outreach: Migration = { version: 48, name: 'outreach', sqlite: changes, postgres: changes };
