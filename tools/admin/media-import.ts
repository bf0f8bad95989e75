import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { type ImportEntry, importEntry } from '../../src/newsroom/media/imports/import-entry.ts';
import '../../src/newsroom/media/imports/import-file.ts';
import {
  beginImport,
  endImport,
  type ImportEnd,
  importPortion,
} from '../../src/newsroom/media/imports/import-writes.ts';

const ERRORS_MAX = 100;
/** In one write. */
const PORTION = 10;

const SENTENCES: Readonly<Partial<Record<ImportEnd, string>>> = {
  full: 'There is no room for more media',
  missing: 'No media item has this number',
};

const SHARED = 'Another media item has this address: a campaign sends one email to both';

interface Note {
  index: number;
  loc: (string | number)[];
  msg: string;
}

export default defineTool({
  title: 'Import outlets',
  description:
    'Import outlets from a JSON file in MEDIA_IMPORT_DIR. Known outlets are updated and new ones added; importing the same file again changes nothing. Refusals and stronger consent are kept.',
  route: 'POST /admin/media/import',
  effect: 'write',
  timeoutMs: 300_000,
  failsWith: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
  input: z.object({ json_path: z.string().describe('Path of the file in the import folder.') }),
  output: z.object({
    status: z.literal('completed').describe('The whole file was read.'),
    total: z.number().int().describe('Number of entries.'),
    inserted: z.number().int().describe('Number of new entries.'),
    updated: z.number().int().describe('Number of known entries that changed.'),
    unchanged: z.number().int().describe('Number of known entries without changes.'),
    skipped: z.number().int().describe('Number of invalid entries.'),
    errors: listOf('Errors, at most 100.', {
      index: z.number().int().describe('Index of the entry, starting at 0.'),
      loc: z.array(z.union([z.string(), z.number()])).describe('Path of the field.'),
      msg: z.string().describe('Description of the problem.'),
    }),
    warnings: listOf('Outlets that share an email address, up to 100. A campaign sends one email to each address.', {
      index: z.number().int().describe('Position of the entry in the file, starting at 0.'),
      loc: z.array(z.union([z.string(), z.number()])).describe('Path of the field.'),
      msg: z.string().describe('Effect on the entry, which was imported.'),
    }),
    duration_ms: z.number().int().describe('Total duration in milliseconds.'),
  }),
  examples: [{ json_path: 'media.json' }],
  async run({ json_path: path }, ctx) {
    const { database, imports } = ctx.services;
    const who = identifyActor(ctx.principal);
    const startedMs = performance.now();
    const entries = await imports.read(path);
    await database.write(beginImport, null);
    const counts = { total: entries.length, inserted: 0, updated: 0, unchanged: 0, skipped: 0 };
    const errors: Note[] = [];
    const warnings: Note[] = [];
    const skip = (index: number, loc: (string | number)[], msg: string): void => {
      if (errors.length < ERRORS_MAX) errors.push({ index, loc, msg });
    };
    let isDone = false;
    try {
      for (let at = 0; at < entries.length; at += PORTION) {
        const portion: { index: number; entry: ImportEntry }[] = [];
        for (const [offset, given] of entries.slice(at, at + PORTION).entries()) {
          const result = importEntry.safeParse(given);
          if (result.success) portion.push({ index: at + offset, entry: result.data });
          else counts.skipped++;
          for (const { path: loc, message } of result.error?.issues ?? []) skip(at + offset, loc.map(toPart), message);
        }
        const ends = await database.write(
          importPortion,
          portion.map(({ entry }) => entry),
        );
        for (const [place, { end, sharesAddress }] of ends.entries()) {
          if (sharesAddress && warnings.length < ERRORS_MAX)
            warnings.push({ index: portion[place]?.index ?? at, loc: ['email'], msg: SHARED });
          const sentence = SENTENCES[end];
          if (end === 'full' || end === 'missing') counts.skipped++;
          else counts[end]++;
          if (sentence !== undefined) skip(portion[place]?.index ?? at, ['media_id'], sentence);
        }
        await setImmediate();
      }
      isDone = true;
    } finally {
      await database.write(endImport, { ...who, counts: isDone ? counts : null, path });
    }
    return {
      status: 'completed' as const,
      ...counts,
      errors,
      warnings,
      duration_ms: Math.round(performance.now() - startedMs),
    };
  },
});

const toPart = (part: PropertyKey): string | number => (typeof part === 'number' ? part : String(part));
