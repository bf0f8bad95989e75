/** Jina Reader: pages as Markdown, read by a browser. https://jina.ai/reader */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { defineUsdSetting, meterCost, readRequestMicros } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import {
  assertTrusted,
  createNoContentFailure,
  createTargetFailure,
  type ReadPage,
  type ReadRequest,
  trustedFetcher,
} from './shared/network/reading.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';
import { parseTime } from './shared/search-results.ts';

const facts: ProviderDefinition = {
  id: 'jina-reader',
  title: 'Jina Reader',
  tier: 'T1',
  about: 'Reads pages with a browser and returns Markdown; billed per token. Can be self-hosted.',
  baseUrl: 'https://r.jina.ai',
  settings: {
    apiKey: {
      kind: 'secret',
      about: 'API key from jina.ai, starts with jina_; any value for a self-hosted server',
      required: true,
    },
    millionTokensUsd: defineUsdSetting('0.05', 'a million tokens'),
    trustedFetcher,
  },
};

const BODY_BYTES_MAX = 8 * 1024 * 1024;
const SECONDS_MAX = 180;

const text = z.string().nullish();

const readerReply = z.object({
  data: z.object({
    title: text,
    url: text,
    description: text,
    content: text,
    html: text,
    publishedTime: text,
    warning: text,
    metadata: z.object({ lang: text, author: text }).nullish(),
    usage: z.object({ tokens: figure }).nullish(),
  }),
});

type JinaReadRequest = ReadRequest & {
  /** A page with more tokens is refused, so that its cost has a bound. */
  tokensMax: number;
};

/** The content of a page. Throws `empty` for one that it can't read or that is too long. */
async function read({ url, format, tokensMax }: JinaReadRequest, ctx: CallContext): Promise<ReadPage> {
  const settings = settingsOf(facts, ctx);
  assertTrusted(facts, settings);
  const seconds = Math.floor((ctx.deadlineMs - Date.now()) / 1000);
  const { data } = await requestJson(facts, ctx, {
    method: 'POST',
    path: '/',
    headers: {
      authorization: `Bearer ${settings.apiKey}`,
      'x-respond-with': format === 'html' ? 'html' : undefined,
      'x-timeout': String(Math.min(SECONDS_MAX, Math.max(1, seconds))),
      'x-token-budget': String(tokensMax),
    },
    json: { url },
    reply: readerReply,
    classify,
    bodyBytesMax: BODY_BYTES_MAX,
    // A page's server may think for long before it answers.
    stallMs: 30_000,
  });
  meterCost(
    facts,
    ctx,
    ((data.usage?.tokens ?? 0) * readRequestMicros(facts, settings, 'millionTokensUsd')) / 1_000_000,
  );
  const failed = /returned error (\d{3})/i.exec(data.warning ?? '')?.[1];
  if (failed !== undefined) throw createTargetFailure(facts.id, Number(failed));
  const content = (format === 'html' ? (data.html ?? data.content) : data.content)?.trim() ?? '';
  if (content === '') throw createNoContentFailure(facts.id);
  return {
    title: data.title || null,
    url: data.url || url,
    content,
    truncated: false,
    description: data.description || null,
    author: data.metadata?.author || null,
    publishedAt: parseTime(data.publishedTime, Date.now()),
    language: data.metadata?.lang || null,
  };
}

/** Refused pages don't count against the provider; another reader may be let in. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  if (status === 409 || status === 413 || status === 422 || status === 451) return 'empty';
  return status === 200 && refusal.safeParse(json).success ? 'lying' : undefined;
}

const refusal = z.object({ data: z.null() });

/** The most that pages of `tokensMax` tokens in all can cost, in micro-USD. */
const ceiling = (tokensMax: number, settings: ProviderSettings | null): number =>
  Math.ceil((tokensMax * readRequestMicros(facts, settings, 'millionTokensUsd')) / 1_000_000);

export default defineProvider(facts, { read, ceiling });
