/** Extracts search terms from a text: word stems, codes, pairs of Chinese and Japanese characters, and concepts. */
import { concepts } from './concepts.ts';
import { stripVariables } from './fingerprint.ts';
import { normaliseText } from './text.ts';

/** Of a longer text the first ones count: the words of an error come before those of its trace. */
const TERMS_MAX = 400;
const WORD_CHARS_MAX = 40;

const STOP_WORDS = new Set(
  'a an the and or of to in on at by for from with as is are was were be been it its this that these those my our your i we you he they me us them when while after before then than so but if not no do does did done have has had can could will would should may might must get gets got getting try tries tried trying run running ran use used using there here what which who how why all any some one only just also into out up down over under about again still very every each via per please help'.split(
    ' ',
  ),
);

/** Character pairs that every description of an error contains. */
const STOP_PAIRS = new Set(
  'エラー エラ ラー 错误 錯誤 报错 報錯 出错 問題 问题 発生 出現 出现 怎么 怎麼 什么 什麼 如何 解决 解決 帮我 请问 教え'.split(
    ' ',
  ),
);

const WORD = /<\w+>|[\p{Script=Latin}\d_]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+/gu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
/** Hiragana between words says how they go together, not what they are. */
const BETWEEN_WORDS = /^\p{Script=Hiragana}/u;
const CODES =
  /(?<![A-Za-z_\d.])(?:(?:http(?:\/\d(?:\.\d)?)?|status(?: ?code)?|errno|code|exit(?:ed)?(?: with)?(?: code| status)?|signal|port|error|ステータス|状态码|狀態碼|コード|代码|错误码|ポート|端口)['"]?[ :=(#]{0,3}|(?<=[\w\])]):)(-?\d{2,5})(?![\d.])|(?<![\w.-])(-32[0-7]\d\d|[45]\d\d)(?![\w.])/giu;

interface Spelling {
  term: string;
  text: string;
}

interface Spellings {
  western: readonly Spelling[];
  eastern: readonly Spelling[];
}

/** Made with the first text: a server starts without it. */
let spellings: Spellings | undefined;

function buildSpellings(): Spellings {
  const all = Object.entries(concepts).flatMap(([concept, words]) =>
    words.split('|').map((word) => ({ term: `~${concept}`, word, isWestern: !/[^\p{ASCII}]/u.test(word) })),
  );
  const western = all
    .filter(({ isWestern }) => isWestern)
    .map(({ term, word }) => ({ term, text: ` ${listStems(word).join(' ')} ` }))
    .filter(({ text }) => text.trim() !== '');
  const eastern = all
    .filter(({ isWestern }) => !isWestern)
    .map(({ term, word }) => ({ term, text: word.toLowerCase().replaceAll(' ', '') }));
  return { western, eastern };
}

/** The distinct terms of a text, in the order of their first appearance. */
export function listTerms(text: string): string[] {
  const plain = normaliseText(text);
  const terms = new Set<string>();
  for (const concept of listConcepts(plain)) terms.add(concept);
  for (const [, labelled, bare] of plain.matchAll(CODES)) terms.add(`#${labelled ?? bare}`);
  for (const [word] of stripVariables(plain).matchAll(WORD)) {
    if (terms.size >= TERMS_MAX) break;
    if (word.startsWith('<')) continue;
    for (const term of CJK.test(word) ? listPairs(word) : listWordTerms(word)) terms.add(term);
  }
  return [...terms];
}

/** Names of hosts and folders count here: they tell the product that failed. */
function listConcepts(plain: string): string[] {
  spellings ??= buildSpellings();
  const { western, eastern } = spellings;
  const stems = ` ${listStems(plain.replace(/[^\p{ASCII}]+/gu, ' ')).join(' ')} `;
  const dense = plain.toLowerCase().replace(/\s+/g, '');
  const isEastern = /[^\p{ASCII}]/u.test(dense);
  return [
    ...western.filter(({ text }) => stems.includes(text)).map(({ term }) => term),
    ...(isEastern ? eastern.filter(({ text }) => dense.includes(text)).map(({ term }) => term) : []),
  ];
}

/** Every word in its stem, identifiers both whole and in their parts. */
function listStems(text: string): string[] {
  return [...text.matchAll(/[A-Za-z\d_]+/g)].flatMap(([word]) => {
    const parts = splitWord(word);
    const whole = word.toLowerCase();
    return parts.length > 1 ? [whole, ...parts.map(findStem)] : [findStem(whole)];
  });
}

function listWordTerms(word: string): string[] {
  if (word.length > WORD_CHARS_MAX || /^[\d_]+$/.test(word)) return [];
  const whole = word.toLowerCase();
  const parts = splitWord(word);
  const stems = parts.filter((part) => isTelling(part)).map(findStem);
  return parts.length > 1 ? [whole, ...stems] : stems;
}

const isTelling = (part: string): boolean => part.length > 1 && !STOP_WORDS.has(part) && !/^\d+$/.test(part);

/** `ERR_REQUIRE_ESM` and `JsonWebTokenError` in their words, in lower case. */
function splitWord(word: string): string[] {
  return word
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .toLowerCase()
    .split('_')
    .filter((part) => part !== '');
}

/** Plural, -ed, -ing and a last e come off: refuse, refused and refusing are one. */
export function findStem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  let stem = word;
  if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('s') && !/(ss|us|is|ns|cors)$/.test(stem)) stem = stem.slice(0, -1);
  for (const ending of ['ing', 'ed']) {
    if (stem.endsWith(ending) && stem.length - ending.length >= 3) {
      stem = stem.slice(0, -ending.length).replace(/([bdfgmnprt])\1$/, '$1');
      break;
    }
  }
  stem = stem.endsWith('e') && stem.length > 3 ? stem.slice(0, -1) : stem;
  return stem.endsWith('y') && stem.length > 3 ? `${stem.slice(0, -1)}i` : stem;
}

/** Two characters at a time, as Chinese and Japanese words mostly are; a word in katakana also whole. */
function listPairs(run: string): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  const words = run.match(/[\p{Script=Katakana}ー]{3,}/gu) ?? [];
  return [...words, ...pairs].filter((term) => !BETWEEN_WORDS.test(term) && !STOP_PAIRS.has(term));
}
