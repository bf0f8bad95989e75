import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { logExport } from '../../src/newsroom/media/contacts/log-writes.ts';
import { writeTableRows } from '../../src/newsroom/media/contacts/table.ts';
import { listContacts } from '../../src/newsroom/media/own/reads.ts';
import { type ContactJson, formatContact, requireMember } from './_shared.ts';

/** Contacts of one read. */
const PORTION = 250;

const COLUMNS = [
  'contact_id',
  'name',
  'email',
  'email_kind',
  'outlet',
  'role',
  'type',
  'phone',
  'url',
  'topics',
  'tags',
  'notes',
  'prefecture',
  'country',
  'language',
  'time_zone',
  'consent_basis',
  'consent_source_url',
  'consent_at',
  'consent_evidence',
  'refuses_email',
  'suppressed',
  'deliverable',
  'last_contacted_at',
] as const satisfies readonly (keyof ContactJson)[];

export default defineTool({
  title: 'Export contacts as CSV',
  description:
    'Export your company’s own journalists, or those with a tag, as a CSV table that `contact-import` reads again. No cell runs as a formula. The number of exported addresses is recorded.',
  route: 'GET /api/contacts/export',
  effect: 'read',
  keywords: 'export contacts, download contacts csv, 連絡先を書き出, 导出联系人',
  reply: 'bytes',
  input: z.object({ tag: z.string().max(100).nullish().describe('Tag that the contacts must have.') }),
  output: z.unknown(),
  examples: [{}],
  async run({ tag }, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database } = ctx.services;
    const filter = { companyId, text: '', tag: tag?.trim() || undefined, perPage: PORTION };
    const parts = [`\ufeff${writeTableRows([[...COLUMNS]])}`];
    let written = 0;
    for (let page = 1; ; page++) {
      const { contacts } = await database.read(listContacts, { ...filter, page });
      const rows = contacts.map((contact) => formatContact(contact, ctx));
      parts.push(writeTableRows(rows.map((row) => COLUMNS.map((column) => writeCell(row[column])))));
      written += contacts.length;
      if (contacts.length < PORTION) break;
      await setImmediate(undefined, { signal: ctx.signal });
    }
    await database.write(logExport, { companyId, userId, listId: null, count: written });
    return new Bytes(Buffer.from(parts.join('')), 'text/csv; charset=utf-8', 'contacts.csv');
  },
});

function writeCell(value: ContactJson[(typeof COLUMNS)[number]]): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join('; ') : String(value);
}
