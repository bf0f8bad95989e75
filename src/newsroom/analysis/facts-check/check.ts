/**
 * No invented facts: what a written text claims and its inputs don't say is taken out, shown as a placeholder and listed.
 * For optimised and generated releases, rewrites, pitches and translations alike.
 */

import { indexOffsets } from '../../../text/code-points.ts';
import { foldText } from '../../../text/fold.ts';
import { detectLanguage, type Language } from '../../../text/language.ts';
import type { Clock } from '../mentions/types.ts';
import { type Claim, type ClaimKind, findClaims } from './claims.ts';
import { findNames } from './names.ts';
import { listPlaceholders, type PlaceholderKey, writePlaceholder } from './placeholders.ts';
import { hasSupport, readSources, type Sources } from './support.ts';

export interface UnverifiedClaim {
  /** As the text had it. */
  readonly text: string;
  readonly why: 'not_in_input';
}

export interface FactsCheck {
  /** The output with a placeholder for each claim that no input supports. */
  readonly text: string;
  /** Each once, in order. */
  readonly unverified: readonly UnverifiedClaim[];
  /** Keys of all placeholders in `text`, those that it had before included. */
  readonly placeholders: readonly string[];
}

export interface FactsCheckOptions {
  /** Everything the writer was given. A quotation may be an input of its own. */
  readonly inputs: readonly string[];
  /** Of `output`; else it is detected. */
  readonly language?: Language;
  readonly clock: Clock;
  /** All, unless told: a translation renders names and quotations in other words. */
  readonly kinds?: readonly ClaimKind[];
}

/** Taking out one claim can show another; each round takes out at least one. */
const ROUNDS_MAX = 4;

/** Checks `output` against what it was written from. Linear in the sizes of both. */
export function checkFacts(output: string, options: FactsCheckOptions): FactsCheck {
  const language = options.language ?? detectLanguage(output).language;
  const sources = readSources(options.inputs, language, options.clock);
  const unverified = new Map<string, UnverifiedClaim>();
  let text = output;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const claims = findUnsupported(text, language, sources, options);
    if (claims.length === 0) break;
    const edits = placeEdits(text, claims, language);
    for (const { original } of edits) unverified.set(original, { text: original, why: 'not_in_input' });
    text = replaceAt(text, edits);
  }
  return { text, unverified: [...unverified.values()], placeholders: listPlaceholders(text) };
}

function findUnsupported(text: string, language: Language, sources: Sources, options: FactsCheckOptions): Claim[] {
  const { plain } = foldText(text);
  return findClaims(plain, language, options.clock)
    .filter(({ kind }) => options.kinds?.includes(kind) ?? true)
    .filter((claim) => !hasSupport(claim, sources) && !isListNumber(plain, claim));
}

/** `1.` at the beginning of a line counts the lines. */
const isListNumber = (plain: string, { kind, start, end }: Claim): boolean =>
  kind === 'number' &&
  /(?:^|\n)[^\S\n]*$/.test(plain.slice(Math.max(0, start - 8), start)) &&
  /^[.)、:]\s?$/.test(plain.slice(end, end + 2));

interface Edit {
  readonly startUnit: number;
  readonly endUnit: number;
  readonly original: string;
  readonly placeholder: string;
}

function placeEdits(text: string, claims: readonly Claim[], language: Language): Edit[] {
  const folded = foldText(text);
  const { toUnit } = indexOffsets(text);
  const names = new Map(findNames(folded.plain, language).map(({ start, of }) => [start, of]));
  return claims.map((claim) => {
    const { start, end, text: original } = folded.span(claim.start, claim.end);
    const placeholder = writePlaceholder(chooseKey(claim, names.get(claim.start)), language);
    return { startUnit: toUnit(start), endUnit: toUnit(end), original, placeholder };
  });
}

function chooseKey({ kind, number, date, text }: Claim, of: 'person' | 'place' | 'name' | undefined): PlaceholderKey {
  if (kind === 'name') return of ?? 'name';
  if (kind === 'date') return date?.iso === null && date.time !== null ? 'time' : 'date';
  if (kind !== 'number') return kind;
  if (number?.kind === 'code' && /^[+(\d][\d() -]{6,}$/.test(text)) return 'contact';
  if (number?.kind === 'money') return 'price';
  return number?.kind === 'percent' ? 'percent' : 'number';
}

function replaceAt(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { startUnit, endUnit, placeholder } of edits) {
    if (startUnit < at) continue;
    parts.push(text.slice(at, startUnit), placeholder);
    at = endUnit;
  }
  return parts.join('') + text.slice(at);
}
