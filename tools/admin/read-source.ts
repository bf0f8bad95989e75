import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { formatSource, sourceOutput } from '../../src/newsroom/content/sources/output.ts';
import { readSource } from '../../src/newsroom/content/sources/reads.ts';
import { createSourceMissingError } from '../../src/newsroom/content/sources/writes.ts';

export default defineTool({
  title: 'Get a source',
  description: 'Get a source with its last 14 days and its latest errors.',
  route: 'GET /admin/sources/{source_type}',
  effect: 'read',
  failsWith: ['NOT_FOUND'],
  input: z.object({ source_type: z.string().describe('Key of the source.') }),
  output: z.object({
    ...sourceOutput.shape,
    daily: listOf('The last 14 days, oldest first, including today.', {
      date: z.string().describe('Date in YYYY-MM-DD format.'),
      landed: z.number().int().describe('Number of new articles.'),
      errors: z.number().int().describe('Number of failed runs.'),
    }),
    recent_errors: listOf('Latest errors, newest first, at most 20.', {
      kind: z.string().describe('Kind of the error.'),
      status: z.number().int().nullable().describe('HTTP status code.'),
      message: z.string().describe('Text of the error.'),
      at: z.string().describe('ISO 8601 timestamp with offset.'),
    }),
  }),
  examples: [{ source_type: 'prtimes' }],
  async run({ source_type: type }, ctx) {
    const { timeZone: zone } = ctx.server;
    const source = await ctx.services.database.read(readSource, { type, zone });
    if (!source) throw createSourceMissingError();
    const { daily, errors, ...report } = source;
    return {
      ...formatSource(report, zone),
      daily,
      recent_errors: errors.map(({ fault, http_status, message, at }) => ({
        kind: fault,
        status: http_status,
        message,
        at: formatZonedTime(at, zone),
      })),
    };
  },
});
