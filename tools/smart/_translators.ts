/** The translators of the smart services: a premium one, two models, and one that can run on the operator's own host. */
import type { CallContext } from '../../src/kernel/context.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { type TranslationRequest, translationIn, translationRequest } from '../../src/providers/chat-translation.ts';
import deepl from '../../src/providers/deepl.ts';
import deepseek from '../../src/providers/deepseek.ts';
import groq from '../../src/providers/groq.ts';
import libretranslate from '../../src/providers/libretranslate.ts';

export const translators = { premium: deepl, reasoning: deepseek, fast: groq, own: libretranslate };

export type TranslatorName = keyof typeof translators;

export type Settings = (providerId: string) => ProviderSettings | null;

const chatOf = (request: TranslationRequest) => ({ ...translationRequest(request), model: 'chat' as const });

/** What each does with a request; for `firstOf`. */
export const sourcesFor = (request: TranslationRequest) => ({
  premium: { provider: deepl, run: (ctx: CallContext) => deepl.translate(request, ctx) },
  reasoning: {
    provider: deepseek,
    run: async (ctx: CallContext) => translationIn(await deepseek.chat(chatOf(request), ctx), request, deepseek.id),
  },
  fast: {
    provider: groq,
    run: async (ctx: CallContext) => translationIn(await groq.chat(translationRequest(request), ctx), request, groq.id),
  },
  own: { provider: libretranslate, run: (ctx: CallContext) => libretranslate.translate(request, ctx) },
});

/** The most it can cost, in micro-USD. */
export function ceilingOf(name: TranslatorName, request: TranslationRequest, settings?: Settings): number {
  if (name === 'premium') return deepl.ceiling(request.text, settings?.('deepl') ?? null);
  if (name === 'own') return 0;
  return name === 'reasoning' ? deepseek.ceiling(chatOf(request)) : groq.ceiling(translationRequest(request));
}
