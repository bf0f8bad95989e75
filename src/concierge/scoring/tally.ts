/** Counts the words of a part of a message, for each tool. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Facts } from '../reading/facts.ts';
import type { Hit, Key } from '../reading/message.ts';
import { DATA } from '../reading/spans.ts';
import { CHORE, type Vocabulary } from '../reading/vocabulary.ts';

/** “What do people say about …” asks nobody to speak. */
export const isMereSaying = ({ text, start: at }: Hit, start: number, { hasText }: Facts, command: string): boolean =>
  text === 'say' &&
  !hasText &&
  /(?<![a-z])[a-z]{2,} /.test(
    command.slice(start, at).replace(/^(?:and|then|please|can you|could you|now|just|also)\s/g, ''),
  );

/** Requests outrank mere mentions if words overlap. */
export const STRENGTH: Readonly<Record<string, number>> = { mark: 4, verb: 3, elsewhere: 3, secret: 3 };

/** 寄 sends something in Chinese, but neither in Japanese nor in 寄语. */
const isOtherwiseWritten = (kind: string, text: string, command: string, end: number): boolean =>
  kind === 'elsewhere' &&
  /^\p{Script=Han}$/u.test(text) &&
  (/[ぁ-ゖ]/.test(command) || /^(?:寄[语托生宿存予居望]|抢[救答修险])/.test(text + command.charAt(end)));

/** “the hosts speak Japanese”: it is told, not asked. */
const SPOKEN =
  /^ (?:in )?(?:english|japanese|chinese|mandarin|cantonese|korean|french|german|spanish|italian|portuguese|russian|arabic|hindi|dutch|polish|turkish|thai|vietnamese|swedish|ukrainian|indonesian)(?![a-z])/;

/** A single character between others is part of a longer word: 雷 in 雷克雅未克. */
export const isPartOfName = ({ key, text, start, end }: Hit, command: string): boolean =>
  (text === 'polish' &&
    / (?:in|into|to|from|for) $/.test(command.slice(0, start)) &&
    !/^ \ufffc/.test(command.slice(end))) ||
  (text === '翻' &&
    (/^(?:找|新|山|倍|车|身|盖)/.test(command.slice(end)) ||
      (/^出来/.test(command.slice(end)) && !command.includes(DATA)))) ||
  (/^(?:speak|speaks|speaking|talk|talks|talking)$/.test(text) && SPOKEN.test(command.slice(end))) ||
  isOtherwiseWritten(key.kind, text, command, end) ||
  // “って何円”: how much, not what.
  (/何$/.test(text) && /^[円时時度分人个個日月年岁歳番回枚本阶階匹台ど点]/.test(command.slice(end))) ||
  (end - start === 1 &&
    (key.kind === 'noun' || key.kind === 'hint') &&
    /\p{Script=Han}/u.test(command.charAt(start - 1)) &&
    /\p{Script=Han}/u.test(command.charAt(end)));

export interface Tally {
  verbs: number;
  nouns: number;
  hints: number;
  marks: number;
  facts: number;
  terms: Set<string>;
  first: number;
  last: number;
  variant: string | null;
  variantWeight: number;
}

/**
 * Collects the evidence for each tool in a part of a message. Tools of one task are counted together under the usual
 * one. Tasks without a tool here are counted too: words that ask for them ask for no other.
 */
export class Tallies {
  readonly #byTool = new Map<string, Tally>();
  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  entries(): IterableIterator<[string, Tally]> {
    return this.#byTool.entries();
  }

  /** Undefined where nothing speaks for the task. */
  get(task: Task): Tally | undefined {
    return this.#byTool.get(this.#vocabulary.findTool(task) ?? task);
  }

  hasVerb(task: Task): boolean {
    return (this.get(task)?.verbs ?? 0) > 0;
  }

  /** Adds what speaks for a task beside its words. */
  addFact(task: Task, weight: number, term?: string): void {
    const sums = this.#open(this.#vocabulary.findTool(task) ?? task);
    sums.facts += weight;
    if (term !== undefined) sums.terms.add(term);
  }

  addHit({ key, start, end, text }: Hit): void {
    const isChore = key.kind === 'elsewhere' || key.kind === 'secret';
    const tool = isChore ? CHORE : 'tool' in key ? this.#vocabulary.findUsual(key.tool) : '';
    const sums = this.#open(tool);
    if (key.kind === 'verb' || isChore) sums.verbs++;
    else if (key.kind === 'noun') sums.nouns++;
    else if (key.kind === 'hint') sums.hints++;
    else sums.marks++;
    sums.terms.add(text);
    if (key.kind !== 'hint') {
      sums.first = Math.min(sums.first, start);
      sums.last = Math.max(sums.last, end);
    }
    noteVariant(sums, key, end - start + (key.kind === 'mark' ? 20 : 0), 'tool' in key && tool !== key.tool);
  }

  #open(tool: string): Tally {
    const tally = this.#byTool.get(tool);
    if (tally) return tally;
    const fresh: Tally = {
      verbs: 0,
      nouns: 0,
      hints: 0,
      marks: 0,
      facts: 0,
      terms: new Set(),
      first: Number.POSITIVE_INFINITY,
      last: -1,
      variant: null,
      variantWeight: 0,
    };
    this.#byTool.set(tool, fresh);
    return fresh;
  }
}

/** The longest mark tells which variant is meant; hints of a variant do where no mark does. */
function noteVariant(sums: Tally, key: Key, length: number, isInstead: boolean): void {
  const isVariant = key.kind === 'mark' || (key.kind === 'hint' && isInstead);
  if (!isVariant || !('tool' in key) || length <= sums.variantWeight) return;
  sums.variant = key.tool;
  sums.variantWeight = length;
}
