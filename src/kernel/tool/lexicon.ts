/** Types of `<tool>.lexicon.ts`: the words people use for a tool, and routing rules for the concierge. */

/**
 * English, Japanese and Chinese words with commas or line ends between them. `rain*` is the beginning of a word,
 * `turn…off` are two with a few others between.
 */
export type Words = string;

/** Result of a tool, if the concierge has rules for finding its inputs in a message. */
export type Task =
  /** Facts: of places, addresses of the internet, ways, money. */
  | 'forecast'
  | 'position'
  | 'address'
  | 'journey'
  | 'exchange'
  | 'coinPrices'
  /** What is found: on the web, in newspapers, in an encyclopedia. */
  | 'search'
  | 'news'
  | 'article'
  /** What is read from behind an address: whole pages, named facts of one, what a selector fits, sites, pictures, recordings. */
  | 'reading'
  | 'extraction'
  | 'selection'
  | 'crawl'
  | 'picture'
  | 'transcript'
  /** What is made of a text; `writing` is anything that a language model does. */
  | 'writing'
  | 'translation'
  | 'speech'
  | 'embedding';

/** Subject of a request: a page, picture or recording at an address; a text as it stands; or a topic or name. */
export type Subject = 'page' | 'picture' | 'recording' | 'text' | 'topic';

export interface Lexicon {
  /** Without one, inputs are filled by the names of their fields. Tools of one task do the same in different ways. */
  task?: Task;
  /** It is taken in place of the usual tool of its task where its `marks` are named. */
  isVariant?: true;
  /** A variant that is also taken where an input does not fit the usual tool. */
  isFallback?: true;
  takes?: readonly Subject[];
  /** Where its output holds what a later step works on, e.g. `results`; the whole output when absent. */
  textAt?: string;
  /** It finds out what tools of that task start from, where a message holds no more than a name. */
  leadsTo?: Task;
  /** It does much in general: a word of a more particular tool goes before. */
  isGeneral?: true;
  /** What sets it apart from the others that do the same. */
  marks?: Words;
  /** Words that ask for it: what somebody wants done, or a whole way of asking. */
  verbs?: Words;
  /** What it is about. */
  nouns?: Words;
  /** Words that go with it and mean little by themselves. */
  hints?: Words;
  /** Field → value → the words for that value; `true` and `false` for a field that is either. */
  values?: Readonly<Record<string, Readonly<Record<string, Words>>>>;
  /** Field → words that stand beside its number: `results` as in “5 results”, `limit` as in “limit 3”. */
  units?: Readonly<Record<string, Words>>;
  /** Messages that it is the right tool for. */
  examples: Readonly<Record<'en' | 'ja' | 'zh', readonly string[]>>;
}

/** Names of the unit of an answer's length. */
export const tokenWords = `
  tokens, token, max tokens, maxtokens, max_tokens
  トークン, トークンまで
  个token, 个tokens, 词元, 令牌
`;
