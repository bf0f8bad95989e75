/** The steps of optimising. */

import { countCodePoints } from '../../../text/code-points.ts';
import type { Language } from '../../../text/language.ts';
import { splitParagraphs, splitSentences } from '../../../text/sentences.ts';
import { truncate } from '../../../text/truncate.ts';
import { OPTIMISE_WORDING } from '../extraction/lexicon/optimise-wording.ts';
import { findNames } from '../facts-check/names.ts';
import { listPlaceholders, type PlaceholderKey, writePlaceholder } from '../facts-check/placeholders.ts';
import { GENRE_RULES } from '../quality/genre.ts';
import { english } from '../quality/lexicons/en.ts';
import { japanese } from '../quality/lexicons/ja.ts';
import { chinese } from '../quality/lexicons/zh.ts';
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
    : change({ title: calm, body }, { dimension: 'headline', before: title, after: calm, why: 'calm' }, language);
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
  // Who does what must be one sentence of the text: a verb of another would make another claim.
  const sentence = splitSentences(body, language).find(
    ({ text }) => text.includes(organization) && text.includes(product),
  );
  const verbs = [...(sentence?.text.toLowerCase() ?? '').matchAll(pattern)].map(([verb]) => verb);
  const headlines = verbs.map((verb) => OPTIMISE_WORDING[language].headline(organization, product, verb));
  const headline = headlines.find((one) => one !== null);
  if (!headline || countCodePoints(headline) > LEXICONS[language].sizes.headline.longest) return null;
  return change(
    { title: headline, body },
    { dimension: 'headline', before: '', after: headline, why: 'headline' },
    language,
  );
};

/** By leaving out what stands in brackets, or clauses from the end. */
const shortenHeadline: Step = ({ title, body }, { language }) => {
  const { least, most, longest } = LEXICONS[language].sizes.headline;
  if (title === null || countCodePoints(title) <= most) return null;
  const lexicon = LEXICONS[language];
  // What is left still says what happens.
  const verbs = [lexicon.newsVerbs, ...Object.values(lexicon.genres.marks)].map(
    ({ pattern }) => new RegExp(pattern.source, 'u'),
  );
  const figures = title.match(/\d[\d.,]*/g) ?? [];
  const isFit = (text: string): boolean =>
    figures.every((figure) => text.includes(figure)) &&
    countCodePoints(text) >= least &&
    countCodePoints(text) <= most &&
    verbs.some((verb) => verb.test(text.toLowerCase())) &&
    !/(?:[のとやをにでは]|和|与|的|\b(?:and|or|of|to|for|with|the|a|an|by|in))$/.test(text);
  const bare = title
    .replaceAll(/[【[〔][^】\]〕]{0,40}[】\]〕]|[(（][^()（）]{0,60}[)）]|[~～〜][^~～〜]{1,60}[~～〜]/g, '')
    .trim();
  // A clause may be what is new: it goes only where editors would cut it themselves.
  const cuts =
    countCodePoints(bare) <= longest
      ? []
      : [...bare.matchAll(/(?<!\s)\s*(?:[、，,;；:：|｜–—]|(?<=\s)[-~]\s)\s*/g)].map(({ index }) =>
          bare.slice(0, index),
        );
  const short = [bare, ...cuts.reverse()].find(isFit);
  return short === undefined
    ? null
    : change({ title: short, body }, { dimension: 'headline', before: title, after: short, why: 'shorten' }, language);
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
    changes.push(
      explain(
        { dimension: 'structure', before: show(text), after: show(pieces.join('\n\n')), why: 'paragraphs' },
        language,
      ),
    );
  }
  return changes.length === 0 ? null : { draft: { title, body: parts.join('') + body.slice(at) }, changes };
};

const asksFor = ({ body }: Draft, key: PlaceholderKey): boolean => listPlaceholders(body).includes(key);

const addDate: Step = (draft, { language, nq, hasDate, genre }) =>
  genre === 'launch' && !hasDate && !asksFor(draft, 'launch_date') && nq.missing.five_w.includes('when')
    ? addToLead(
        draft,
        {
          dimension: 'lead_5w1h',
          text: OPTIMISE_WORDING[language].when(writePlaceholder('launch_date', language)),
          why: 'when',
        },
        language,
      )
    : null;

const addPrice: Step = (draft, { language, product, hasMoney, genre }) => {
  if (genre !== 'launch' || product === null || hasMoney || asksFor(draft, 'price')) return null;
  if (/無料|免费|免費|\bfree\b/i.test(draft.body)) return null;
  const sentence = OPTIMISE_WORDING[language].price(writePlaceholder('price', language));
  return addToLead(draft, { dimension: 'evidence', text: sentence, why: 'price' }, language);
};

const addQuote: Step = (draft, { language, nq, genre }) => {
  if (!GENRE_RULES[genre].isQuoted || nq.nq_dimensions.quotes_people > 0 || nq.stats.quotes > 0) return null;
  if (asksFor(draft, 'quote')) return null;
  const fill = (key: 'role' | 'person' | 'quote'): string => writePlaceholder(key, language);
  const sentence = OPTIMISE_WORDING[language].quote(fill('role'), fill('person'), fill('quote'));
  return append(draft, { dimension: 'quotes_people', text: sentence, why: 'quote' }, language);
};

/** Phrases of a company profile, under a heading or not. */
const PROFILE =
  /\b(?:was|were|been) founded\b|\bfounded in\b|\bemploys \d|\b\d{1,3}(?:,?\d{3}){0,3} (?:\p{L}{1,30} )?(?:employees|members)\b|\bhad \d{1,3}(?:,?\d{3}){0,3} visitors\b|年(?:の)?(?:創業|設立|開学)|創業は|会社概要|従業員(?:数|は|\d)|店舗を|売上高は|成立于|成立於|\d+名?员工|员工有\d|现有/iu;
/** These are about what happened, not about the company. */
const WITHOUT_PROFILE: ReadonlySet<string> = new Set(['recall', 'apology', 'results', 'survey']);

const addCompany: Step = (draft, { language, genre }) => {
  if (WITHOUT_PROFILE.has(genre) || PROFILE.test(draft.body) || asksFor(draft, 'company')) return null;
  const { pattern, cased } = LEXICONS[language].about;
  const hasAbout = new RegExp(pattern.source, 'u').test(cased ? draft.body : draft.body.toLowerCase());
  const text = OPTIMISE_WORDING[language].about(writePlaceholder('company', language));
  return hasAbout ? null : append(draft, { dimension: 'media_ready', text, why: 'about' }, language);
};

const addContact: Step = (draft, { language, hasContact }) => {
  const text = OPTIMISE_WORDING[language].contact(writePlaceholder('contact', language));
  return hasContact || asksFor(draft, 'contact')
    ? null
    : append(draft, { dimension: 'media_ready', text, why: 'contact' }, language);
};

type Why = keyof (typeof OPTIMISE_WORDING)['en']['why'];
type Edit = Pick<Change, 'dimension' | 'before' | 'after'> & { why: Why };
type Addition = Pick<Edit, 'dimension' | 'why'> & { text: string };

/** Behind the first paragraph that is a sentence; in a paragraph of its own where the end of that one would make a name of it (`Dr. It …`). */
function addToLead({ title, body }: Draft, addition: Addition, language: Language): ReturnType<Step> {
  const { text: sentence, ...edit } = addition;
  const lead = splitParagraphs(body).find(({ text }) => /[。.!?！？]["”」』）)]?$/.test(text));
  const glue = language === 'en' ? ' ' : '';
  const before = lead ? lead.text.slice(-NAME_MAX) + glue : '';
  const names = findNames(before + sentence, language).filter(({ end }) => end > before.length);
  const makesName = names.length > findNames(sentence, language).length;
  if (!lead || makesName) return append({ title, body }, addition, language);
  const whole = body.slice(0, lead.endUnit) + glue + sentence + body.slice(lead.endUnit);
  return change({ title, body: whole }, { ...edit, before: '', after: sentence }, language);
}

const append = ({ title, body }: Draft, { text, ...edit }: Addition, language: Language): ReturnType<Step> =>
  change({ title, body: `${body.trimEnd()}\n\n${text}` }, { ...edit, before: '', after: text }, language);

const change = (draft: Draft, edit: Edit, language: Language): { draft: Draft; changes: Change[] } => ({
  draft,
  changes: [explain(edit, language)],
});

const explain = (edit: Edit, language: Language): Change => ({
  ...edit,
  why: OPTIMISE_WORDING[language].why[edit.why],
});

const show = (text: string): string => truncate(text, SHOWN_MAX, '…');

/** Compares a model's draft with the original, headline by headline and paragraph by paragraph if they correspond. */
export function compareDrafts(before: Draft, after: Draft, language: Language): Change[] {
  const title: Change[] =
    (before.title ?? '') === (after.title ?? '')
      ? []
      : [
          explain(
            { dimension: 'headline', before: before.title ?? '', after: after.title ?? '', why: 'model' },
            language,
          ),
        ];
  const [old, written] = [before, after].map(({ body }) => splitParagraphs(body).map(({ text }) => text.trim()));
  if (!old || !written || old.length !== written.length) {
    return before.body === after.body
      ? title
      : [
          ...title,
          explain(
            { dimension: 'structure', before: show(before.body), after: show(after.body), why: 'model' },
            language,
          ),
        ];
  }
  const paragraphs = old.flatMap((text, index): Change[] => {
    const next = written[index] ?? '';
    return text === next
      ? []
      : [explain({ dimension: 'structure', before: show(text), after: show(next), why: 'model' }, language)];
  });
  return [...title, ...paragraphs];
}

/** Taking out what says nothing. */
export const CALMING: readonly Step[] = [calmTitle, calmBody];
/** Other forms for the same words. */
export const RESHAPING: readonly Step[] = [writeHeadline, shortenHeadline, divideParagraphs];
/** Placeholders for what is missing. */
export const FILLING: readonly Step[] = [addDate, addPrice, addQuote, addCompany, addContact];
