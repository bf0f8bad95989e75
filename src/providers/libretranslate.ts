/** LibreTranslate: open translation models on a server of your own. https://docs.libretranslate.com */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { figure } from './shared/figures.ts';
import type { AnyLanguage } from './shared/languages.ts';
import { defineProvider, type ProviderReply, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'libretranslate',
  title: 'LibreTranslate',
  tier: 'T0',
  about: 'Self-hosted translation without charges per character.',
  baseUrl: 'http://127.0.0.1:5000',
  offByDefault: true,
  settings: { apiKey: { kind: 'secret', about: 'API key, if your server requires one' } },
};

const translationReply = z.object({
  translatedText: z.string(),
  detectedLanguage: z.object({ confidence: figure, language: z.string() }).nullish(),
});

interface LibretranslateRequest {
  text: string;
  to: AnyLanguage;
  from?: AnyLanguage | null;
}

/** The text in another language, and the language it was in. Throws `empty` for a language the server has not. */
async function translate({ text, to, from }: LibretranslateRequest, ctx: CallContext) {
  const { apiKey } = settingsOf(facts, ctx);
  const { translatedText, detectedLanguage } = await requestJson(facts, ctx, {
    path: '/translate',
    json: {
      q: text,
      source: from ? formatCode(from) : 'auto',
      target: formatCode(to),
      format: 'text',
      ...(apiKey === undefined ? {} : { api_key: apiKey }),
    },
    reply: translationReply,
    classify,
  });
  if (translatedText.trim() === '') throw new UpstreamFailure('empty', facts.id);
  // What has nothing to translate comes back with no confidence in any language.
  const detected = detectedLanguage && (detectedLanguage.confidence ?? 1) > 0 ? detectedLanguage.language : from?.code;
  return { text: translatedText, detected: detected?.toUpperCase() ?? null };
}

function formatCode({ base, code }: AnyLanguage): string {
  if (base === 'ZH') return code === 'ZH-HANT' ? 'zh-Hant' : 'zh-Hans';
  return code === 'PT-BR' ? 'pt-BR' : base.toLowerCase();
}

/** A missing key is told as 400, and 403 may be a limit. */
function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (status === 200) return hasMember(json, 'error') ? 'lying' : undefined;
  if (status === 400 && /API key/i.test(text)) return 'auth';
  if (status === 400 && /text limit/i.test(text)) return 'context';
  if (status === 400 && /not (supported|available)/i.test(text)) return 'empty';
  return status === 403 && /limit/i.test(text) ? 'rate' : undefined;
}

export default defineProvider(facts, { translate });
