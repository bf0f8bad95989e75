/** All words that messages are read by: those of the tools and those of everyday. Built with the first message. */
import type { RegisteredTool, Registry } from '../kernel/registry.ts';
import type { Extents } from './learned/extents.ts';
import { coinNames, currencyNames, languageNames, regionNames } from './names.ts';
import { TermIndex } from './terms.ts';
import { wordCodes } from './words/currencies.ts';
import { stateWords } from './words/regions.ts';
import {
  backWords,
  denials,
  elsewhereWords,
  greetingWords,
  politeWords,
  secretWords,
  timeWords,
} from './words/small.ts';

export type Key =
  | { kind: 'verb' | 'noun' | 'hint' | 'mark'; tool: string }
  | { kind: 'value'; tool: string; field: string; value: string }
  | { kind: 'unit'; tool: string; field: string }
  | { kind: 'coin'; value: string; needsContext: boolean }
  | { kind: 'currency'; value: string; isCode: boolean; needsContext: boolean }
  | { kind: 'language' | 'region' | 'state'; value: string }
  | { kind: 'time' | 'polite' | 'elsewhere' | 'secret' | 'greeting' | 'back' | 'denyBefore' | 'denyAfter' };

/** What no tool does is ranked like one. */
export const ELSEWHERE = 'elsewhere';

export interface Vocabulary {
  index: TermIndex<Key>;
  /** Names, and what tools are about, of two to four Chinese characters: what may be mistyped by its sound. */
  spoken: ReadonlySet<string>;
  /** Tools that messages can be routed to, by name. */
  tools: ReadonlyMap<string, RegisteredTool>;
  /** Where names and topics begin and end, as far as that was learned. */
  extents?: Extents;
  /** The tool that a variant stands in for; itself for one that stands for itself. */
  familyOf(tool: string): string;
}

export function createVocabulary(registry: Registry): Vocabulary {
  const index = new TermIndex<Key>();
  const tools = new Map(registry.tools.flatMap((tool) => (tool.definition.lexicon ? [[tool.name, tool]] : [])));
  for (const tool of tools.values()) addTool(index, tool);
  addNames(index);
  index.addAll(timeWords, { kind: 'time' });
  index.addAll(politeWords, { kind: 'polite' });
  index.addAll(elsewhereWords, { kind: 'elsewhere' });
  index.addAll(secretWords, { kind: 'secret' });
  index.addAll(greetingWords, { kind: 'greeting' });
  index.addAll(backWords, { kind: 'back' });
  index.addAll(denials.before, { kind: 'denyBefore' });
  index.addAll(denials.after, { kind: 'denyAfter' });
  return {
    index,
    spoken: spokenIn(index),
    tools,
    familyOf: (tool) => {
      const family = tools.get(tool)?.definition.lexicon?.insteadOf;
      return family !== undefined && tools.has(family) ? family : tool;
    },
  };
}

const SPOKEN = /^(?:noun|mark|value|currency|coin|language|region|verb)$/;

const spokenIn = (index: TermIndex<Key>): Set<string> =>
  new Set(
    index
      .terms(({ text, key }) => SPOKEN.test(key.kind) && /^\p{Script=Han}{2,4}$/u.test(text))
      .filter(({ text, key }) => key.kind !== 'verb' || text.length === 2)
      .map(({ text }) => text),
  );

function addTool(index: TermIndex<Key>, { name, definition: { lexicon } }: RegisteredTool): void {
  if (!lexicon) return;
  for (const [kind, words] of [
    ['verb', lexicon.verbs],
    ['noun', lexicon.nouns],
    ['hint', lexicon.hints],
    ['mark', lexicon.marks],
  ] as const) {
    index.addAll(words, { kind, tool: name });
  }
  index.add(namings(name).join('|'), { kind: 'mark', tool: name });
  for (const [field, values] of Object.entries(lexicon.values ?? {})) {
    for (const [value, words] of Object.entries(values))
      index.addAll(words, { kind: 'value', tool: name, field, value });
  }
  for (const [field, words] of Object.entries(lexicon.units ?? {})) {
    index.addAll(words, { kind: 'unit', tool: name, field });
    index.add(field, { kind: 'unit', tool: name, field });
  }
}

/** Ways of asking for a tool by its id: the id alone where it is no word of every day. */
function namings(id: string): string[] {
  const around = [
    `use ${id}`,
    `use the ${id}`,
    `using ${id}`,
    `using the ${id}`,
    `via ${id}`,
    `with ${id}:`,
    `${id} tool`,
    `call ${id}`,
    `run ${id}`,
    `${id}ツール`,
    `${id} ツール`,
    `${id}のツール`,
    `${id}で`,
    `${id} で`,
    `${id}を使`,
    `${id} を使`,
    `用${id}`,
    `用 ${id}`,
    `${id}工具`,
    `${id} 工具`,
    `调用${id}`,
    `使用${id}`,
    `调用 ${id}`,
    `使用 ${id}`,
    `\`${id}\``,
    `l1 ${id}`,
    `l1 的 ${id}`,
    `l1的${id}`,
    `l1の${id}`,
    `l1 の ${id}`,
    `${id} (the l1`,
    `${id}(l1`,
    `${id} (l1`,
    `${id}:`,
    `${id} 读`,
    `${id} 抓`,
    `${id} 取`,
    `${id} 查`,
    `${id} 搜`,
    `${id} 看`,
    `走${id}`,
    `走 ${id}`,
    `拿${id}`,
    `拿 ${id}`,
    `通过${id}`,
    `通过 ${id}`,
    `${id}に`,
    `${id} に`,
    `${id}を`,
    `${id} を`,
    `${id}経由`,
    `${id}のほう`,
    `${id}の方`,
    `${id} のほう`,
    `${id}、`,
  ];
  return id.includes('-') ? [id, id.replaceAll('-', '_'), ...around] : around;
}

function addNames(index: TermIndex<Key>): void {
  for (const [value, words] of currencyNames()) {
    const needsContext = wordCodes.has(value.toLowerCase());
    index.add(words, { kind: 'currency', value, isCode: false, needsContext: false }, true);
    index.add(value, { kind: 'currency', value, isCode: true, needsContext });
  }
  for (const { id, words, needsContext } of coinNames())
    index.add(words, { kind: 'coin', value: id, needsContext }, true);
  for (const [value, words] of languageNames()) index.add(words, { kind: 'language', value }, true);
  for (const [value, words] of regionNames()) index.add(words, { kind: 'region', value }, true);
  index.add(stateWords, { kind: 'state', value: '' });
}
