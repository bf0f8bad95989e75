/** The mechanical part of how everything is worded: texts of the product, its documents and its file headers. */
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from './harness/catalogue.ts';
import { ourCode, sources } from './harness/product-sources.ts';
import { filesBelow, type Source, textOf } from './harness/sources.ts';

/** Turns of phrase that stay out, and what to write. */
const refused: readonly (readonly [turn: RegExp, instead: string])[] = [
  [/\b(is|are) none\b/i, 'there is no …, … is not set'],
  [/(?<!\b(?:there|it|if|that|this) )\bis no (?!longer\b|more\b)[a-z]+/i, 'is not a …, there is no …'],
  [/\bthat there (aren['’]t|are not|isn['’]t|is not)\b/i, 'unknown …'],
  [/\b(that|what) which\b/i, 'name the thing'],
  [/\b(anew|ask anew|tried again|any more(?! [a-z]+s\b))\b/i, 'again, retried, no longer'],
  [/\bof one['’]s own\b/i, 'your own, private'],
  [/\b(came|comes|coming|come) of (it|mail|mailings?|the|a)\b/i, 'result, outcome'],
  [/\bwritten to no more\b|\bwrites? to no more\b/i, 'suppressed'],
  [/\b(prove[sd]?|proof of|proving) the books\b|\bthe books\b/i, 'verify the ledger'],
  [/\bplay money\b/i, 'test credit'],
  [/\bparked?\b/i, 'paused'],
  [/\bstands? (otherwise|there|here|in it)\b/i, 'name what is there'],
  [/\bas (it|they) (was|were|is|are) asked for\b/i, 'as requested'],
  [/\bmost on a page\b/i, 'items per page'],
  [/\b(patience|dearer|whom)\b/i, 'timeout, more expensive, who'],
  [/\bwhoever asks\b/i, 'the caller'],
  [/\bfinds? nothing\b/i, 'has no matches'],
  [/\bbrings? nothing\b/i, 'no new items'],
  [/\bgives? back\b/i, 'return, revoke'],
  [/\bhow many there are\b|\bwhether there (is|are) more\b/i, 'total number of …, `true` if …'],
];

/** Openings that are no sentence and no label. */
const headless = /^(?!How to )(What|How|Whom?|Whose|Which|Where|Why) (?![^?]*\?)/;
const empty = /^(The same|Why|Its name|What it is|This one|The name|As it was)\.?$/i;
const WORDS_MAX = 30;

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?](?:\*\*|\)|”)?)\s+(?=[A-Z`"“([*])|\n\n/);
const isEnglish = (text: string): boolean => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
const countWords = (sentence: string): number =>
  sentence
    .replace(/`[^`]*`|\([^)]*\)|\{[^}]*\}|https?:\S+/g, 'x')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;

/** What is wrong with a text, each with the words in question. */
function findFaults(text: string): string[] {
  if (!isEnglish(text)) return [];
  const faults = refused.flatMap(([turn, instead]) => {
    const match = turn.exec(text);
    return match ? [`"${match[0]}": ${instead}`] : [];
  });
  for (const sentence of sentencesOf(text)) {
    if (countWords(sentence) > WORDS_MAX) faults.push(`${countWords(sentence)} words: ${sentence.slice(0, 60)}…`);
  }
  if (headless.test(text)) faults.push(`opens without a head: ${text.slice(0, 40)}`);
  if (empty.test(text)) faults.push('says nothing');
  return faults;
}

const report = (place: string, text: string): string[] => findFaults(text).map((fault) => `${place}: ${fault}`);

/** Data of the languages that the product reads and writes, replies of upstreams, and SQL are not ours to word. */
const notProse =
  /^(src\/(concierge|sandbox|text|locales)\/|src\/newsroom\/analysis\/|src\/fixes\/(shipped|search)\/|.*\.lexicon\.ts$)/;

/** Texts of a file that read as sentences: they begin with a capital letter and end with a stop. */
function findProse({ file, nodes, lineAt }: Source): { place: string; text: string }[] {
  if (notProse.test(file)) return [];
  return nodes.flatMap((node) => {
    const value = node.type === 'Literal' ? node.value : null;
    if (typeof value !== 'string' || !/^[A-Z`][\s\S]*\s[\s\S]*[.!?]$/.test(value)) return [];
    return [{ place: `${file}:${lineAt(node.start)}`, text: value }];
  });
}

function headerOf({ text }: Source): string {
  const [, comment = ''] = /^(?:#!.*\n)?\/\*\*((?:(?!\*\/)[\s\S])*)\*\//.exec(text) ?? [];
  return comment.replace(/\n\s*\* ?/g, ' ').trim();
}

/** Paragraphs, list items and cells of a document, without code. */
const proseOf = (document: string): string[] =>
  document
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^---$[\s\S]*?^---$/m, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\. ))|\|/)
    .map((part) =>
      part
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/^[#\s>-]+|^\d+\. /g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => /[a-z] [a-z]/i.test(part));

interface JsonSchema {
  description?: unknown;
  [member: string]: unknown;
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

function describedIn(schema: unknown, path: string): { place: string; text: string }[] {
  if (!isObject(schema)) return [];
  const own = typeof schema.description === 'string' ? [{ place: path, text: schema.description }] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => describedIn(value, `${path}.${key}`))];
}

const { tools } = await loadCatalogue();
const described = tools.flatMap(({ name, title, description, inputSchema, outputSchema }) => [
  { place: `${name} title`, text: title },
  { place: `${name} description`, text: description },
  ...describedIn(inputSchema, name),
  ...describedIn(outputSchema, `${name} output`),
]);

const layerOf = (place: string): number | null =>
  tools.find(({ name }) => place.startsWith(name))?.toolset.layer ?? null;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...filesBelow('docs'),
  ...filesBelow('src/locales/en/guides'),
].filter((file) => file.endsWith('.md'));
const locale = filesBelow('src/locales/en').filter((file) => file.endsWith('.json'));

const stringsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isObject(value) ? Object.values(value).flatMap(stringsOf) : [];

/** At most ten, each with its reason. */
const exceptions: readonly string[] = [];

describe('in plain English', () => {
  const check = (texts: readonly { place: string; text: string }[]): void => {
    const faults = texts.flatMap(({ place, text }) => report(place, text));
    expect(faults.filter((fault) => !exceptions.some((known) => fault.startsWith(known)))).toEqual([]);
  };

  it('tools and their fields are described', () => {
    check(described);
    const short = described.filter(
      ({ place, text }) => !place.endsWith(' title') && isEnglish(text) && text.split(/\s+/).length < 3,
    );
    expect(short.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
  });

  it('models read nothing of the inside', () => {
    const inside = /concierge|as in smart|multipart|\bWT\b|\/api\/|toolset/i;
    const onMcp = described.filter(({ place, text }) => inside.test(text) && layerOf(place) !== null);
    expect(onMcp.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
  });

  it('messages, errors and commands are worded', () => check(ourCode.flatMap(findProse)));

  it('pages and mails are worded', () => {
    check(locale.flatMap((file) => stringsOf(JSON.parse(textOf(file))).map((text) => ({ place: file, text }))));
  });

  it('documents are worded', () => {
    check(documents.flatMap((file) => proseOf(textOf(file)).map((text) => ({ place: file, text }))));
  });

  it('file headers name a responsibility', () => {
    const opened = [...sources.values()].flatMap((source) => {
      const header = headerOf(source);
      return headless.test(header) || empty.test(header) ? [`${source.file}: ${header.slice(0, 60)}`] : [];
    });
    expect(opened).toEqual([]);
  });

  it('comments name their subject instead of asking for it', () => {
    const asking = /^(?:\/\/|\/\*\*?| \*) ?(?:What|How|Who|Whom|Whose|Where) /;
    const found = ourCode.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at) => (asking.test(line) ? [`${file}:${at + 1} ${line}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
