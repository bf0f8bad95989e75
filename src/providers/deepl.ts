/** DeepL: translation. Keys that end with `:fx` belong to the free host. https://developers.deepl.com */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { meterCost } from './shared/cost.ts';
import { figure } from './shared/figures.ts';
import type { AnyLanguage } from './shared/languages.ts';
import { defineProvider, requestJson, settingsOf } from './shared/provider.ts';

const FREE_URL = 'https://api-free.deepl.com';
/** 25 USD per million characters. */
const MICROS_PER_CHARACTER = 25;

const facts: ProviderDefinition = {
  id: 'deepl',
  title: 'DeepL',
  tier: 'T3',
  about: 'High-quality translation, billed per character. The free plan includes 500,000 characters per month.',
  baseUrl: 'https://api.deepl.com',
  settings: {
    apiKey: {
      kind: 'secret',
      about: 'API key from deepl.com; keys ending in :fx use the free host',
      required: true,
      readPlan: (key) => (isFreeKey(key) ? 'free' : 'paid'),
    },
  },
};

/** That it has had for years, as targets and as sources; it knows more. */
const languages: readonly string[] =
  'AR BG CS DA DE EL EN ES ET FI FR HU ID IT JA KO LT LV NB NL PL PT RO RU SK SL SV TR UK ZH'.split(' ');

const translationReply = z.object({
  translations: z
    .array(
      z.object({
        text: z.string(),
        detected_source_language: z.string().nullish(),
        billed_characters: figure,
      }),
    )
    .min(1),
});

interface DeeplRequest {
  text: string;
  /** Of `languages`. */
  to: AnyLanguage;
  from?: AnyLanguage | null;
}

/** The text in another language, and the language it was in. */
async function translate({ text, to, from }: DeeplRequest, ctx: CallContext) {
  const { apiKey, baseUrl } = settingsOf(facts, ctx);
  const free = isFreeKey(apiKey);
  const { translations } = await requestJson(facts, ctx, {
    ...(free && baseUrl === facts.baseUrl ? { baseUrl: FREE_URL } : {}),
    path: '/v2/translate',
    headers: { authorization: `DeepL-Auth-Key ${apiKey}` },
    json: {
      text: [text],
      target_lang: chooseTargetCode(to),
      ...(from ? { source_lang: from.base } : {}),
      show_billed_characters: true,
    },
    reply: translationReply,
    classify: ({ status }) => {
      if (status === 456) return 'quota';
      return status === 413 || status === 414 ? 'context' : undefined;
    },
  });
  const [found] = translations;
  if (!free) meterCost(facts, ctx, (found?.billed_characters ?? text.length) * MICROS_PER_CHARACTER);
  if (!found || found.text.trim() === '') throw new UpstreamFailure('empty', facts.id);
  return { text: found.text, detected: found.detected_source_language?.toUpperCase() ?? null };
}

/** English and Portuguese need a region as a target; other languages have none. */
function chooseTargetCode({ base, code }: AnyLanguage): string {
  if (base === 'EN') return code === 'EN' || code === 'EN-US' ? 'EN-US' : 'EN-GB';
  if (base === 'PT') return code === 'PT-PT' ? 'PT-PT' : 'PT-BR';
  return base === 'ZH' ? code : base;
}

/** The most a translation costs, in micro-USD; nothing on the free plan. Without settings: on the paid one. */
const ceiling = (text: string, settings: ProviderSettings | null): number =>
  isFreeKey(settings?.apiKey) ? 0 : text.length * MICROS_PER_CHARACTER;

const isFreeKey = (apiKey: string | undefined): boolean => apiKey?.endsWith(':fx') ?? false;

export default defineProvider(facts, { translate, ceiling, languages });
