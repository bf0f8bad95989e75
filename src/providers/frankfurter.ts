/** Frankfurter: reference rates of the central banks. https://frankfurter.dev */
import { z } from 'zod';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineProvider, requestJson } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'frankfurter',
  title: 'Frankfurter',
  tier: 'T0',
  about: 'Exchange rates of central banks, updated on working days. MIT-licensed; can be self-hosted.',
  baseUrl: 'https://api.frankfurter.dev',
  settings: {},
};

const rateReply = z.object({ date: z.string(), rate: z.number().positive() });

/** Exchange rate of one unit of `from` in `to`, and its day. Throws `not_found` for an unknown pair. */
async function fetchRate({ from, to }: { from: string; to: string }, ctx: CallContext) {
  const { date, rate } = await requestJson(facts, ctx, {
    path: `/v2/rate/${from}/${to}`,
    reply: rateReply,
    classify: ({ status }) => (status === 404 || status === 422 ? 'not_found' : undefined),
  });
  return { rate, date, attribution: 'Rates by Frankfurter (https://frankfurter.dev), from central banks' };
}

export default defineProvider(facts, { rate: fetchRate });
