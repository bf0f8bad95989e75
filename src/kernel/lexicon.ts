/** How people ask for a tool, in `<tool>.lexicon.ts` beside it; the concierge routes messages by it. */

/**
 * English, Japanese and Chinese words with commas or line ends between them. `rain*` is the beginning of a word,
 * `turn…off` are two with a few others between.
 */
export type Words = string;

export interface Lexicon {
  /** The tool whose job this one does as well: it is taken in that tool's place where its `marks` are named. */
  insteadOf?: string;
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
