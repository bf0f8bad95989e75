/** An article in another language: translated in portions, its names kept, and checked before anybody reads it. */

import { FareboxError } from '../../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { Language } from '../../../text/language.ts';
import type { Clock } from '../../analysis/mentions/types.ts';
import type { FeedQuestion } from '../feed/types.ts';
import { type Glossary, listTerms, maskTerms, type ProtectedTerm, unmaskTerms } from './terms.ts';
import { checkTranslation, explainChecks, type TranslationChecks } from './translation-checks.ts';
import type { TranslationTask } from './translator.ts';

export interface Translatable {
  id: number;
  language: Language;
  title: string;
  summary: string | null;
  body: string;
  faq: readonly FeedQuestion[];
}

export interface TranslatedText {
  title: string;
  summary: string | null;
  body: string;
  faq: FeedQuestion[];
  checks: TranslationChecks;
}

export interface TranslationOptions {
  to: Language;
  glossary: Glossary;
  /** Null for an article of nobody's. */
  companyId: string | null;
  clock: Clock;
}

/** UTF-16 units of a text that is translated at all, and of one portion of it. */
const BODY_MAX = 50_000;
const PORTION_MAX = 4_000;
const AT_ONCE = 3;

/** The text, or the sentence why there is none. Throws what is the server's own: no provider, no budget, a caller who left. */
export async function translateArticle(
  ctx: CallContext,
  article: Translatable,
  options: TranslationOptions,
): Promise<TranslatedText | string> {
  const { body } = article;
  if (body.length > BODY_MAX) return `The text is longer than ${BODY_MAX} characters`;
  const lines = listShortTexts(article).map((line) => line.replace(/\s+/g, ' ').trim() || '–');
  const { id: articleId, language: from } = article;
  const task = { from, to: options.to, companyId: options.companyId, articleId };
  const terms = listTerms([...lines, body].join('\n'), article.language, options.clock, options.glossary);
  try {
    const [said, ...bodies] = await translatePortions(ctx, task, terms, [lines.join('\n'), ...cutPortions(body)]);
    const translated = (said ?? '').split(/\r?\n/).map((line) => line.trim());
    if (translated.length !== lines.length) return 'The translator has joined or split lines';
    return composeText(article, options, terms, { lines: translated, body: bodies.join('\n') });
  } catch (thrown) {
    if (thrown instanceof UpstreamFailure) return 'The translator has failed';
    throw thrown;
  }
}

function composeText(
  article: Translatable,
  { to: language, clock }: TranslationOptions,
  terms: readonly ProtectedTerm[],
  { lines, body }: { lines: readonly string[]; body: string },
): TranslatedText | string {
  const { language: sourceLanguage, summary: sourceSummary, faq } = article;
  const source = [...listShortTexts(article), article.body].join('\n');
  const translation = [...lines, body].join('\n');
  const checks = checkTranslation({ source, sourceLanguage, translation, language, terms, clock });
  const fault = explainChecks(checks);
  if (fault !== null) return fault;
  const questions = lines.slice(sourceSummary === null ? 1 : 2);
  return {
    title: lines[0] ?? '',
    summary: sourceSummary === null ? null : (lines[1] ?? ''),
    body,
    faq: faq.map((_, index) => ({ question: questions[2 * index] ?? '', answer: questions[2 * index + 1] ?? '' })),
    checks,
  };
}

/** Texts of one line each: headline, summary, questions and answers. */
const listShortTexts = ({ title, summary, faq }: Translatable): string[] => [
  title,
  ...(summary === null ? [] : [summary]),
  ...faq.flatMap(({ question, answer }) => [question, answer]),
];

/** Paragraphs together, as many as fit; a longer line is a portion of its own. */
function cutPortions(body: string): string[] {
  const portions: string[] = [];
  for (const line of body.split('\n')) {
    const last = portions.at(-1);
    if (last !== undefined && last.length + line.length < PORTION_MAX)
      portions[portions.length - 1] = `${last}\n${line}`;
    else portions.push(line);
  }
  return portions;
}

async function translatePortions(
  ctx: CallContext,
  task: Omit<TranslationTask, 'text'>,
  terms: readonly ProtectedTerm[],
  portions: readonly string[],
): Promise<string[]> {
  const languages: string[] = [];
  const translate = async (text: string): Promise<string> => {
    if (text.trim() === '') return text;
    if (ctx.signal.aborted) throw new FareboxError('UPSTREAM_TIMEOUT');
    const masked = { ...task, text: maskTerms(text, terms) };
    return unmaskTerms(await ctx.services.translator.translate(ctx, masked), terms);
  };
  for (let at = 0; at < portions.length; at += AT_ONCE) {
    languages.push(...(await Promise.all(portions.slice(at, at + AT_ONCE).map(translate))));
  }
  return languages;
}
