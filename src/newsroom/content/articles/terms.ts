/** Words that a translation leaves as they are, or renders as the company wants them rendered. */

import type { Language } from '../../../text/language.ts';
import { findMentions } from '../../analysis/extraction/entities.ts';
import { readText } from '../../analysis/mentions/read-text.ts';
import type { Clock } from '../../analysis/mentions/types.ts';

/** Term → what stands for it in the translation. */
export type Glossary = Readonly<Record<string, string>>;

export interface ProtectedTerm {
  term: string;
  rendering: string;
}

const TERMS_MAX = 40;
const TERM_CHARS_MIN = 2;

/** Names of companies and products in the text, and what the glossary says; the longest first. */
export function listTerms(text: string, language: Language, clock: Clock, glossary: Glossary): ProtectedTerm[] {
  const reading = readText(text, language);
  const { organizations, products } = findMentions(reading, clock);
  const names = [...organizations, ...products].map((mention) => reading.span(mention).text);
  const present = Object.keys(glossary).filter((term) => text.includes(term));
  const own = names.filter(
    (name) => [...name].length >= TERM_CHARS_MIN && !present.some((term) => name.includes(term)),
  );
  const terms = [...new Set([...present, ...own])].slice(0, TERMS_MAX);
  return terms
    .map((term) => ({ term, rendering: (Object.hasOwn(glossary, term) ? glossary[term] : undefined) ?? term }))
    .sort((a, b) => b.term.length - a.term.length);
}

/** Marks that translators leave alone; digits outside of brackets would look like numbers of the text. */
const mark = (index: number): string => `[[${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}]]`;

export function maskTerms(text: string, terms: readonly ProtectedTerm[]): string {
  return terms.reduce((masked, { term }, index) => masked.replaceAll(term, mark(index)), text);
}

export function unmaskTerms(text: string, terms: readonly ProtectedTerm[]): string {
  return terms.reduce((plain, { rendering }, index) => plain.replaceAll(mark(index), rendering), text);
}
