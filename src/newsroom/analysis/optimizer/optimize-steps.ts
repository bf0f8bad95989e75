/** The steps of optimising. */

import { countCodePoints } from '../../../text/code-points.ts';
import type { Language } from '../../../text/language.ts';
import { splitParagraphs, splitSentences } from '../../../text/sentences.ts';
import { truncate } from '../../../text/truncate.ts';
import { OPTIMISE_WORDING } from '../extraction/lexicon/optimise-wording.ts';
import { findNames } from '../facts-check/names.ts';
import { writePlaceholder } from '../facts-check/placeholders.ts';
import { english } from '../quality/lexicons/en.ts';
import { japanese } from '../quality/lexicons/ja.ts';
import { chinese } from '../quality/lexicons/zh.ts';
import type { DimensionKey } from '../quality/types.ts';
import { calmText } from './calm.ts';
import type { Change, Draft, DraftInput } from './draft.ts';

/** Null when there is nothing to do. */
export type Step = (draft: Draft, facts: DraftInput) => { draft: Draft; changes: Change[] } | null;

const LEXICONS = { ja: japanese, zh: chinese, en: english };
/** Sentences of a paragraph that need no division, and those that a divided one gets. */
const PARAGRAPH_LONG = 5;
const PARAGRAPH_SIZE = 3;
const SHOWN_MAX = 200;
/** UTF-16 units of what may make a name together with the sentence behind it. */
const NAME_MAX = 80;
/** Sentences of which changes are told. */
const SENTENCES_SHOWN = 500;

const calmTitle: Step = ({ title, body }, { language }) => {
  if (title === null) return null;
  const calm = calmText(title, language)
    .replace(/[。.]$/, '')
    .trim();
  return calm === title || calm === ''
    ? null
    : change({ title: calm, body }, 'headline', title, calm, 'calm', language);
};

const calmBody: Step = ({ title, body }, { language }) => {
  const calm = calmText(body, language);
  if (calm === body) return null;
  const sentences = splitSentences(body, language)
    .slice(0, SENTENCES_SHOWN)
    .flatMap(({ text }): Change[] => {
      const after = calmText(text, language);
      const why = OPTIMISE_WORDING[language].why.calm;
      return after === text ? [] : [{ dimension: 'tone', before: show(text), after: show(after), why }];
    });
  return { draft: { title, body: calm }, changes: sentences };
};

/** A text without a headline gets one of its own words. */
const writeHeadline: Step = ({ title, body }, { language, organization, product }) => {
  if (title !== null || organization === null || product === null) return null;
  const { pattern } = LEXICONS[language].newsVerbs;
  const verbs = [...body.slice(0, 600).toLowerCase().matchAll(pattern)].map(([verb]) => verb);
  const headlines = verbs.map((verb) => OPTIMISE_WORDING[language].headline(organization, product, verb));
  const headline = headlines.find((one) => one !== null);
  if (!headline || countCodePoints(headline) > LEXICONS[language].sizes.headline.longest) return null;
  return change({ title: headline, body }, 'headline', '', headline, 'headline', language);
};

/** By leaving out what stands in brackets, or clauses from the end. */
const shortenHeadline: Step = ({ title, body }, { language }) => {
  const { least, most } = LEXICONS[language].sizes.headline;
  if (title === null || countCodePoints(title) <= most) return null;
  const isFit = (text: string): boolean => countCodePoints(text) >= least && countCodePoints(text) <= most;
  const bare = title
    .replaceAll(/[【[〔][^】\]〕]{0,40}[】\]〕]|[(（][^()（）]{0,60}[)）]|[~～〜][^~～〜]{1,60}[~～〜]/g, '')
    .trim();
  const cuts = [...bare.matchAll(/(?<!\s)\s*(?:[、，,;；:：|｜–—]|(?<=\s)[-~]\s)\s*/g)].map(({ index }) =>
    bare.slice(0, index),
  );
  const short = [bare, ...cuts.reverse()].find(isFit);
  return short === undefined ? null : change({ title: short, body }, 'headline', title, short, 'shorten', language);
};

const divideParagraphs: Step = ({ title, body }, { language }) => {
  const parts: string[] = [];
  let at = 0;
  const changes: Change[] = [];
  for (const { startUnit, endUnit, text } of splitParagraphs(body)) {
    const sentences = text.includes('\n') ? [] : splitSentences(text, language);
    if (sentences.length < PARAGRAPH_LONG) continue;
    const starts = sentences.filter((_, index) => index % PARAGRAPH_SIZE === 0 && sentences.length - index > 1);
    const pieces = starts.map((one, index) => text.slice(one.startUnit, starts[index + 1]?.startUnit).trim());
    parts.push(body.slice(at, startUnit), pieces.join('\n\n'));
    at = endUnit;
    changes.push(explain('structure', show(text), show(pieces.join('\n\n')), 'paragraphs', language));
  }
  return changes.length === 0 ? null : { draft: { title, body: parts.join('') + body.slice(at) }, changes };
};

const addDate: Step = (draft, { language, nq, hasDate }) =>
  !hasDate && nq.missing.five_w.includes('when')
    ? addToLead(
        draft,
        'lead_5w1h',
        OPTIMISE_WORDING[language].when(writePlaceholder('launch_date', language)),
        'when',
        language,
      )
    : null;

const addPrice: Step = (draft, { language, product, hasMoney }) => {
  if (product === null || hasMoney || /無料|免费|免費|\bfree\b/i.test(draft.body)) return null;
  const sentence = OPTIMISE_WORDING[language].price(writePlaceholder('price', language));
  return addToLead(draft, 'evidence', sentence, 'price', language);
};

const addQuote: Step = (draft, { language, nq }) => {
  if (nq.nq_dimensions.quotes_people > 0 || nq.stats.quotes > 0) return null;
  const fill = (key: 'role' | 'person' | 'quote'): string => writePlaceholder(key, language);
  const sentence = OPTIMISE_WORDING[language].quote(fill('role'), fill('person'), fill('quote'));
  return append(draft, 'quotes_people', sentence, 'quote', language);
};

const addCompany: Step = (draft, { language }) => {
  const { pattern, cased } = LEXICONS[language].about;
  const hasAbout = new RegExp(pattern.source, 'u').test(cased ? draft.body : draft.body.toLowerCase());
  const block = OPTIMISE_WORDING[language].about(writePlaceholder('company', language));
  return hasAbout ? null : append(draft, 'media_ready', block, 'about', language);
};

const addContact: Step = (draft, { language, hasContact }) => {
  const block = OPTIMISE_WORDING[language].contact(writePlaceholder('contact', language));
  return hasContact ? null : append(draft, 'media_ready', block, 'contact', language);
};

type Why = keyof (typeof OPTIMISE_WORDING)['en']['why'];

/** Behind the first paragraph that is a sentence; in a paragraph of its own where the end of that one would make a name of it (`Dr. It …`). */
function addToLead(
  { title, body }: Draft,
  dimension: DimensionKey,
  sentence: string,
  why: Why,
  language: Language,
): ReturnType<Step> {
  const lead = splitParagraphs(body).find(({ text }) => /[。.!?！？]["”」』）)]?$/.test(text));
  const glue = language === 'en' ? ' ' : '';
  const before = lead ? lead.text.slice(-NAME_MAX) + glue : '';
  const names = findNames(before + sentence, language).filter(({ end }) => end > before.length);
  const makesName = names.length > findNames(sentence, language).length;
  if (!lead || makesName) return append({ title, body }, dimension, sentence, why, language);
  const after = body.slice(0, lead.endUnit) + glue + sentence + body.slice(lead.endUnit);
  return change({ title, body: after }, dimension, '', sentence, why, language);
}

const append = (
  { title, body }: Draft,
  dimension: DimensionKey,
  block: string,
  why: Why,
  language: Language,
): ReturnType<Step> => change({ title, body: `${body.trimEnd()}\n\n${block}` }, dimension, '', block, why, language);

const change = (
  draft: Draft,
  dimension: DimensionKey,
  before: string,
  after: string,
  why: Why,
  language: Language,
): { draft: Draft; changes: Change[] } => ({
  draft,
  changes: [explain(dimension, before, after, why, language)],
});

const explain = (dimension: DimensionKey, before: string, after: string, why: Why, language: Language): Change => ({
  dimension,
  before,
  after,
  why: OPTIMISE_WORDING[language].why[why],
});

const show = (text: string): string => truncate(text, SHOWN_MAX, '…');

/** What a model has made of a draft, told headline by headline and paragraph by paragraph where they answer to each other. */
export function compareDrafts(before: Draft, after: Draft, language: Language): Change[] {
  const title: Change[] =
    (before.title ?? '') === (after.title ?? '')
      ? []
      : [explain('headline', before.title ?? '', after.title ?? '', 'model', language)];
  const [old, written] = [before, after].map(({ body }) => splitParagraphs(body).map(({ text }) => text.trim()));
  if (!old || !written || old.length !== written.length) {
    return before.body === after.body
      ? title
      : [...title, explain('structure', show(before.body), show(after.body), 'model', language)];
  }
  const paragraphs = old.flatMap((text, index): Change[] => {
    const next = written[index] ?? '';
    return text === next ? [] : [explain('structure', show(text), show(next), 'model', language)];
  });
  return [...title, ...paragraphs];
}

/** Taking out what says nothing. */
export const CALMING: readonly Step[] = [calmTitle, calmBody];
/** Other forms for the same words. */
export const RESHAPING: readonly Step[] = [writeHeadline, shortenHeadline, divideParagraphs];
/** Placeholders for what is missing. */
export const FILLING: readonly Step[] = [addDate, addPrice, addQuote, addCompany, addContact];
