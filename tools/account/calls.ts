import { z } from 'zod';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { CallLogEntry } from '../../src/ledger/accounts/accounts-types.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

const day = z.iso.date();
const moment = z.union([day, z.iso.datetime({ offset: true })]).optional();

const call = z.object({
  callId: z.string().describe('Id of the call; account-receipt has the receipt of one that was charged.'),
  tool: z.string().describe('Name of the tool.'),
  keyId: z.string().describe('The key that called, as the list of keys names it.'),
  outcome: z
    .enum(['settled', 'refunded', 'running', 'refused'])
    .describe('refunded: failed, and the charge was given back. refused: nothing was charged.'),
  price: z.number().describe('USD: what the call costs unless it is refunded or refused.'),
  charged: z.number().describe('USD that are charged for it now, net.'),
  reason: z.string().optional().describe('Why it was refunded.'),
  error: z
    .object({
      code: z.string().describe('Code of the error, such as UPSTREAM_FAILED or INSUFFICIENT_BALANCE.'),
      message: z.string().describe('What went wrong.'),
    })
    .optional()
    .describe('Of a call that was refunded or refused.'),
  cap: z.string().optional().describe('The cap of the key that refused it.'),
  partOf: z.string().optional().describe('Id of the composed call that it is a part of.'),
  at: z.string().describe('When it was made, ISO 8601 UTC.'),
  endedAt: z.string().nullable().describe('ISO 8601 UTC; null while it runs.'),
});

export default defineTool({
  title: 'Call log',
  description:
    'The paid calls of the account, newest first, each with its end: settled, refunded and why, or refused for the balance, a cap or a limit. A sub-key sees its own. Refused calls are kept for 30 days, at most 500 of a day.',
  keywords: 'log, failures, failed calls, errors, refused, 402, 呼び出し履歴, 失敗, ログ, 调用记录, 日志, 失败',
  route: 'GET /api/account/calls',
  access: 'account-reader',
  effect: 'read',
  input: z.object({
    limit: z.number().int().min(1).max(200).default(50).describe('How many calls, 1 to 200.'),
    cursor: z.string().max(200).optional().describe('nextCursor of the page before; absent for the newest calls.'),
    tool: z.string().max(100).optional().describe('Only calls of this tool.'),
    keyId: z.string().max(64).optional().describe('Only calls of this key: keyId of the list of keys.'),
    outcome: call.shape.outcome.optional().describe('Only calls that ended so.'),
    day: day.optional().describe('Only calls of this UTC day, YYYY-MM-DD.'),
    from: moment.describe('Only calls from this UTC day or ISO 8601 moment on.'),
    to: moment.describe('Only calls up to this UTC day, which is included, or before this ISO 8601 moment.'),
    mode: modeField,
  }),
  output: z.object({
    calls: z.array(call).describe('Newest first. With a filter a page may be short, or empty, and have a next one.'),
    nextCursor: z.string().nullable().describe('Send it as cursor to get the next page; null on the last one.'),
  }),
  examples: [{}, { outcome: 'refunded', limit: 20 }, { tool: 'llm-fast', day: '2026-11-22' }],
  async run({ day: on, from, to, mode, ...filters }, ctx) {
    if (on !== undefined && (from ?? to) !== undefined) {
      throw createInvalidInputError([{ path: 'day', message: 'Provide either day, or from and to' }]);
    }
    const reader = await requireReader(ctx, mode);
    const times = { fromMs: readMoment(on ?? from, 0), toMs: readMoment(on ?? to, DAY_MS) };
    const page = await ctx.services.accounts.listCalls(reader, { ...filters, ...times });
    return { calls: page.calls.map(formatCall), nextCursor: page.nextCursor };
  },
});

/** Milliseconds; `dayMs` is added to what is a day. */
function readMoment(text: string | undefined, dayMs: number): number | undefined {
  if (text === undefined) return undefined;
  return Date.parse(text) + (text.includes('T') ? 0 : dayMs);
}

function formatCall({ priceMicros, ...entry }: CallLogEntry): z.input<typeof call> {
  const stands = entry.outcome === 'settled' || entry.outcome === 'running';
  return { ...entry, price: toUsd(priceMicros), charged: stands ? toUsd(priceMicros) : 0 };
}
