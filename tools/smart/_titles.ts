/** Titles in another language, as many as the price pays for; without a translator they stay as they are. */

import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { firstOf, type Source } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type { TranslationRequest } from '../../src/providers/shared/chat/chat-translation.ts';
import type { Language } from '../../src/providers/shared/languages.ts';
import { buildSources, computeCeiling, type TranslatorName, translators } from './_translators.ts';

/** One title a line: a translator keeps its lines. */
const buildRequest = (titles: readonly string[], to: Language): TranslationRequest => ({
  text: titles.map((title) => title.replace(/\s+/g, ' ').trim()).join('\n'),
  to,
  from: null,
});

/**
 * The translations of the titles, in their order; fewer than there are titles where `budgetMicros` pays for no more, and
 * none when nobody can translate. A warning of the call says so.
 */
export async function translateTitles(
  titles: readonly string[],
  to: Language,
  budgetMicros: number,
  ctx: CallContext,
): Promise<string[]> {
  const settings = (id: string) => ctx.environment.settings(id);
  const cost = (name: TranslatorName, count: number): number =>
    computeCeiling(name, buildRequest(titles.slice(0, count), to), settings);
  const batch = (name: TranslatorName): readonly string[] => {
    let count = titles.length;
    while (count > 0 && cost(name, count) > budgetMicros) count--;
    return titles.slice(0, count);
  };
  const buildSource = (name: TranslatorName): Source<string[]> => ({
    provider: translators[name],
    run: (inner) => translateLines(name, batch(name), to, inner),
  });
  const paid: TranslatorName[] = ['premium', 'fast', 'reasoning'];
  const cheapestFirst = paid.sort((a, b) => cost(a, titles.length) - cost(b, titles.length));
  const sources = {
    premium: buildSource('premium'),
    fast: buildSource('fast'),
    reasoning: buildSource('reasoning'),
    own: buildSource('own'),
  };
  try {
    const { value } = await firstOf([...cheapestFirst, 'own'], sources, ctx);
    const left = titles.length - value.length;
    if (left > 0) ctx.warn(`The price pays for the translation of ${value.length} titles: ${left} are as they came.`);
    return value;
  } catch (thrown) {
    const unavailable = thrown instanceof FareboxError && thrown.code === 'TOOL_UNAVAILABLE';
    if (!unavailable && !(thrown instanceof UpstreamFailure)) throw thrown;
    ctx.warn(
      unavailable
        ? 'No translator is configured, so the titles are not translated.'
        : 'The titles could not be translated.',
    );
    return [];
  }
}

async function translateLines(
  name: TranslatorName,
  titles: readonly string[],
  to: Language,
  ctx: CallContext,
): Promise<string[]> {
  const { id } = translators[name];
  if (titles.length === 0) throw new UpstreamFailure('empty', id);
  const { text } = await buildSources(buildRequest(titles, to))[name].run(ctx);
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length !== titles.length)
    throw new UpstreamFailure('malformed', id, { cause: new Error('Lines were lost') });
  return lines;
}
