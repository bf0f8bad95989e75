/** What readers of mails have done, by its time. */
import type { Migration } from '../../../database/types.ts';

const indexes = `
CREATE INDEX mail_items_opened ON mail_items (opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX mail_items_clicked ON mail_items (clicked_at) WHERE clicked_at IS NOT NULL;
CREATE INDEX mail_items_complained ON mail_items (complained_at) WHERE complained_at IS NOT NULL;
`;

export const responseIndexes: Migration = { version: 49, name: 'responses', sqlite: indexes, postgres: indexes };
