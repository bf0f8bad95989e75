import { z } from 'zod';
import { formatDay } from '../../src/database/clock.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { toUsd } from '../../src/lib/money.ts';
import { listUsage } from '../../src/statements/reads.ts';
import { exportTypes, writeHead, writeRows } from '../../src/statements/table.ts';
import { findAccount, formatField, modeField } from './_shared.ts';

const DAYS_MAX = 366;
const DAYS_DEFAULT = 30;
const COLUMNS = ['day', 'tool', 'keyId', 'calls', 'refunds', 'spent'];

export default defineTool({
  title: 'Export usage',
  description: 'Download usage per UTC day, tool and key as CSV or JSON Lines: calls, refunds and net spending in USD.',
  route: 'GET /api/account/usage/export',
  effect: 'read',
  reply: 'bytes',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    format: formatField,
    from: z.iso.date().optional().describe(`First UTC day, YYYY-MM-DD. Default: ${DAYS_DEFAULT} days ago.`),
    to: z.iso.date().optional().describe('Last UTC day, YYYY-MM-DD. Default: today.'),
    mode: modeField,
  }),
  output: z.unknown(),
  examples: [{ format: 'csv' }, { format: 'jsonl', from: '2026-11-01', to: '2026-11-30' }],
  async run({ format, from, to, mode }, ctx) {
    const { database } = ctx.services;
    const { accountId } = await findAccount(ctx, mode);
    const toMs = to === undefined ? await database.now() : Date.parse(to);
    const fromMs = from === undefined ? toMs - (DAYS_DEFAULT - 1) * DAY_MS : Date.parse(from);
    const count = Math.floor((toMs - fromMs) / DAY_MS) + 1;
    if (count < 1 || count > DAYS_MAX)
      throw createInvalidInputError([{ path: 'from', message: `Must be at most ${DAYS_MAX} days before to` }]);
    const days = Array.from({ length: count }, (_, at) => formatDay(fromMs + at * DAY_MS));
    const usage = await database.read(listUsage, { accountId, lineage: null, days });
    const rows = usage.map(({ spentMicros, ...row }) => ({ ...row, spent: toUsd(spentMicros) }));
    const text = writeHead(COLUMNS, format) + writeRows(rows, COLUMNS, format);
    return new Bytes(Buffer.from(text), exportTypes[format], `usage.${format}`);
  },
});
