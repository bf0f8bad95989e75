/**
 * Writes a release from a form, by rules or with a model. It states only what the form states, and marks what is
 * missing.
 */

import { countCodePoints } from '../../../text/code-points.ts';
import { detectLanguage, hasLetters, type Language } from '../../../text/language.ts';
import { findMentions } from '../extraction/entities.ts';
import { GENERATE_WORDING } from '../extraction/lexicon/generate-wording.ts';
import { OPTIMISE_WORDING } from '../extraction/lexicon/optimise-wording.ts';
import { checkFacts } from '../facts-check/check.ts';
import { writePlaceholder } from '../facts-check/placeholders.ts';
import { readText } from '../mentions/read-text.ts';
import type { Clock } from '../mentions/types.ts';
import type { OptimizedText } from '../optimizer/draft.ts';
import { completeRelease } from '../optimizer/optimize.ts';
import { isWrittenIn, type WrittenRelease } from '../optimizer/written.ts';
import { scoreQuality } from '../quality/score.ts';
import { readFormDetails } from './form-details.ts';

export interface ReleaseForm {
  company: string;
  product: string;
  audience: string;
  features: readonly string[];
}

export interface GenerationInput {
  form: ReleaseForm;
  clock: Clock;
  /** What a model has made of the form: it stands where it passes the checks. */
  written?: WrittenRelease;
}

export interface GeneratedRelease extends Pick<OptimizedText, 'subtitle' | 'body' | 'unverified' | 'placeholders'> {
  title: string;
  language: Language;
  /** The model's words have been taken. */
  hasWritten: boolean;
}

/** Longer headlines do without whom it is for. Code points. */
const TITLE_MAX = 60;
const WRITTEN_TITLE_MAX = 120;
const BODY_LEAST = 40;
/** Length of a body besides the words of the form. Code points. */
const BODY_FREE = 4_000;

/** Everything that a release may say. */
export const listFormTexts = ({ company, product, audience, features }: ReleaseForm): string[] =>
  [company, product, audience, ...features].map((text) => text.trim()).filter((text) => text !== '');

/** Japanese where the form doesn't tell. */
export function detectFormLanguage(form: ReleaseForm): Language {
  const whole = listFormTexts(form).join('\n');
  return hasLetters(whole) ? detectLanguage(whole).language : 'ja';
}

export function generateRelease({ form, clock, written }: GenerationInput): GeneratedRelease {
  const language = detectFormLanguage(form);
  const inputs = listFormTexts(form);
  const draft = writeRelease(form, language, clock);
  const byRules: GeneratedRelease = {
    ...checkRelease(draft, inputs, language, clock),
    language,
    hasWritten: false,
  };
  const release = written && takeWritten(written, form, language, clock);
  if (!release || scoreQuality(release).nq_score < scoreQuality(byRules).nq_score) return byRules;
  return { ...release, language, hasWritten: true };
}

/** All that the form says, where a release says it; what it doesn't say is asked for. */
function writeRelease(form: ReleaseForm, language: Language, clock: Clock): { title: string; body: string } {
  const wording = GENERATE_WORDING[language];
  const common = OPTIMISE_WORDING[language];
  const fill = (key: Parameters<typeof writePlaceholder>[0]): string => writePlaceholder(key, language);
  const company = flatten(form.company) || fill('name');
  const product = flatten(form.product) || fill('name');
  const audience = flatten(form.audience) || null;
  const phrases = form.features.map(flatten).filter((feature) => feature !== '');
  const facts = readFormDetails(phrases, language, clock);
  const join = (sentences: readonly string[]): string => sentences.join(wording.glue);
  const prices = facts.prices.length > 0 ? facts.prices.map(wording.price) : [common.price(fill('price'))];
  const quotes = facts.quotes.length > 0 ? facts.quotes : [common.quote(fill('role'), fill('person'), fill('quote'))];
  const list = (lines: readonly string[], key: 'company' | 'contact'): string =>
    lines.length > 0 ? lines.join('\n') : fill(key);
  const whole = wording.title(company, product, audience);
  const paragraphs = [
    wording.lead(company, product, audience, facts.date ?? fill('launch_date')),
    wording.features(
      product,
      facts.features.length > 0 ? facts.features : phrases.length > 0 ? [] : [fill('features')],
    ),
    join([...facts.dates.map(wording.date), ...prices]),
    join(quotes),
    common.about(`${company}\n${list(facts.profiles, 'company')}`),
    common.contact(list(facts.contacts, 'contact')),
  ];
  return {
    title: countCodePoints(whole) > TITLE_MAX ? wording.title(company, product, null) : whole,
    body: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
  };
}

/** The rules' own words pass the check of all written texts. */
function checkRelease(
  draft: { title: string; body: string },
  inputs: readonly string[],
  language: Language,
  clock: Clock,
): Pick<GeneratedRelease, 'title' | 'subtitle' | 'body' | 'unverified' | 'placeholders'> {
  const [title, body] = [draft.title, draft.body].map((text) => checkFacts(text, { inputs, language, clock }));
  return {
    title: title?.text ?? '',
    subtitle: null,
    body: body?.text ?? '',
    unverified: [...(title?.unverified ?? []), ...(body?.unverified ?? [])],
    placeholders: [...new Set([...(title?.placeholders ?? []), ...(body?.placeholders ?? [])])],
  };
}

/** Null when it is in another language, too short or long, or not about the product. */
function takeWritten(
  release: WrittenRelease,
  form: ReleaseForm,
  language: Language,
  clock: Clock,
): (OptimizedText & { title: string }) | null {
  const title = flatten(release.title);
  const subtitle = flatten(release.subtitle ?? '') || null;
  const body = release.body.trim();
  const inputs = listFormTexts(form);
  const whole = inputs.join('\n');
  const size = countCodePoints(body);
  const isSized = size >= BODY_LEAST && size <= 2 * countCodePoints(whole) + BODY_FREE;
  const isHeaded = title !== '' && [title, subtitle ?? ''].every((line) => countCodePoints(line) <= WRITTEN_TITLE_MAX);
  const isAbout = `${title}\n${body}`.includes(flatten(form.product));
  if (!isSized || !isHeaded || !isAbout || !isWrittenIn(`${title}\n${body}`, language)) return null;
  const mentions = findMentions(readText(whole, language), clock);
  const facts = {
    language,
    genre: 'launch' as const,
    organization: flatten(form.company) || null,
    product: flatten(form.product) || null,
    hasDate: mentions.dates.length > 0,
    hasMoney: mentions.numbers.some(({ kind }) => kind === 'money'),
    hasContact: mentions.contacts.length > 0,
    nq: scoreQuality({ title, body }),
  };
  const complete = completeRelease({ title, subtitle, body }, null, facts, { inputs, clock });
  return complete.title === null ? null : { ...complete, title: complete.title };
}

const flatten = (line: string): string => line.replace(/\s+/g, ' ').trim();
