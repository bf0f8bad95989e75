/** Detects plausible English word order. */

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const ENGLISH_FUNCTION_WORDS = set(
  'the a an of to in on for with and by is are was were will has have had that this from as at it its we our they their be can which who after than more',
);

const AUXILIARY = set('is are was were will has have had can may could would should does do did must');
const PAST = set(
  'said won began cut led held built gave took saw made grew rose fell sold bought met found got put set brought ran became came went told showed hit paid spent kept left chose drew sent took stood returned felt won spoke wrote ate beat lent wore broke',
);
const VERB_STEMS = set(
  'launch open announce release unveil introduce sign win partner start begin expand raise publish cut add test report appoint acquire deploy say help provide offer make use serve support include allow enable reduce increase reach plan aim expect run join build show bring give lead hold cover cost save see take receive deliver develop create work complete select award need let keep show mean find come go become want hope remain rely enter turn sort move change call ask explain describe note tell think believe feel know learn teach train hire grow rise fall lose drop double drive power handle manage track measure check compare match connect link share store send return cost charge replace remove improve protect prevent solve meet face visit travel live stay sit stand lie contain consist feature combine apply appear seem happen take operate produce supply ship sell buy lease rent fund invest lead guide represent mark celebrate honor attract draw extend last follow continue complement integrate run focus require depend belong cause affect suggest indicate confirm estimate predict say host invite sound pay propose retire succeed warn urge welcome deliver replace repair collect gather play perform speak teach visit watch wait apply employ fill close stop transfer weigh contribute participate bring carry',
);
const NOT_BEFORE_VERB = set(
  'the a an of in on for with by from at to and or but our their its his her my your this that these first new as than',
);

const PLURAL_SUBJECT = /^(?:we|they|you|i|[a-z]+[^su\W]s)$/;

/** A finite verb that no article, preposition or possessive stands before. */
export function hasEnglishPredicate(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (AUXILIARY.has(word)) return true;
    const before = at === 0 ? '' : (words[at - 1] ?? '');
    if (VERB_STEMS.has(word) && PLURAL_SUBJECT.test(before)) return true;
    if (at > 0 && isLikelyVerb(word, before, words[at + 1] ?? '')) return true;
    return at > 0 && isFiniteVerb(word) && !NOT_BEFORE_VERB.has(before);
  });
}

/** `sounds an alarm`, `proposes a dividend`: no list has all verbs, but few nouns stand before an article. */
function isLikelyVerb(word: string, before: string, after: string): boolean {
  if (!/^(?:the|a|an|its|their|his|her|our|that|how|up|out|off|on|into|whether)$/.test(after)) return false;
  if (NOT_BEFORE_VERB.has(before) || ENGLISH_FUNCTION_WORDS.has(word)) return false;
  return /^[a-z]{2,}[^su\W]s$/.test(word) || (PLURAL_SUBJECT.test(before) && /^[a-z]{3,}$/.test(word));
}

/** `drafts the`, `opens with`: a verb in the third person, for whoever writes a sentence of a phrase. */
export const isEnglishVerb = (word: string, after: string): boolean =>
  /^[a-z]+s$/.test(word) && (isFiniteVerb(word) || isLikelyVerb(word, '', after));

function isFiniteVerb(word: string): boolean {
  if (PAST.has(word) || /..(?:ed|izes|ates|ifies)$/.test(word)) return true;
  const stem = word.replace(/(?:es|s)$/, '');
  return word.endsWith('s') && (VERB_STEMS.has(stem) || VERB_STEMS.has(`${stem}e`));
}

type Kind = 'article' | 'possessive' | 'preposition' | 'to' | 'conjunction' | 'modal' | 'be' | 'have' | 'pronoun';

const KINDS: readonly [Kind, string][] = [
  ['article', 'the a an'],
  ['possessive', 'our their its'],
  ['preposition', 'of in on for with by from at'],
  ['to', 'to'],
  ['conjunction', 'and or but'],
  ['modal', 'will can'],
  ['be', 'is are was were'],
  ['have', 'has have had'],
  ['pronoun', 'we they he she'],
];
const KIND = new Map(KINDS.flatMap(([kind, list]) => list.split(' ').map((word): [string, Kind] => [word, kind])));

const END = 'end';
const VERBAL = ['modal', 'be', 'have'];
/** Which kinds never follow a kind directly; `end` is a comma or the end of the sentence. */
const NEVER_FOLLOWS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  article: new Set(['article', 'possessive', 'preposition', 'to', 'conjunction', 'pronoun', END, ...VERBAL]),
  possessive: new Set(['article', 'possessive', 'preposition', 'to', 'conjunction', 'pronoun', END, ...VERBAL]),
  preposition: new Set(['preposition', 'to', 'conjunction', 'pronoun', ...VERBAL]),
  to: new Set(['preposition', 'to', 'conjunction', 'modal', 'pronoun', END]),
  conjunction: new Set(['conjunction', END]),
  modal: new Set(['article', 'possessive', 'preposition', 'to', 'modal', END]),
  be: new Set(VERBAL),
  have: new Set(['modal', 'be']),
  pronoun: new Set(['article', 'possessive', 'pronoun', 'preposition', 'to']),
};
/** `from at least`, `to be`, `in on time` … what the table would forbid and people write. */
const ALLOWED = set('by_at for_by for_at from_at to_have to_be of_at in_at with_at from_in for_in and_or and_but');
const TOKEN = /[\p{L}\p{N}]+(?:['’.&-][\p{L}\p{N}]+)*|[,.;:!?()“”"]/gu;
/** Finite forms that stand behind no `to`, possessive, modal or preposition. */
const FINITE_ONLY = set(
  'announced announces launches unveils introduces begins began says said adds won wins opens helps',
);

const NO_FINITE_AFTER: ReadonlySet<Kind> = new Set(['to', 'possessive', 'modal', 'preposition']);
const SUBJECT_WANTED: ReadonlySet<Kind> = new Set(['be', 'have', 'modal', 'pronoun', 'possessive', 'article']);
/** Words that percentages and millions count. */
const COUNTED =
  /^(?:[\d.,]+|[a-z]+(?:teen|ty)|one|two|three|four|five|six|seven|eight|nine|ten|hundred|few|per|the|half|a|several|many|some|u\.s|us)$/i;
/** No base form of a verb: names, figures, words in the plural. */
const NO_BASE_FORM = /^(?:[A-Z\d]|[a-z]+[^su\W]s$|[a-z]{3,}(?:tion|ment|ity|ness|ance|ence|ism|ology)$)/;
const PLURAL = /^[a-z]{3,}[^sui\W]s$/;
const ENDS_IN_S = set(
  'always sometimes perhaps was has does besides I implement supplement document experience complement reference finance balance advance enhance influence question position function mention',
);
const FINITE = set('is are was were will has have had can');
const CLAUSE_OPENERS = set(
  'and or but that which who whom whose when where while if because since as than so what how why whether until before after although though unless once whatever',
);
/** A sentence begins with a capital, a figure or a quotation. */
const START = /^[("'“‘[]*[\p{Lu}\d$€£¥]/u;
/** `a` before a vowel, `an` before a consonant. */
const WRONG_ARTICLE = /\ba (?:[aei](?!u)|o(?!ne|nce)|un(?!i|an))[a-z]|\ban (?:[bcdfgjklmnpqrstvwxz][a-z]*[aeiouy])/;

/** No two words stand next to each other that never do, and no clause has two finite verbs of help. */
export function isEnglishOrder(text: string): boolean {
  if (!START.test(text) || WRONG_ARTICLE.test(text)) return false;
  const tokens = text.match(TOKEN) ?? [];
  return !hasTwoAuxiliaries(tokens) && !tokens.some((token, at) => isThrown(tokens, token, at));
}

function isThrown(tokens: readonly string[], word: string, at: number): boolean {
  const token = word.toLowerCase();
  const next = tokens[at + 1];
  if (/^(?:percent|million|billion)$/.test(token) && !COUNTED.test(tokens[at - 1] ?? '')) return true;
  const follower = next === undefined ? undefined : KIND.get(next.toLowerCase());
  if (/^\d/.test(token)) {
    // A year may be the subject of a sentence, a bare figure hardly.
    return !/^(?:19|20)\d{2}$/.test(token) && follower !== undefined && SUBJECT_WANTED.has(follower);
  }
  const kind = KIND.get(token);
  if (kind === undefined) return false;
  if (next === undefined || /^[,.;:!?)]/.test(next)) return NEVER_FOLLOWS[kind].has(END);
  if (NO_FINITE_AFTER.has(kind) && FINITE_ONLY.has(next)) return true;
  const takesBase = kind === 'modal' || token === 'we' || token === 'they';
  if (takesBase && NO_BASE_FORM.test(next) && !ENDS_IN_S.has(next)) return true;
  if (token === 'a' && PLURAL.test(next) && isClosed(tokens[at + 2])) return true;
  return follower !== undefined && NEVER_FOLLOWS[kind].has(follower) && !ALLOWED.has(`${token}_${next.toLowerCase()}`);
}

/** `is … will` without a conjunction between them. */
function hasTwoAuxiliaries(tokens: readonly string[]): boolean {
  let last: number | null = null;
  return tokens.some((word, at) => {
    const token = word.toLowerCase();
    if (CLAUSE_OPENERS.has(token) || /^[^\p{L}\p{N}]/u.test(token)) last = null;
    if (!FINITE.has(token)) return false;
    const isSecond = last !== null && at - last > 1;
    last = at;
    return isSecond;
  });
}

const isClosed = (token: string | undefined): boolean =>
  token === undefined || KIND.has(token.toLowerCase()) || /^[,.;:!?)]/.test(token);
