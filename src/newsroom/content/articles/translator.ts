/** The translator of articles: the first that is set up, within the newsroom's budget. `ctx.services.translator`. */

import { FareboxError } from '../../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { listRequiredVariables, type ProviderDefinition } from '../../../kernel/tool/provider.ts';
import deepl from '../../../providers/deepl.ts';
import groq from '../../../providers/groq.ts';
import {
  buildTranslationRequest,
  readTranslation,
  type TranslationRequest,
} from '../../../providers/shared/chat/chat-translation.ts';
import { parseLanguage } from '../../../providers/shared/languages.ts';
import type { Language } from '../../../text/language.ts';
import { meterCall } from '../../costs/meter.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    translator: Translator;
  }
}

export interface TranslationTask {
  text: string;
  from: Language;
  to: Language;
  companyId: string | null;
  articleId: number;
}

export interface Translator {
  isSetUp(ctx: Pick<CallContext, 'environment'>): boolean;
  /** Id of the provider that would be asked. Throws TOOL_UNAVAILABLE, with what to set, when there is none. */
  identify(ctx: CallContext): string;
  /** Throws UpstreamFailure, and OVERLOADED when the month's budget does not hold it. */
  translate(ctx: CallContext, task: TranslationTask): Promise<string>;
}

export interface TranslatorOptions {
  /** Id of the provider; else the first that is set up. */
  provider: string | undefined;
  timeoutMs: number;
  budgetMicros: number;
  zone: string;
}

interface Engine {
  provider: ProviderDefinition;
  ceiling(request: TranslationRequest, ctx: CallContext): number;
  run(request: TranslationRequest, ctx: CallContext): Promise<{ text: string }>;
}

/** In the order in which they are chosen. */
const engines: readonly Engine[] = [
  {
    provider: deepl,
    ceiling: ({ text }, ctx) => deepl.ceiling(text, ctx.environment.settings(deepl.id)),
    run: (request, ctx) => deepl.translate(request, ctx),
  },
  {
    provider: groq,
    ceiling: (request) => groq.ceiling(buildTranslationRequest(request)),
    run: async (request, ctx) =>
      readTranslation(await groq.chat(buildTranslationRequest(request), ctx), request, groq.id),
  },
];

export const newsroomTranslators: readonly ProviderDefinition[] = engines.map(({ provider }) => provider);

/** Micro-USD that a character costs whoever buys it here: 0.003 USD for 120 of the premium translator. */
const MARKET_MICROS_PER_CHARACTER = 25;

export function openTranslator({ provider: providerId, timeoutMs, budgetMicros, zone }: TranslatorOptions): Translator {
  const find = ({ environment }: Pick<CallContext, 'environment'>): Engine | undefined =>
    engines.find(
      ({ provider: { id } }) => (providerId === undefined || providerId === id) && environment.settings(id) !== null,
    );
  const choose = (ctx: CallContext): Engine => {
    const engine = find(ctx);
    if (engine) return engine;
    const variables = newsroomTranslators.flatMap(listRequiredVariables);
    const message = 'No translation provider is configured';
    throw new FareboxError('TOOL_UNAVAILABLE', { message, details: { variables } });
  };
  return {
    isSetUp: (ctx) => find(ctx) !== undefined,
    identify: (ctx) => choose(ctx).provider.id,
    translate: async (ctx, { text, from, to, companyId, articleId }) => {
      const { provider, ceiling, run } = choose(ctx);
      const request = { text, from: requireLanguage(from), to: requireLanguage(to) };
      const answer = await meterCall(ctx, {
        operation: 'translate',
        service: 'translate',
        companyId,
        articleId,
        provider,
        ceilingMicros: ceiling(request, ctx),
        marketMicros: text.length * MARKET_MICROS_PER_CHARACTER,
        timeoutMs,
        budgetMicros,
        zone,
        run: (own) => run(request, own),
      });
      if (answer.ok) return answer.value.text;
      if (answer.failure) throw answer.failure;
      const message = 'The month’s budget for translations is used up';
      throw new FareboxError('OVERLOADED', { message, retryAfterSeconds: 3_600 });
    },
  };
}

function requireLanguage(language: Language) {
  const parsedLanguage = parseLanguage(language === 'zh' ? 'zh-Hans' : language);
  if (!parsedLanguage) throw new UpstreamFailure('bad_request', language);
  return parsedLanguage;
}
