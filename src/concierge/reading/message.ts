/** A parsed message: its words with their possible meanings, numbers, names and data. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { RouteLanguage } from '../types.ts';
import type { Text } from './normalise.ts';
import type { NumberMatch } from './numbers.ts';
import type { Span } from './spans.ts';
import type { TermMatch } from './terms.ts';

/** A tool, and its task where it says one. */
interface ToolKey {
  tool: string;
  task: Task | undefined;
}

/** Possible meanings of a known word. */
export type Key =
  | (ToolKey & { kind: 'verb' | 'noun' | 'hint' | 'mark' })
  | (ToolKey & { kind: 'value'; field: string; value: string })
  | (ToolKey & { kind: 'unit'; field: string })
  | { kind: 'coin'; value: string; needsContext: boolean }
  | { kind: 'currency'; value: string; isCode: boolean; needsContext: boolean }
  | { kind: 'language' | 'region' | 'state'; value: string }
  | { kind: 'time' | 'polite' | 'elsewhere' | 'secret' | 'greeting' | 'back' | 'denyBefore' | 'denyAfter' };

export type Hit = TermMatch<Key>;

/** A part of a message that says not to do something, with the words of tools in it. */
export interface Denial {
  start: number;
  end: number;
  hits: readonly Hit[];
}

export interface Reading {
  text: Text;
  language: RouteLanguage;
  /** Folded, with data blanked out: where requests are looked for. */
  command: string;
  hits: readonly Hit[];
  /** What the message says not to do. */
  denials: readonly Denial[];
  numbers: readonly NumberMatch[];
  /** Names of currencies, coins and languages, the longer ones before what they overlap with. */
  names: readonly Hit[];
  /** Quotations and literals, in order. */
  spans: readonly Span[];
  /** Text that was pasted without quotation marks, where there is any. */
  pasted: { start: number; end: number } | null;
}

/** A part to cut out: the place of a weather report, either end of a journey, a search topic, text to translate or speak. */
export type Slot = 'place' | 'from' | 'to' | 'topic' | 'text';

export interface Place {
  start: number;
  end: number;
}

export interface LikelyExtent extends Place {
  /** Compared with there being none, from 0 to 1. */
  likelihood: number;
}

export interface Extents {
  /** The likeliest one in a part of a message; null where the part has no words. */
  likeliest(slot: Slot, reading: Reading, part: Place): LikelyExtent | null;
}

/** The hits between two places, in order. */
export function findHits({ hits }: Pick<Reading, 'hits'>, start: number, end: number): Hit[] {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const matches: Hit[] = [];
  for (let at = low; at < hits.length; at++) {
    const hit = hits[at];
    if (!hit || hit.start >= end) break;
    if (hit.end <= end) matches.push(hit);
  }
  return matches;
}

export const countGreetingChars = (hits: readonly Hit[]): number =>
  hits.filter(({ key }) => key.kind === 'greeting').reduce((sum, { start, end }) => sum + end - start, 0);

/** Letters and digits of a message. */
export const countLetters = ({ command }: Pick<Reading, 'command'>): number =>
  command.replace(/[^\p{L}\p{N}]/gu, '').length;
