/** Ranking of tools against a few words: rare words count most, and a name counts more than a description. */
import type { RegisteredTool } from '../kernel/registry.ts';
import { categoryWords, splitWords } from './words.ts';

const WEIGHTS = { name: 6, title: 4, category: 2, description: 1.5, fields: 0.5 } as const;
/** A word that only begins like the one asked for. */
const PREFIX_SHARE = 0.5;
const PREFIX_LENGTH_MIN = 3;
const QUERY_WORDS_MAX = 40;

interface Entry {
  tool: RegisteredTool;
  /** Word → its weight in this tool. */
  words: ReadonlyMap<string, number>;
}

export class ToolSearch {
  readonly #entries: readonly Entry[];
  readonly #rarity = new Map<string, number>();

  constructor(tools: readonly RegisteredTool[]) {
    this.#entries = tools.map((tool) => ({ tool, words: weighTool(tool) }));
    const seen = new Map<string, number>();
    for (const { words } of this.#entries) for (const word of words.keys()) seen.set(word, (seen.get(word) ?? 0) + 1);
    for (const [word, count] of seen) this.#rarity.set(word, Math.log(1 + this.#entries.length / count));
  }

  /** The best tools among those that `accepts`, best first; only tools that share a word with the query. */
  find(query: string, limit: number, accepts: (tool: RegisteredTool) => boolean): RegisteredTool[] {
    const asked = [...new Set(splitWords(query))].slice(0, QUERY_WORDS_MAX);
    return this.#entries
      .filter(({ tool }) => accepts(tool))
      .map(({ tool, words }) => ({ tool, score: asked.reduce((sum, word) => sum + this.#score(word, words), 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.tool.priceMicros - b.tool.priceMicros)
      .slice(0, limit)
      .map(({ tool }) => tool);
  }

  #score(word: string, words: ReadonlyMap<string, number>): number {
    const exact = words.get(word);
    if (exact !== undefined) return exact * (this.#rarity.get(word) ?? 1);
    if (word.length < PREFIX_LENGTH_MIN) return 0;
    let best = 0;
    for (const [known, weight] of words) {
      if (known.length < PREFIX_LENGTH_MIN || !(known.startsWith(word) || word.startsWith(known))) continue;
      best = Math.max(best, weight * (this.#rarity.get(known) ?? 1) * PREFIX_SHARE);
    }
    return best;
  }
}

function weighTool(tool: RegisteredTool): Map<string, number> {
  const words = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of splitWords(text)) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(`${tool.name} ${(tool.definition.aliases ?? []).join(' ')}`, WEIGHTS.name);
  add(tool.title, WEIGHTS.title);
  add(tool.description, WEIGHTS.description);
  if (tool.category) add(`${tool.category} ${categoryWords[tool.category]}`, WEIGHTS.category);
  add(`${tool.toolsetName} ${Object.keys(tool.definition.input.shape).join(' ')}`, WEIGHTS.fields);
  return words;
}
