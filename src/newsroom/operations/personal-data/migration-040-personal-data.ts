/** Mails of whoever had what is known of them erased, and ways to find an address wherever it stands. */
import type { Migration } from '../../../database/types.ts';

const tables = `
ALTER TABLE mail_items ADD COLUMN erased_at BIGINT;
CREATE INDEX articles_by_contact ON articles (lower(contact_email));
CREATE INDEX companies_by_sender ON companies (lower(sender_email));
CREATE INDEX companies_by_answers ON companies (lower(sender_reply_to));
CREATE INDEX pitch_log_of_media ON pitch_log (media_id);
`;

export const personalDataIndexes: Migration = {
  version: 40,
  name: 'personal-data',
  sqlite: tables,
  postgres: tables,
};
