import { z } from 'zod';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { CallLogEntry } from '../../src/ledger/accounts/accounts-types.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { toUsd } from '../../src/lib/money.ts';
import { addFailures, failureField } from '../../src/signals/failures/call-fields.ts';
import type { FailedCall } from '../../src/signals/failures/reads.ts';
import { modeField, requireReader } from './_shared.ts';

const day = z.iso.date();
const moment = z.union([day, z.iso.datetime({ offset: true })]).optional();

const call = z.object({
  callId: z.string().describe('ID of the call; pass it to `account-receipt` for the receipt.'),
  tool: z.string().describe('Name of the tool.'),
  keyId: z.string().describe('ID of the API key that made the call.'),
  outcome: z
    .enum(['settled', 'refunded', 'running', 'refused'])
    .describe('settled: paid; refunded: failed and refunded; running: in progress; refused: not charged.'),
  price: z.number().describe('Price of the call in USD.'),
  charged: z.number().describe('Net charge in USD: 0 if refunded or refused.'),
  reason: z.string().optional().describe('Reason for the refund.'),
  error: z
    .object({
      code: z.string().describe('Error code, such as UPSTREAM_FAILED or INSUFFICIENT_BALANCE.'),
      message: z.string().describe('Error message in English.'),
    })
    .optional()
    .describe('Error of a refunded or refused call.'),
  failure: failureField,
  cap: z.string().optional().describe('Limit of the key that refused the call, or `task`.'),
  partOf: z.string().optional().describe('ID of the parent call, for tools run by `smart`.'),
  taskRef: z.string().optional().describe('Task that the call counts for, as sent in X-Task-Ref.'),
  at: z.string().describe('Start of the call, ISO 8601 in UTC.'),
  endedAt: z.string().nullable().describe('End of the call, ISO 8601 in UTC; null while running.'),
});

export default defineTool({
  title: 'Call log',
  description:
    'List paid calls of this account, newest first, with outcome, price and error. Use it to find failed, refunded or refused calls; for deposits use `account-history`. Refused calls are kept for 30 days.',
  keywords:
    'recent calls, last calls, call history, why was a call refused, log, failures, failed calls, errors, refused, 402, 呼び出し履歴, 失敗, ログ, 调用记录, 日志, 失败',
  route: 'GET /api/account/calls',
  access: 'account-reader',
  effect: 'read',
  input: z.object({
    limit: z.number().int().min(1).max(200).default(50).describe('Maximum number of calls.'),
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe('nextCursor of the previous page. Default: start with the newest calls.'),
    tool: z.string().max(100).optional().describe('Return only calls of this tool.'),
    keyId: z.string().max(64).optional().describe('Return only calls of this key, a keyId from `account-list-keys`.'),
    outcome: call.shape.outcome.optional().describe('Return only calls with this outcome.'),
    day: day.optional().describe('Return only calls of this UTC day, YYYY-MM-DD.'),
    from: moment.describe('Earliest time, as a UTC day or ISO 8601 timestamp.'),
    to: moment.describe('Latest time, as a UTC day (inclusive) or ISO 8601 timestamp (exclusive).'),
    mode: modeField,
  }),
  output: z.object({
    calls: z
      .array(call)
      .describe('Calls, newest first. With a filter, a page can be short or empty although more follow.'),
    nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
  }),
  examples: [{}, { outcome: 'refunded', limit: 20 }, { tool: 'llm-fast', day: '2026-11-22' }],
  async run({ day: on, from, to, mode, ...filters }, ctx) {
    if (on !== undefined && (from ?? to) !== undefined) {
      throw createInvalidInputError([{ path: 'day', message: 'Provide either day, or from and to' }]);
    }
    const reader = await requireReader(ctx, mode);
    const times = { fromMs: readMoment(on ?? from, 0), toMs: readMoment(on ?? to, DAY_MS) };
    const page = await ctx.services.accounts.listCalls(reader, { ...filters, ...times });
    const calls = await addFailures(ctx.services.database.db, reader.accountId, page.calls);
    return { calls: calls.map(formatCall), nextCursor: page.nextCursor };
  },
});

/** Milliseconds; `dayMs` is added to what is a day. */
function readMoment(text: string | undefined, dayMs: number): number | undefined {
  if (text === undefined) return undefined;
  return Date.parse(text) + (text.includes('T') ? 0 : dayMs);
}

function formatCall({ priceMicros, ...entry }: CallLogEntry & { failure?: FailedCall }): z.input<typeof call> {
  const stands = entry.outcome === 'settled' || entry.outcome === 'running';
  return { ...entry, price: toUsd(priceMicros), charged: stands ? toUsd(priceMicros) : 0 };
}
