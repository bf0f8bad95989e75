/** All words that messages are read by: those of the tools and those of everyday. Built with the first message. */
import type { Lexicon, Subject, Task } from '../../kernel/tool/lexicon.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { listWords, wordTables } from '../words/tables.ts';
import type { Extents, Key } from './message.ts';
import { listCoins, listCurrencies, listLanguages, listRegions } from './names.ts';
import { TermIndex } from './terms.ts';

/** A chore that no tool of ours does is ranked like one; the learned weights know it by this word. */
export const CHORE = 'elsewhere';

export interface Vocabulary {
  index: TermIndex<Key>;
  /** Names, and what tools are about, of two to four Chinese characters: what may be mistyped by its sound. */
  spoken: ReadonlySet<string>;
  /** Tools that messages can be routed to, by name. */
  tools: ReadonlyMap<string, RegisteredTool>;
  /** Where names and topics begin and end, as far as that was learned. */
  extents?: Extents;
  findTask(tool: string): Task | undefined;
  /** The usual tool of a task; undefined where none is here. */
  findTool(task: Task): string | undefined;
  /** The usual tool of the task of a variant; any other tool itself. */
  findUsual(tool: string): string;
  /** The variant that is taken where the inputs do not fit the usual tool. */
  findFallback(task: Task): string | undefined;
  /** The tool that finds out what a task starts from. */
  findLeadTo(task: Task): string | undefined;
  takes(tool: string, subject: Subject): boolean;
}

/** Words of no tool, by what they do. */
const SMALL_WORDS = ['time', 'polite', 'elsewhere', 'secret', 'greeting', 'back', 'denyBefore', 'denyAfter'] as const;

export function createVocabulary(registry: Registry): Vocabulary {
  const index = new TermIndex<Key>();
  const tools = new Map(registry.tools.flatMap((tool) => (tool.definition.lexicon ? [[tool.name, tool]] : [])));
  for (const tool of tools.values()) addTool(index, tool);
  addNames(index);
  for (const kind of SMALL_WORDS) index.addAll(wordTables[kind].join('\n'), { kind });
  return { index, spoken: listSpoken(index), tools, ...createFinders(tools) };
}

function createFinders(
  tools: Vocabulary['tools'],
): Pick<Vocabulary, 'findTask' | 'findTool' | 'findUsual' | 'findFallback' | 'findLeadTo' | 'takes'> {
  const lexicons = new Map(
    [...tools].flatMap(
      ([
        name,
        {
          definition: { lexicon },
        },
      ]) => (lexicon ? [[name, lexicon]] : []),
    ),
  );
  const find = (fits: (lexicon: Lexicon) => boolean): string | undefined =>
    [...lexicons].find(([, lexicon]) => fits(lexicon))?.[0];
  const usual = new Map<Task, string>();
  for (const [name, { task, isVariant }] of lexicons) if (task !== undefined && !isVariant) usual.set(task, name);
  const findTask = (tool: string): Task | undefined => lexicons.get(tool)?.task;
  const findTool = (task: Task): string | undefined => usual.get(task);
  return {
    findTask,
    findTool,
    findUsual: (tool) => {
      const { task, isVariant } = lexicons.get(tool) ?? {};
      return (isVariant && task !== undefined ? findTool(task) : undefined) ?? tool;
    },
    findFallback: (task) => find((lexicon) => lexicon.task === task && lexicon.isFallback === true),
    findLeadTo: (task) => find(({ leadsTo }) => leadsTo === task),
    takes: (tool, subject) => lexicons.get(tool)?.takes?.includes(subject) ?? false,
  };
}

const SPOKEN = /^(?:noun|mark|value|currency|coin|language|region|verb)$/;

const listSpoken = (index: TermIndex<Key>): Set<string> =>
  new Set(
    index
      .terms(({ text, key }) => SPOKEN.test(key.kind) && /^\p{Script=Han}{2,4}$/u.test(text))
      .filter(({ text, key }) => key.kind !== 'verb' || text.length === 2)
      .map(({ text }) => text),
  );

function addTool(index: TermIndex<Key>, { name, definition: { lexicon } }: RegisteredTool): void {
  if (!lexicon) return;
  const own = { tool: name, task: lexicon.task };
  for (const [kind, words] of [
    ['verb', lexicon.verbs],
    ['noun', lexicon.nouns],
    ['hint', lexicon.hints],
    ['mark', lexicon.marks],
  ] as const) {
    index.addAll(words, { kind, ...own });
  }
  index.add(listNamings(name), { kind: 'mark', ...own });
  for (const [field, values] of Object.entries(lexicon.values ?? {})) {
    for (const [value, words] of Object.entries(values)) index.addAll(words, { kind: 'value', ...own, field, value });
  }
  for (const [field, words] of Object.entries(lexicon.units ?? {})) {
    index.addAll(words, { kind: 'unit', ...own, field });
    index.add(field, { kind: 'unit', ...own, field });
  }
}

/** Ways of asking for a tool by its id, which `~` stands for: the id alone where it is no word of every day. */
function listNamings(id: string): string {
  const around = NAMINGS.replaceAll('~', id);
  return id.includes('-') ? `${id}|${id.replaceAll('-', '_')}|${around}` : around;
}

const NAMINGS =
  'use ~|use the ~|using ~|using the ~|via ~|with ~:|~ tool|call ~|run ~|~ツール|~ ツール|~のツール|~で|' +
  '~ で|~を使|~ を使|用~|用 ~|~工具|~ 工具|调用~|使用~|调用 ~|使用 ~|`~`|l1 ~|l1 的 ~|l1的~|l1の~|l1 の ~|' +
  '~ (the l1|~(l1|~ (l1|~:|~ 读|~ 抓|~ 取|~ 查|~ 搜|~ 看|走~|走 ~|拿~|拿 ~|通过~|通过 ~|~に|~ に|~を|~ を|' +
  '~経由|~のほう|~の方|~ のほう|~、';

function addNames(index: TermIndex<Key>): void {
  const wordCodes = new Set(listWords('currencyCodesLikeWords'));
  for (const [value, words] of listCurrencies()) {
    const needsContext = wordCodes.has(value.toLowerCase());
    index.add(words, { kind: 'currency', value, isCode: false, needsContext: false }, true);
    index.add(value, { kind: 'currency', value, isCode: true, needsContext });
  }
  for (const { id, words, needsContext } of listCoins())
    index.add(words, { kind: 'coin', value: id, needsContext }, true);
  for (const [value, words] of listLanguages()) index.add(words, { kind: 'language', value }, true);
  for (const [value, words] of listRegions()) index.add(words, { kind: 'region', value }, true);
  index.add(wordTables.states.join('|'), { kind: 'state', value: '' });
}
