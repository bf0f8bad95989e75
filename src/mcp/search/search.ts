/**
 * Ranking of tools against a few words, from what each tool says of itself and from its lexicon: what people call it in
 * English, Japanese and Chinese. Rare words count most, whole expressions more than words, a name more than a description.
 */
import type { Lexicon, Task, Words } from '../../kernel/tool/lexicon.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import {
  categoryWords,
  isUnspaced,
  listExpressions,
  listNames,
  splitParts,
  splitWords,
  toExpression,
} from './words.ts';

const WEIGHTS = { name: 6, title: 4, keywords: 4, category: 2, description: 1.5, fields: 0.5 } as const;
/** Of the lexicon; a word of an expression counts a part of the whole. */
const EXPRESSIONS = { marks: 6, verbs: 5, nouns: 4, hints: 1 } as const;
const PART_SHARE = 0.3;
const EXAMPLE_WEIGHT = 0.4;
/** Variants do what the usual tool of their task does, and are asked for by its words too. */
const FAMILY_SHARE = 0.9;
/** A tool that does much in general yields to a more particular one. */
const GENERAL_SHARE = 0.75;
/** A word that only begins like the one asked for. */
const PREFIX_SHARE = 0.5;
const PREFIX_LENGTH_MIN = 4;
/** The shorter of two words of which one begins with the other has this part of the longer one: “car” is not “card”. */
const PREFIX_PART_MIN = 0.65;
const QUERY_WORDS_MAX = 40;
const KIN_MAX = 200;
/** Longer expressions say more, each further word less than the one before. */
const LENGTH_POWER = 0.5;
/** Weight of further expressions besides the best one. */
const FURTHER_SHARE = 0.4;

/** Results reach this share of the best score and know this share of the query. */
const SCORE_SHARE_MIN = 0.5;
const SCORE_MIN = 7;
const COVER_MIN = 0.23;
const COVER_MIN_OPEN_ENDED = 0.5;
/** A tool knows a word wholly that weighs as much as this in it. */
const WEIGHT_KNOWN = 2;
/** A character of a script without spaces, beside words that say 0.7 to 4. */
const CHARACTER_SIZE = 1;
const NAME_SHARE = 0.5;

interface Entry {
  tool: RegisteredTool;
  /** It takes any request, so that it knows words of many that it can't fulfil. */
  isOpenEnded: boolean;
  /** Expressions that name it among others of its kind. */
  marks: ReadonlySet<string>;
  /** Word → its weight in this tool. */
  words: Map<string, number>;
  /** Expression → the same. */
  expressions: Map<string, number>;
}

interface QueryWord {
  word: string;
  /** Words that begin like it. */
  kin: readonly string[];
}

interface Query {
  words: readonly QueryWord[];
  /** Expression → its length in words. */
  expressions: ReadonlyMap<string, number>;
  /** Part → how much it says. */
  parts: ReadonlyMap<string, number>;
}

export class ToolSearch {
  readonly #entries: readonly Entry[];
  readonly #rarity = new Map<string, number>();
  /** Of a word that no tool knows. */
  readonly #rarityMax: number;
  readonly #longWords: readonly string[];

  constructor(tools: readonly RegisteredTool[]) {
    const usual = new Map<Task, Terms>();
    const terms = new Map<RegisteredTool, Terms>();
    for (const tool of tools) {
      const { lexicon } = tool.definition;
      if (!lexicon) continue;
      const lexiconTerms = readLexicon(lexicon);
      terms.set(tool, lexiconTerms);
      if (lexicon.task && !lexicon.isVariant) usual.set(lexicon.task, lexiconTerms);
    }
    this.#entries = tools.map((tool) => buildEntry(tool, terms.get(tool), usual));
    const wordsByForm = new Map<string, Set<string>>();
    for (const { tool, words, expressions } of this.#entries) {
      // Tools of one task share their words, which makes none of them less telling.
      const family = tool.definition.lexicon?.task ?? tool.name;
      for (const word of [...words.keys(), ...expressions.keys()]) {
        const families = wordsByForm.get(word) ?? new Set();
        wordsByForm.set(word, families.add(family));
      }
    }
    const vocabulary = new Set(this.#entries.flatMap(({ words }) => [...words.keys()]));
    this.#longWords = [...vocabulary].filter((word) => word.length >= PREFIX_LENGTH_MIN);
    const count = new Set(this.#entries.map(({ tool }) => tool.definition.lexicon?.task ?? tool.name)).size;
    this.#rarityMax = Math.log(1 + count);
    for (const [word, families] of wordsByForm) this.#rarity.set(word, Math.log(1 + count / families.size));
  }

  /** The tools among those that `accepts` that fit, best first; none where the query is about something else. */
  find(query: string, accepts: (tool: RegisteredTool) => boolean): RegisteredTool[] {
    const words = [...new Set(splitWords(query))].slice(0, QUERY_WORDS_MAX);
    const parsedQuery: Query = {
      words: words.map((word) => ({ word, kin: this.#findKin(word) })),
      expressions: listExpressions(query),
      parts: this.#sizeParts(query),
    };
    const matches = this.#entries
      .filter(({ tool }) => accepts(tool))
      .map((entry) => ({ tool: entry.tool, ...this.#measure(entry, parsedQuery) }))
      .filter(({ fits }) => fits)
      .sort((a, b) => b.score - a.score || a.tool.priceMicros - b.tool.priceMicros);
    const scoreMin = (matches[0]?.score ?? 0) * SCORE_SHARE_MIN;
    return matches.filter(({ score }) => score >= scoreMin).map(({ tool }) => tool);
  }

  #measure({ words, expressions, marks, isOpenEnded }: Entry, query: Query): { score: number; fits: boolean } {
    const weights = new Map<string, number>();
    const scores: number[] = [];
    let phrase = 0;
    let isMarked = false;
    for (const [text, length] of query.expressions) {
      const weight = expressions.get(text);
      if (weight === undefined) continue;
      scores.push(weight * this.#findRarity(text) * length ** LENGTH_POWER);
      isMarked ||= marks.has(text);
      const parts = splitParts(text);
      for (const part of parts) raise(weights, part, weight);
      if (parts.length === 0) phrase = Math.max(phrase, length);
    }
    let score = scores.sort((a, b) => b - a).reduce((sum, one, index) => sum + one * FURTHER_SHARE ** index, 0);
    for (const word of query.words) {
      const best = this.#weighWord(word, words);
      score += best.score;
      for (const part of isUnspaced(word.word) ? splitParts(word.word) : [word.word]) raise(weights, part, best.weight);
    }
    // “Who was” is known too, though each of its words says little.
    let covered = phrase;
    let total = phrase;
    for (const [part, size] of query.parts) {
      covered += size * Math.min(1, (weights.get(part) ?? 0) / WEIGHT_KNOWN);
      total += size;
    }
    const coverMin = isOpenEnded && !isMarked ? COVER_MIN_OPEN_ENDED : COVER_MIN;
    return { score, fits: score >= SCORE_MIN && covered >= total * coverMin };
  }

  /** How much each part of a request says: rare words most, a name or number little, since it is what a tool is given. */
  #sizeParts(query: string): Map<string, number> {
    const names = listNames(query);
    const measure = (part: string): number => {
      if (isUnspaced(part)) return CHARACTER_SIZE;
      const rarity = this.#rarity.get(part);
      return rarity ?? this.#rarityMax * (names.has(part) ? NAME_SHARE : 1);
    };
    return new Map(splitParts(query).map((part) => [part, measure(part)]));
  }

  #weighWord({ word, kin }: QueryWord, words: ReadonlyMap<string, number>): { weight: number; score: number } {
    const exact = words.get(word);
    if (exact !== undefined) return { weight: exact, score: exact * this.#findRarity(word) };
    let best = { weight: 0, score: 0 };
    for (const entryWord of kin) {
      const weight = (words.get(entryWord) ?? 0) * PREFIX_SHARE;
      const score = weight * this.#findRarity(entryWord);
      if (score > best.score) best = { weight, score };
    }
    return best;
  }

  /** Known words of which one begins with the other. */
  #findKin(word: string): string[] {
    if (word.length < PREFIX_LENGTH_MIN) return [];
    return this.#longWords.filter((entryWord) => isKin(entryWord, word)).slice(0, KIN_MAX);
  }

  #findRarity(text: string): number {
    return this.#rarity.get(text) ?? 1;
  }
}

function isKin(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return longer.startsWith(shorter) && shorter.length >= longer.length * PREFIX_PART_MIN;
}

/** Terms of a lexicon, read once for all tools that share it. */
interface Terms {
  own: Map<string, number>;
  /** What variants of the same task are asked for by, too. */
  shared: Map<string, number>;
  ownWords: Map<string, number>;
  sharedWords: Map<string, number>;
}

function raise(into: Map<string, number>, key: string, weight: number): void {
  into.set(key, Math.max(into.get(key) ?? 0, weight));
}

function addWords(into: Map<string, number>, text: string, weight: number): void {
  for (const word of splitWords(text)) raise(into, word, weight);
}

function addExpressions(
  expressions: Map<string, number>,
  words: Map<string, number>,
  list: Words | undefined,
  weight: number,
): void {
  for (const text of (list ?? '').split(/[,\n]/)) {
    const expression = toExpression(text.replace(/[*…]/g, ' '));
    if (expression !== undefined) raise(expressions, expression, weight);
    addWords(words, text, weight * PART_SHARE);
  }
}

function readLexicon({ marks, verbs, nouns, hints, examples, isGeneral }: Lexicon): Terms {
  const terms: Terms = {
    own: new Map(),
    shared: new Map(),
    ownWords: new Map(),
    sharedWords: new Map(),
  };
  const share = isGeneral ? GENERAL_SHARE : 1;
  addExpressions(terms.shared, terms.sharedWords, verbs, EXPRESSIONS.verbs * share);
  addExpressions(terms.shared, terms.sharedWords, nouns, EXPRESSIONS.nouns * share);
  addExpressions(terms.shared, terms.sharedWords, hints, EXPRESSIONS.hints * share);
  addExpressions(terms.own, terms.ownWords, marks, EXPRESSIONS.marks);
  addWords(terms.ownWords, Object.values(examples).flat().join(' '), EXAMPLE_WEIGHT);
  return terms;
}

/** Sentences that name another tool, between backticks, say what that one is for. */
const removeReferences = (description: string): string =>
  description
    .split(/(?<=[.;]) /)
    .filter((part) => !part.includes('`'))
    .join(' ');

function raiseAll(into: Map<string, number>, from: ReadonlyMap<string, number>, share: number): void {
  for (const [key, weight] of from) raise(into, key, weight * share);
}

function buildEntry(tool: RegisteredTool, terms: Terms | undefined, usual: ReadonlyMap<Task, Terms>): Entry {
  const words = new Map<string, number>();
  const expressions = new Map<string, number>();
  const { definition, name, title, description, category, toolsetName } = tool;
  const { aliases = [], lexicon, keywords, input } = definition;
  addWords(words, `${name} ${aliases.join(' ')}`, WEIGHTS.name);
  addWords(words, title, WEIGHTS.title);
  addWords(words, removeReferences(description), WEIGHTS.description);
  if (category) addWords(words, `${category} ${categoryWords[category]}`, WEIGHTS.category);
  addWords(words, `${toolsetName} ${Object.keys(input.shape).join(' ')}`, WEIGHTS.fields);
  addExpressions(expressions, words, keywords, WEIGHTS.keywords);
  if (terms) {
    raiseAll(expressions, terms.own, 1);
    raiseAll(words, terms.ownWords, 1);
  }
  const family = lexicon?.isVariant && lexicon.task ? usual.get(lexicon.task) : undefined;
  const marks = new Set(terms?.own.keys());
  for (const [from, share] of [
    [terms, 1],
    [family, FAMILY_SHARE],
  ] as const) {
    if (!from) continue;
    raiseAll(expressions, from.shared, share);
    raiseAll(words, from.sharedWords, share);
  }
  return { tool, isOpenEnded: lexicon?.task === 'writing', marks, words, expressions };
}
