/** The translators of the smart services: a premium one, two models, and one that can run on the operator's own host. */

import type { ProviderSettings } from '../../src/kernel/ports.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import deepl from '../../src/providers/deepl.ts';
import deepseek from '../../src/providers/deepseek.ts';
import groq from '../../src/providers/groq.ts';
import libretranslate from '../../src/providers/libretranslate.ts';
import {
  buildTranslationRequest,
  readTranslation,
  type TranslationRequest,
} from '../../src/providers/shared/chat/chat-translation.ts';

export const translators = { premium: deepl, reasoning: deepseek, fast: groq, own: libretranslate };

export type TranslatorName = keyof typeof translators;

export type Settings = (providerId: string) => ProviderSettings | null;

const buildChatRequest = (request: TranslationRequest) => ({
  ...buildTranslationRequest(request),
  model: 'chat' as const,
});

/** Request of each translator; for `firstOf`. */
export const buildSources = (request: TranslationRequest) => ({
  premium: { provider: deepl, run: (ctx: CallContext) => deepl.translate(request, ctx) },
  reasoning: {
    provider: deepseek,
    run: async (ctx: CallContext) =>
      readTranslation(await deepseek.chat(buildChatRequest(request), ctx), request, deepseek.id),
  },
  fast: {
    provider: groq,
    run: async (ctx: CallContext) =>
      readTranslation(await groq.chat(buildTranslationRequest(request), ctx), request, groq.id),
  },
  own: { provider: libretranslate, run: (ctx: CallContext) => libretranslate.translate(request, ctx) },
});

/** The most it can cost, in micro-USD. */
export function computeCeiling(name: TranslatorName, request: TranslationRequest, settings?: Settings): number {
  if (name === 'premium') return deepl.ceiling(request.text, settings?.('deepl') ?? null);
  if (name === 'own') return 0;
  return name === 'reasoning'
    ? deepseek.ceiling(buildChatRequest(request))
    : groq.ceiling(buildTranslationRequest(request));
}
