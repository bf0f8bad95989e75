/**
 * Ranking of tools against a few words, from what each tool says of itself and from its lexicon: what people call it in
 * English, Japanese and Chinese. Rare words count most, whole expressions more than words, a name more than a description.
 */
import type { Lexicon, Task, Words } from '../kernel/lexicon.ts';
import type { RegisteredTool } from '../kernel/registry.ts';
import { categoryWords, listExpressions, splitWords, toExpression } from './words.ts';

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
const PREFIX_LENGTH_MIN = 3;
const QUERY_WORDS_MAX = 40;
const KIN_MAX = 200;
/** Longer expressions say more, each further word less than the one before. */
const LENGTH_POWER = 0.5;
/** What further expressions add beside the best one. */
const FURTHER_SHARE = 0.4;

interface Entry {
  tool: RegisteredTool;
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

export class ToolSearch {
  readonly #entries: readonly Entry[];
  readonly #rarity = new Map<string, number>();
  readonly #longWords: readonly string[];

  constructor(tools: readonly RegisteredTool[]) {
    const usual = new Map<Task, Terms>();
    const terms = new Map<RegisteredTool, Terms>();
    for (const tool of tools) {
      const { lexicon } = tool.definition;
      if (!lexicon) continue;
      const read = readLexicon(lexicon);
      terms.set(tool, read);
      if (lexicon.task && !lexicon.isVariant) usual.set(lexicon.task, read);
    }
    this.#entries = tools.map((tool) => buildEntry(tool, terms.get(tool), usual));
    const seen = new Map<string, Set<string>>();
    for (const { tool, words, expressions } of this.#entries) {
      // Tools of one task share their words, which makes none of them less telling.
      const family = tool.definition.lexicon?.task ?? tool.name;
      for (const word of [...words.keys(), ...expressions.keys()]) {
        const families = seen.get(word) ?? new Set();
        seen.set(word, families.add(family));
      }
    }
    const known = new Set(this.#entries.flatMap(({ words }) => [...words.keys()]));
    this.#longWords = [...known].filter((word) => word.length >= PREFIX_LENGTH_MIN);
    const count = new Set(this.#entries.map(({ tool }) => tool.definition.lexicon?.task ?? tool.name)).size;
    for (const [word, families] of seen) this.#rarity.set(word, Math.log(1 + count / families.size));
  }

  /** The best tools among those that `accepts`, best first; only tools that share a word with the query. */
  find(query: string, limit: number, accepts: (tool: RegisteredTool) => boolean): RegisteredTool[] {
    const words = [...new Set(splitWords(query))].slice(0, QUERY_WORDS_MAX);
    const asked = words.map((word) => ({ word, kin: this.#findKin(word) }));
    const expressions = listExpressions(query);
    return this.#entries
      .filter(({ tool }) => accepts(tool))
      .map((entry) => ({ tool: entry.tool, score: this.#scoreEntry(entry, asked, expressions) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.tool.priceMicros - b.tool.priceMicros)
      .slice(0, limit)
      .map(({ tool }) => tool);
  }

  #scoreEntry({ words, expressions }: Entry, asked: readonly QueryWord[], found: ReadonlyMap<string, number>): number {
    const ofWords = asked.reduce((sum, one) => sum + this.#scoreWord(one, words), 0);
    const matches = [...found]
      .map(([text, length]) => (expressions.get(text) ?? 0) * this.#findRarity(text) * length ** LENGTH_POWER)
      .filter((score) => score > 0)
      .sort((a, b) => b - a);
    return matches.reduce((sum, score, index) => sum + score * FURTHER_SHARE ** index, ofWords);
  }

  #scoreWord({ word, kin }: QueryWord, words: ReadonlyMap<string, number>): number {
    const exact = words.get(word);
    if (exact !== undefined) return exact * this.#findRarity(word);
    const scores = kin.map((known) => (words.get(known) ?? 0) * this.#findRarity(known) * PREFIX_SHARE);
    return Math.max(0, ...scores);
  }

  /** Known words of which one begins with the other. */
  #findKin(word: string): string[] {
    if (word.length < PREFIX_LENGTH_MIN) return [];
    return this.#longWords.filter((known) => known.startsWith(word) || word.startsWith(known)).slice(0, KIN_MAX);
  }

  #findRarity(text: string): number {
    return this.#rarity.get(text) ?? 1;
  }
}

/** What a lexicon holds, read once for all tools that share it. */
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
  const terms: Terms = { own: new Map(), shared: new Map(), ownWords: new Map(), sharedWords: new Map() };
  const share = isGeneral ? GENERAL_SHARE : 1;
  addExpressions(terms.shared, terms.sharedWords, verbs, EXPRESSIONS.verbs * share);
  addExpressions(terms.shared, terms.sharedWords, nouns, EXPRESSIONS.nouns * share);
  addExpressions(terms.shared, terms.sharedWords, hints, EXPRESSIONS.hints * share);
  addExpressions(terms.own, terms.ownWords, marks, EXPRESSIONS.marks);
  addWords(terms.ownWords, Object.values(examples).flat().join(' '), EXAMPLE_WEIGHT);
  return terms;
}

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
  addWords(words, description, WEIGHTS.description);
  if (category) addWords(words, `${category} ${categoryWords[category]}`, WEIGHTS.category);
  addWords(words, `${toolsetName} ${Object.keys(input.shape).join(' ')}`, WEIGHTS.fields);
  addExpressions(expressions, words, keywords, WEIGHTS.keywords);
  if (terms) {
    raiseAll(expressions, terms.own, 1);
    raiseAll(words, terms.ownWords, 1);
  }
  const family = lexicon?.isVariant && lexicon.task ? usual.get(lexicon.task) : undefined;
  for (const [from, share] of [
    [terms, 1],
    [family, FAMILY_SHARE],
  ] as const) {
    if (!from) continue;
    raiseAll(expressions, from.shared, share);
    raiseAll(words, from.sharedWords, share);
  }
  return { tool, words, expressions };
}
