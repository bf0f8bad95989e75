/** Types of the score's texts in one language. */
import type { Essential } from '../genre.ts';
import type { DimensionKey, HookKey, WKey } from '../types.ts';

export type PartKey =
  | 'length'
  | 'verb'
  | 'novelty'
  | 'name'
  | 'plain'
  | WKey
  | 'hooks'
  | 'facts'
  | 'figures'
  | 'source'
  | 'link'
  | 'date'
  | 'size'
  | 'paragraphs'
  | 'terms'
  | 'quotation'
  | 'sentences'
  | 'hype'
  | 'exclamation'
  | 'contact'
  | 'full_date'
  | 'about'
  | 'media';

export interface Wording {
  labels: Readonly<Record<DimensionKey, string>>;
  parts: Readonly<Record<PartKey, string>>;
  hooks: Readonly<Record<HookKey, string>>;
  /** What news of a kind needs to say. */
  facts: Readonly<Record<Essential, string>>;
  examples: Readonly<Record<DimensionKey, string>>;
  fixes: Fixes;
  joinList(items: readonly string[]): string;
  /** `動詞 3/3` */
  describePart(label: string, points: number, max: number): string;
  /** What the gates take away. */
  describeGates(factor: number): string;
}

export interface Fixes {
  noHeadline(least: number, most: number): string;
  longHeadline(most: number, size: number): string;
  shortHeadline(least: number, size: number): string;
  addToHeadline(missing: string): string;
  plainHeadline(): string;
  lead(missing: string): string;
  /** For what can't be found for certain. */
  checkLead(unsure: string): string;
  checkFacts(facts: string): string;
  /** Rules measure form: the rest is for somebody who knows. */
  truth(): string;
  substance(): string;
  /** For an advertisement. */
  selling(): string;
  hooks(absent: string): string;
  evidenceFor(word: string): string;
  evidence(missing: string): string;
  structure(): string;
  bodySize(least: number, most: number, size: number): string;
  quote(): string;
  tone(sentenceSize: number): string;
  mediaReady(missing: string): string;
  gates(proseSize: number): string;
}
