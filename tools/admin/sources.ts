import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatSource, sourceOutput } from '../../src/newsroom/content/sources/output.ts';
import { listSources } from '../../src/newsroom/content/sources/reads.ts';
import { SOURCE_HEALTHS, SOURCE_STATUSES } from '../../src/newsroom/content/sources/types.ts';

const states: readonly string[] = [...SOURCE_STATUSES, ...SOURCE_HEALTHS];

export default defineTool({
  title: 'List sources',
  description: 'List article sources with their health.',
  route: 'GET /admin/sources',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    country: z.string().default('').describe('Country code (ISO 3166); empty returns all.'),
    status: z.string().default('').describe('Status or health, e.g. active or failing; empty returns all.'),
    q: z.string().default('').describe('Part of the key, name, notes, owner or a tag.'),
  }),
  output: z.object({
    items: z.array(sourceOutput).describe('Sources, sorted by key.'),
    total: z.number().int().describe('Total number of sources.'),
  }),
  examples: [{}, { status: 'failing' }],
  async run({ country, status, q }, ctx) {
    if (status !== '' && !states.includes(status)) {
      throw new FareboxError('INVALID_INPUT', { message: `status must be one of: ${states.join(', ')}` });
    }
    const { timeZone: zone } = ctx.server;
    const reports = await ctx.services.database.read(listSources, { zone });
    const text = fold(q);
    const items = reports
      .filter(({ source, health }) => status === '' || source.status === status || health === status)
      .filter(({ source }) => country === '' || fold(source.country ?? '') === fold(country))
      .filter(({ source: { source_type, name, notes, owner, tags } }) =>
        fold([source_type, name, notes, owner ?? '', tags].join('\n')).includes(text),
      )
      .map((report) => formatSource(report, zone));
    return { items, total: items.length };
  },
});

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
