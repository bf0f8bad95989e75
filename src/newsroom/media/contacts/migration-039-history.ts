/** What a company has had to do with media stands in its mails: the index by which it is counted. */
import type { Migration } from '../../../database/types.ts';

const index = `
DROP TABLE media_contacts;
CREATE INDEX mail_items_of_media ON mail_items (company_id, media_id, sent_at, opened_at, clicked_at, replied_at, placed_at)
  WHERE kind = 'campaign' AND sent_at IS NOT NULL;
`;

export const mediaHistory: Migration = { version: 39, name: 'history of media', sqlite: index, postgres: index };
