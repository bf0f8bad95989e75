import { z } from 'zod';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { cutPortions } from '../../src/lib/portions.ts';
import {
  CONTACT_FIELDS,
  FILE_CHARS_MAX,
  type FileRow,
  ROWS_MAX,
  readContactFile,
} from '../../src/newsroom/media/own/contact-file.ts';
import { type ImportOutcome, importContacts } from '../../src/newsroom/media/own/writes.ts';
import { consentField, requireMember, tagsField } from './_shared.ts';

/** Contacts of one write: others wait beside it. */
const PORTION = 50;
const ROWS_TOLD = 100;
const FAULTS = [
  'name_missing',
  'email_invalid',
  'url_invalid',
  'consent_invalid',
  'too_long',
  'too_many_tags',
  'value_invalid',
  'repeated',
] as const satisfies readonly FileRow['faults'][number][];

export default defineTool({
  title: 'Import contacts',
  description: `Import your company’s own journalists from CSV, up to ${ROWS_MAX.toLocaleString('en')} rows. With preview, nothing changes, and the response shows recognized columns, duplicates and invalid rows.`,
  route: 'POST /api/contacts/import',
  effect: 'write',
  keywords: 'import contacts, upload csv of journalists, 連絡先をインポート, CSVを取り込, 导入联系人, 导入CSV',
  failsWith: ['INVALID_INPUT', 'TOO_LARGE'],
  input: z.object({
    csv: z
      .string()
      .max(FILE_CHARS_MAX)
      .describe('CSV text with column names in the first row; commas, semicolons or tabs.'),
    consent_basis: consentField,
    mapping: z
      .record(z.string(), z.enum(CONTACT_FIELDS).nullable())
      .nullish()
      .describe('Field for each column name; columns that are left out are ignored. Default: recognized by name.'),
    duplicates: z
      .enum(['skip', 'update'])
      .default('skip')
      .describe('Contacts with a known address: keep them as they are (skip), or add what the row says (update).'),
    tags: tagsField,
    preview: z.boolean().default(false).describe('true only shows what the import would do.'),
  }),
  output: z.object({
    preview: z.boolean().describe('`true` if nothing was changed.'),
    columns: listOf('Columns of the file, in their order.', {
      name: z.string().describe('Name in the first row.'),
      field: z.enum(CONTACT_FIELDS).nullable().describe('Field that it fills; null if it is ignored.'),
      samples: z.array(z.string()).describe('First values of the column.'),
    }),
    total: count('Number of rows below the column names.'),
    added: count('Number of new contacts.'),
    updated: count('Number of known contacts that were changed.'),
    skipped: count('Number of known contacts that were left as they are.'),
    faulty: count('Number of rows that were not imported because of a fault.'),
    full: count('Number of rows that exceed your company’s limit of contacts.'),
    rows: listOf(`First ${ROWS_TOLD} rows, faulty ones before the others.`, {
      row: count('Number of the row in the file; the column names are row 1.'),
      name: z.string().nullable().describe('Name of the contact.'),
      email: z.string().nullable().describe('Email address in the row.'),
      outcome: z.enum(['added', 'updated', 'skipped', 'full', 'faulty']).describe('Result for this row.'),
      faults: z.array(z.enum(FAULTS)).describe('Faults of the row; empty if it has none.'),
    }),
  }),
  examples: [{ csv: 'name,email\nMina Ito,mina@paper.example', consent_basis: 'business_card', preview: true }],
  async run({ csv, mapping, duplicates, tags = [], preview, consent_basis }, ctx) {
    const { companyId } = requireMember(ctx);
    const { columns, rows } = readContactFile(csv, mapping ?? null, { consentBasis: consent_basis, tags });
    const outcomes = new Map<FileRow, ImportOutcome>();
    const counts = { added: 0, updated: 0, skipped: 0, full: 0 };
    for (const portion of cutPortions(
      rows.filter(({ faults }) => faults.length === 0),
      PORTION,
    )) {
      ctx.signal.throwIfAborted();
      const changes = portion.map((row) => row.changes);
      const common = { companyId, duplicates, isPreview: preview, addedBefore: counts.added };
      const ends = await ctx.services.database.write(importContacts, { ...common, rows: changes });
      for (const [at, end] of ends.entries()) {
        const row = portion[at];
        if (row) outcomes.set(row, end);
        counts[end]++;
      }
    }
    const shown = rows
      .map((row) => ({ ...row, outcome: outcomes.get(row) ?? ('faulty' as const) }))
      .sort((one, other) => Number(other.outcome === 'faulty') - Number(one.outcome === 'faulty'));
    return {
      preview,
      columns,
      total: rows.length,
      ...counts,
      faulty: rows.length - outcomes.size,
      rows: shown.slice(0, ROWS_TOLD).map(({ row, name, email, outcome, faults }) => ({
        ...{ row, name, email, outcome, faults },
      })),
    };
  },
});
