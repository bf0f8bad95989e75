/** ExchangeRate-API's open endpoint: daily rates of 160 currencies. https://www.exchangerate-api.com/docs/free */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, requestJson } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'open-er-api',
  title: 'ExchangeRate-API (open endpoint)',
  tier: 'T0',
  about:
    'Exchange rates, updated daily. Requires attribution and forbids redistribution; used as a fallback for Frankfurter.',
  baseUrl: 'https://open.er-api.com',
  settings: {},
};

const ratesReply = z.object({ time_last_update_unix: z.number(), rates: z.record(z.string(), figure) });

/** Exchange rate of one unit of `from` in `to`, and its day. Throws `not_found` for an unknown pair. */
async function fetchRate({ from, to }: { from: string; to: string }, ctx: CallContext) {
  const { rates, time_last_update_unix: seconds } = await requestJson(facts, ctx, {
    path: `/v6/latest/${from}`,
    reply: ratesReply,
    classify,
  });
  const rate = rates[to];
  if (rate === undefined || rate === null || rate <= 0) throw new UpstreamFailure('not_found', facts.id);
  const date = new Date(seconds * 1000).toISOString().slice(0, 10);
  return { rate, date, attribution: 'Rates By Exchange Rate API (https://www.exchangerate-api.com)' };
}

/** An unknown currency comes with 404 or with 200. */
function classify({ text }: ProviderReply) {
  if (!/"result"\s*:\s*"error"/.test(text)) return undefined;
  return /unsupported-code/.test(text) ? 'not_found' : 'lying';
}

export default defineProvider(facts, { rate: fetchRate });
