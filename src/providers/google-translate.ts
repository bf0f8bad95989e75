/** Google Cloud Translation, basic edition (v2), which takes an API key. https://cloud.google.com/translate/docs/reference/rest */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { meterCost } from './shared/cost.ts';
import type { AnyLanguage } from './shared/languages.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

/** 20 USD per million characters, as if the free 500,000 of the month were used up. */
const MICROS_PER_CHARACTER = 20;

const facts: ProviderDefinition = {
  id: 'google-translate',
  title: 'Google Cloud Translation',
  tier: 'T2',
  about: 'Translation between more than 100 languages, billed per character.',
  baseUrl: 'https://translation.googleapis.com',
  settings: { apiKey: { kind: 'secret', about: 'API key from console.cloud.google.com', required: true } },
};

const translationReply = z.object({
  data: z.object({
    translations: z
      .array(z.object({ translatedText: z.string(), detectedSourceLanguage: z.string().nullish() }))
      .min(1),
  }),
});

interface GoogleTranslateRequest {
  text: string;
  to: AnyLanguage;
  from?: AnyLanguage | null;
}

/** The text in another language, and the language it was in. */
async function translate({ text, to, from }: GoogleTranslateRequest, ctx: CallContext) {
  const { apiKey } = settingsOf(facts, ctx);
  const { data } = await requestJson(facts, ctx, {
    path: '/language/translate/v2',
    // In a header, because addresses end up in logs.
    headers: { 'x-goog-api-key': apiKey },
    json: { q: text, target: formatCode(to), ...(from ? { source: formatCode(from) } : {}), format: 'text' },
    reply: translationReply,
    classify,
  });
  meterCost(facts, ctx, ceiling(text));
  const [found] = data.translations;
  if (!found || found.translatedText.trim() === '') throw new UpstreamFailure('empty', facts.id);
  return { text: found.translatedText, detected: (found.detectedSourceLanguage ?? from?.code)?.toUpperCase() ?? null };
}

/** Chinese goes by region here, Portuguese and French may; other languages have none. */
function formatCode({ base, code }: AnyLanguage): string {
  if (base === 'ZH') return code === 'ZH-HANT' ? 'zh-TW' : 'zh-CN';
  if (code === 'PT-PT' || code === 'FR-CA') return `${base.toLowerCase()}${code.slice(2)}`;
  return base.toLowerCase();
}

/** A bad key is a 400, and 403 tells limits as well as missing rights: the words decide. */
function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (status === 200) return hasMember(json, 'error') ? 'lying' : undefined;
  if (status === 400 && /API key/i.test(text)) return 'auth';
  if (status === 400 && /payload size|too (long|large)/i.test(text)) return 'context';
  // The only value of ours that it may not know is a language.
  if (status === 400 && /Invalid Value|Bad language pair/i.test(text)) return 'empty';
  if (status === 403 && /dailyLimitExceeded/.test(text)) return 'quota';
  if (status === 403 && /rateLimitExceeded/i.test(text)) return 'rate';
  return status === 413 ? 'context' : undefined;
}

/** The most a translation costs, in micro-USD. */
const ceiling = (text: string): number => text.length * MICROS_PER_CHARACTER;

export default defineProvider(facts, { translate, ceiling });
