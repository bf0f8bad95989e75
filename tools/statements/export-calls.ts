import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { CallLogEntry } from '../../src/ledger/accounts/accounts-types.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { toUsd } from '../../src/lib/money.ts';
import { type ExportRow, exportTypes, writeHead, writeRows } from '../../src/statements/table.ts';
import { findAccount, formatField, modeField, toRootReader } from './_shared.ts';

const ROWS_MAX = 20_000;
const PAGE = 500;
const COLUMNS = [
  ...['callId', 'tool', 'keyId', 'outcome', 'price', 'charged', 'reason', 'errorCode', 'errorMessage', 'cap', 'partOf'],
  'taskRef',
  ...['at', 'endedAt'],
];

export default defineTool({
  title: 'Export calls',
  description: `Download the call log as CSV or JSON Lines, newest first, up to ${ROWS_MAX.toLocaleString('en')} calls. To continue a longer log, send the response header X-Next-Cursor as cursor.`,
  route: 'GET /api/account/calls/export',
  effect: 'read',
  reply: 'bytes',
  input: z.object({
    format: formatField,
    from: z.iso.date().optional().describe('First UTC day, YYYY-MM-DD.'),
    to: z.iso.date().optional().describe('Last UTC day, YYYY-MM-DD.'),
    cursor: z.string().max(200).optional().describe('X-Next-Cursor of the previous part.'),
    mode: modeField,
  }),
  output: z.unknown(),
  examples: [{ format: 'csv', from: '2026-11-01', to: '2026-11-30' }, { format: 'jsonl' }],
  async run({ format, from, to, cursor, mode }, ctx) {
    const reader = toRootReader(await findAccount(ctx, mode));
    const times = { fromMs: readDay(from, 0), toMs: readDay(to, DAY_MS) };
    const parts = cursor === undefined ? [writeHead(COLUMNS, format)] : [];
    let next: string | null | undefined = cursor;
    for (let rows = 0; next !== null && rows < ROWS_MAX; ) {
      const page = await ctx.services.accounts.listCalls(reader, { limit: PAGE, cursor: next, ...times });
      parts.push(writeRows(page.calls.map(toRow), COLUMNS, format));
      rows += page.calls.length;
      next = page.nextCursor;
      await setImmediate(undefined, { signal: ctx.signal });
    }
    const facts = typeof next === 'string' ? { headers: { 'X-Next-Cursor': next } } : {};
    return new Bytes(Buffer.from(parts.join('')), exportTypes[format], `calls.${format}`, facts);
  },
});

const readDay = (text: string | undefined, dayMs: number): number | undefined =>
  text === undefined ? undefined : Date.parse(text) + dayMs;

function toRow({ callId, tool, keyId, outcome, priceMicros, at, endedAt, ...more }: CallLogEntry): ExportRow {
  const stands = outcome === 'settled' || outcome === 'running';
  const { reason = '', error, cap = '', partOf = '', taskRef = '' } = more;
  return {
    ...{ callId, tool, keyId, outcome, price: toUsd(priceMicros), charged: stands ? toUsd(priceMicros) : 0 },
    ...{ reason: reason || null, errorCode: error?.code ?? null, errorMessage: error?.message ?? null },
    ...{ cap: cap || null, partOf: partOf || null, taskRef: taskRef || null, at, endedAt },
  };
}
