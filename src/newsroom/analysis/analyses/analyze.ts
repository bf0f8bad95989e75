/** The analysis of a text by rules alone: no model, no database, no network. The same input gives the same bytes. */

import { countCodePoints } from '../../../text/code-points.ts';
import { detectLanguage, type Language } from '../../../text/language.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { countWords } from '../../../text/words.ts';
import { type Category, findCategories } from '../extraction/categories.ts';
import { type Entity, findMentions, listEntities, type TextMentions } from '../extraction/entities.ts';
import { collectFacts, type Facts, readGenre } from '../extraction/facts.ts';
import { type FaqEntry, writeFaq } from '../extraction/faq.ts';
import { buildJsonLd, type JsonLd, type JsonLdInput } from '../extraction/json-ld.ts';
import { findKeywords, type Keyword } from '../extraction/keywords.ts';
import { findPublisher } from '../extraction/publisher.ts';
import { summarizeText } from '../extraction/summary.ts';
import { type ReadText, readText } from '../mentions/read-text.ts';
import type { Clock } from '../mentions/types.ts';
import type { Draft, DraftInput, OptimizedText } from '../optimizer/draft.ts';
import { completeRelease, joinDraft, optimizeText } from '../optimizer/optimize.ts';
import { checkDescription, checkRelease, type ModelWords, type WrittenRelease } from '../optimizer/written.ts';
import { scoreQuality } from '../quality/score.ts';
import type { NewsQuality, Suggestion } from '../quality/types.ts';

export const ANALYSIS_MODES = ['optimize', 'score', 'facts'] as const;
export type AnalysisMode = (typeof ANALYSIS_MODES)[number];

/** Facts about the page that a text comes from. */
export type PageDetails = Pick<
  JsonLdInput,
  'url' | 'originalUrl' | 'images' | 'publishedAt' | 'modifiedAt' | 'author' | 'publisher'
>;

export interface AnalysisInput {
  mode: AnalysisMode;
  /** A page's title; null for a text whose first line may be its title. */
  title: string | null;
  body: string;
  clock: Clock;
  page?: Partial<PageDetails>;
  /** What a model has written about this very text: it takes the place of the rules' own words where it passes the checks. */
  written?: ModelWords;
}

/** Fields that the mode doesn't compute are null or []. */
export interface Analysis {
  mode: AnalysisMode;
  /** The text that all offsets count in, cut at `TEXT_MAX`. */
  text: string;
  truncated: boolean;
  word_count: number;
  language: Language;
  language_confidence: number;
  title: string | null;
  summary: string | null;
  nq: NewsQuality | null;
  nq_score: number | null;
  entities: Entity[];
  keywords: Keyword[];
  facts: Facts | null;
  categories: Category[];
  optimized: OptimizedText | null;
  faq: FaqEntry[];
  json_ld: JsonLd | null;
  recommendations: Suggestion[];
  /** What of a model's words has been taken. */
  hasWritten: { description: boolean; release: boolean };
}

/** Code points. */
export const TEXT_MAX = 50_000;
/** A longer first line is no title. Code points. */
const TITLE_MAX = 120;

/** Analyses a text. Callers refuse a text without letters before (`hasLetters`). Linear in the length of the text. */
export function analyzeText(input: AnalysisInput): Analysis {
  const whole = input.title === null ? input.body : `${input.title}\n${input.body}`;
  const text = cutCodePoints(whole, TEXT_MAX);
  const titleUnits = input.title === null ? findTitleEnd(text) : Math.min(input.title.length, text.length);
  const title = text.slice(0, titleUnits).trim() || null;
  const { language, confidence } = detectLanguage(text);
  const base: Analysis = {
    ...buildEmpty(),
    mode: input.mode,
    text,
    truncated: text.length < whole.length,
    word_count: countWords(text, language),
    language,
    language_confidence: confidence,
    title,
  };
  const draft: Draft = { title, body: text.slice(titleUnits).replace(/^\r?\n/, '') };
  const nq = input.mode === 'facts' ? null : scoreQuality(input.title === null ? { text } : draft);
  const scored: Analysis = { ...base, nq, nq_score: nq?.nq_score ?? null };
  if (input.mode === 'score') return scored;
  const reading = readText(text, language);
  const titleEnd = reading.folded.locate(titleUnits);
  const mentions = findMentions(reading, input.clock);
  const { written, clock } = input;
  const described = written?.description ? checkDescription(written.description, reading, clock) : null;
  const summary = described?.summary ?? summarizeText(reading, mentions.numbers, titleEnd);
  const findings = readFacts({ text: reading, mentions, titleEnd }, input, { title, summary, faq: described?.faq });
  const facts: Analysis = { ...scored, ...findings, hasWritten: { description: described !== null, release: false } };
  if (nq === null) return facts;
  const publisher = findPublisher(reading, mentions, titleEnd)?.name ?? null;
  const about = {
    ...describeDraft(reading, mentions, nq),
    organization: publisher,
    genre: readGenre(reading, titleEnd),
  };
  const release = written?.release ? takeRelease(written.release, draft, about, clock) : null;
  const optimized = release ?? optimizeText(draft, about, clock);
  return {
    ...facts,
    summary,
    optimized,
    recommendations: recommend(nq, draft, optimized),
    hasWritten: { description: described !== null, release: release !== null },
  };
}

/** Null when it doesn't pass for a version of the draft, or is worse by the rules. */
function takeRelease(written: WrittenRelease, draft: Draft, about: DraftInput, clock: Clock): OptimizedText | null {
  const fit = checkRelease(written, draft, about.language);
  if (fit === null) return null;
  const release = completeRelease(fit, draft, about, { inputs: [joinDraft(draft)], clock });
  const { nq_score } = scoreQuality({ title: release.title, body: release.body });
  return nq_score < about.nq.nq_score ? null : release;
}

/** Findings before any mode has run. */
const buildEmpty = (): Omit<
  Analysis,
  'mode' | 'text' | 'truncated' | 'word_count' | 'language' | 'language_confidence' | 'title'
> => ({
  summary: null,
  nq: null,
  nq_score: null,
  entities: [],
  keywords: [],
  facts: null,
  categories: [],
  optimized: null,
  faq: [],
  json_ld: null,
  recommendations: [],
  hasWritten: { description: false, release: false },
});

/** End of the first line, in UTF-16 units, if it is short and others follow; else 0. */
function findTitleEnd(text: string): number {
  const line = /^\s*(\S[^\r\n]*)/.exec(text);
  const end = line?.[0].length ?? 0;
  const isTitle =
    line !== null && countCodePoints((line[1] ?? '').trim()) <= TITLE_MAX && text.slice(end).trim() !== '';
  return isTitle ? end : 0;
}

function readFacts(
  { text, mentions, titleEnd }: { text: ReadText; mentions: TextMentions; titleEnd: number },
  { clock, page }: AnalysisInput,
  { title, summary, faq: entries }: { title: string | null; summary: string; faq: FaqEntry[] | undefined },
): Pick<Analysis, 'entities' | 'keywords' | 'facts' | 'categories' | 'faq' | 'json_ld'> {
  const names = [...mentions.products, ...mentions.organizations].map(({ start, end }) => text.plain.slice(start, end));
  const faq = entries ?? writeFaq(text, mentions, titleEnd);
  const publisher = findPublisher(text, mentions, titleEnd);
  return {
    entities: listEntities(text, mentions),
    keywords: findKeywords(text, titleEnd, {
      names: [...new Set(names)].slice(0, 20),
      masks: [...mentions.contacts, ...mentions.people, ...mentions.dates],
    }),
    facts: collectFacts(text, mentions, titleEnd, clock),
    categories: findCategories(text, titleEnd),
    faq,
    json_ld: buildJsonLd({
      url: null,
      publisher: publisher === null ? null : { name: publisher.name },
      ...page,
      headline: title,
      description: summary || null,
      language: text.language,
      faq,
    }),
  };
}

function describeDraft(
  text: ReadText,
  mentions: TextMentions,
  nq: NewsQuality,
): Omit<DraftInput, 'organization' | 'genre'> {
  const first = ([mention]: TextMentions['products']): string | null => (mention ? text.span(mention).text : null);
  return {
    language: text.language,
    product: first(mentions.products),
    hasDate: mentions.dates.some(({ date }) => date?.length === 'YYYY-MM-DD'.length),
    hasMoney: mentions.numbers.some(({ kind }) => kind === 'money'),
    hasContact: mentions.contacts.some(({ start, end }) => !/^(?:https?:|www\.)/i.test(text.plain.slice(start, end))),
    nq,
  };
}

/** Changes that would raise the score most, with the text's own headline as the example if one was written. */
function recommend(nq: NewsQuality, draft: Draft, { title }: OptimizedText): Suggestion[] {
  return nq.suggestions.map((suggestion) =>
    suggestion.dimension === 'headline' && title !== null && title !== draft.title
      ? { ...suggestion, example: title }
      : suggestion,
  );
}
