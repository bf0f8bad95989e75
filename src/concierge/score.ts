/** How much a part of a message speaks for each tool. */
import { fieldsIn, selectorIn } from './markup.ts';
import { type CurrencyAt, coinsIn, currenciesIn } from './money.ts';
import { type Hit, hitsBetween, type Reading } from './reading.ts';
import type { Span } from './spans.ts';
import { longest } from './terms.ts';
import type { Key, Vocabulary } from './vocabulary.ts';

/** What a part of a message is about beside its words. */
export interface Facts {
  currencies: readonly CurrencyAt[];
  coins: readonly { id: string; start: number; end: number }[];
  spans: readonly Span[];
  images: readonly Span[];
  sounds: readonly Span[];
  pages: readonly Span[];
  hasText: boolean;
  hasWay: boolean;
  /** A CSS selector is written beside the address of a page. */
  selector: boolean;
  /** Several things are named beside the address of a page. */
  hasList: boolean;
}

export interface Ranked {
  /** The family: the tool that stands for all that do the same. */
  tool: string;
  score: number;
  terms: readonly string[];
  /** Where the first and last words stand that ask for it. */
  first: number;
  last: number;
  /** The variant that is marked, where one is. */
  variant: string | null;
  /** Asked for by a verb or a mark, not only spoken of. */
  isAsked: boolean;
}

/** What no tool does is ranked like one. */
export const ELSEWHERE = 'elsewhere';

const IMAGE = /\.(?:jpe?g|png|gif|webp|bmp|tiff?|avif|heic|svg)(?:[?#]|$)/i;
const SOUND = /\.(?:mp3|wav|flac|ogg|oga|m4a|webm|aac|opus|mp4|mpga|amr|wma|mov)(?:[?#]|$)/i;

const VERB = 1;
const MARK = 2;
const NOUN = 0.6;
const HINT = 0.15;
const HINTS_MAX = 0.3;
const MORE = 0.12;
/** A model answers anything: whoever does just this goes before. */
const MODEL_VERB = 0.8;
const MODEL_NOUN = 0.48;

/** General jobs: a word of a particular one goes before. */
const general = new Set(['smart-search', 'encyclopedia', 'smart-llm', 'smart-read', 'smart-extract']);
/** They work on an address. */
const needsAddress = new Set(['smart-read', 'smart-extract', 'scrape', 'scrape-advanced', 'vision', 'smart-stt']);

export function isImage({ value }: Span): boolean {
  return IMAGE.test(pathOf(value));
}

export function isSound({ value }: Span): boolean {
  return SOUND.test(pathOf(value));
}

const pathOf = (url: string): string => url.replace(/[?#].*$/, '');

const WAY = [
  /(?:^|[^a-z])from [^,.;!?]{1,80}? (?:to|towards|till|until) [^,.;!?]/,
  /(?:^|[^a-z])(?:to|reach) [^,.;!?]{2,60}? from [^,.;!?]/,
  /(?:^|[^a-z])between [^,.;!?]{1,80}? and [^,.;!?]/,
  /(?:directions|route|drive|driving|walk|walking|cycling|ride)[^.;!?]{0,20}[ ,:][^ .;!?][^.;!?]{0,60}? to [^ .;!?]/,
  /から.{1,40}?(?:まで|へ|に(?:行|向|着|歩))/s,
  /まで.{1,40}?から/s,
  /から.{1,24}?(?:って|つて|は|、)?(?:歩|徒歩|车で|車で|自転车|自転車)/s,
  /(?:i'm|i am|we're|we are|starting|start|currently|staying) (?:at|in|from) [^.;!?]{2,60}?(?:,| and| -)[^.;!?]{0,40}? (?:to|reach) [^ .;!?]/,
  /[\p{L}\ufffc]{1,20}と[\p{L}\ufffc]{1,20}?(?:の间|间の)/u,
  /[\p{L}\ufffc] ?(?:→|->|⇒|=>) ?[\p{L}\ufffc]/u,
  /(?:从|由|自).{1,30}?(?:到|去|至|往|前往|走到|开到|骑到)/s,
  /[\p{L}\ufffc]{2,15}(?:到|至)[\p{L}\ufffc]{2,20}?(?:怎么|要多|多远|多久|多少|开车|走路|步行|骑|有多|路线|的路|需要|距离|大概|几)/su,
];

export function factsOf(reading: Reading, start: number, end: number): Facts {
  const spans = reading.spans.filter((span) => span.start >= start && span.end <= end);
  const urls = spans.filter(({ kind }) => kind === 'url');
  const part = reading.command.slice(start, end);
  const pages = urls.filter((url) => !isImage(url) && !isSound(url));
  const hasPage = pages.length === 1;
  return {
    currencies: currenciesIn(reading, start, end),
    coins: coinsIn(reading, start, end),
    spans,
    images: urls.filter(isImage),
    sounds: urls.filter(isSound),
    pages,
    hasText:
      spans.some(({ kind }) => kind === 'quote') || (reading.pasted !== null && reading.pasted.start >= start - 2),
    hasWay: WAY.some((way) => way.test(part)),
    selector: hasPage && selectorIn(reading.command, start, end, false) !== null,
    hasList: hasPage && fieldsIn(reading, start, end).length > 1,
  };
}

/** All tools that something speaks for, best first. */
export function rank(reading: Reading, vocabulary: Vocabulary, start: number, end: number, facts: Facts): Ranked[] {
  const within = hitsBetween(reading, start, end);
  const asks = longest(
    within.filter(
      (hit) => /^(verb|noun|hint|mark|elsewhere|secret)$/.test(hit.key.kind) && !isPartOfName(hit, reading.command),
    ),
    ({ key }) => STRENGTH[key.kind] ?? 0,
  );
  const tallies = new Map<string, Tally>();
  for (const hit of asks) if (!isMereSaying(hit, start, facts, reading.command)) tally(tallies, hit, vocabulary);
  addFacts(tallies, facts, reading, start, end);
  const reads = tallies.get('smart-read');
  if (reads && worksOnPages.some((tool) => (tallies.get(tool)?.verbs ?? 0) > 0))
    Object.assign(reads, { verbs: 0, nouns: 0, facts: 0.2 });
  const ranked = [...tallies].map(([tool, sums]) => rankedOf(tool, sums, facts));
  favourPosition(ranked, reading.language);
  return ranked.sort((a, b) => b.score - a.score);
}

const hasProfile = (reading: Reading, start: number, end: number): boolean =>
  hitsBetween(reading, start, end).some(({ key }) => key.kind === 'value' && key.field === 'profile');

/** A picture or a recording is looked at or written down first where something else is wanted of it. */
function addFiles(
  tallies: ReadonlyMap<string, Tally>,
  { images, sounds }: Facts,
  add: (tool: string, weight: number) => void,
): void {
  const isAsked = (tool: string): boolean => (tallies.get(tool)?.verbs ?? 0) + (tallies.get(tool)?.marks ?? 0) > 0;
  const seen = tallies.get('vision');
  const heard = tallies.get('smart-stt');
  if (images.length > 0) add('vision', isAsked('smart-translate') ? 0.2 : 1.3);
  if (images.length > 0 && isAsked('smart-translate') && seen) seen.nouns = 0;
  const isMore = isAsked('smart-translate') || isAsked('smart-llm');
  if (sounds.length > 0) add('smart-stt', isMore ? 0.2 : 1.05);
  if (sounds.length > 0 && isMore && heard) heard.nouns = 0;
}

/** What is spoken of may stand behind an address. */
const ARTICLE = /^(?:记事|articles?|报道|文章|新闻报道|最新|最近|今日|recent|latest)$/;

const isOfDay = ({ hits }: Reading, start: number, end: number): boolean =>
  hits.some((hit) => hit.key.kind === 'time' && hit.start >= start && hit.end <= end && hit.text.length > 1);

/** “What do people say about …” asks nobody to speak. */
const isMereSaying = ({ text, start: at }: Hit, start: number, { hasText }: Facts, command: string): boolean =>
  text === 'say' &&
  !hasText &&
  /[a-z]{2,} /.test(command.slice(start, at).replace(/^(?:and|then|please|can you|could you|now|just|also)\s/g, ''));

/** What asks goes before what is only spoken of, where words overlap. */
const STRENGTH: Readonly<Record<string, number>> = { mark: 4, verb: 3, elsewhere: 3, secret: 3 };

/** A single character between others is part of a longer word: 雷 in 雷克雅未克. */
const isPartOfName = ({ key, start, end }: Hit, command: string): boolean =>
  end - start === 1 &&
  (key.kind === 'noun' || key.kind === 'hint') &&
  /\p{Script=Han}/u.test(command.charAt(start - 1)) &&
  /\p{Script=Han}/u.test(command.charAt(end));

interface Tally {
  verbs: number;
  nouns: number;
  hints: number;
  marks: number;
  facts: number;
  terms: Set<string>;
  first: number;
  last: number;
  variant: string | null;
  variantWeight: number;
}

function tallyOf(tallies: Map<string, Tally>, tool: string): Tally {
  const known = tallies.get(tool);
  if (known) return known;
  const fresh: Tally = {
    verbs: 0,
    nouns: 0,
    hints: 0,
    marks: 0,
    facts: 0,
    terms: new Set(),
    first: Number.POSITIVE_INFINITY,
    last: -1,
    variant: null,
    variantWeight: 0,
  };
  tallies.set(tool, fresh);
  return fresh;
}

function tally(tallies: Map<string, Tally>, { key, start, end, text }: Hit, { familyOf }: Vocabulary): void {
  const isElse = key.kind === 'elsewhere' || key.kind === 'secret';
  const tool = isElse ? ELSEWHERE : 'tool' in key ? familyOf(key.tool) : '';
  const sums = tallyOf(tallies, tool);
  if (key.kind === 'verb' || isElse) sums.verbs++;
  else if (key.kind === 'noun') sums.nouns++;
  else if (key.kind === 'hint') sums.hints++;
  else sums.marks++;
  sums.terms.add(text);
  if (key.kind !== 'hint') {
    sums.first = Math.min(sums.first, start);
    sums.last = Math.max(sums.last, end);
  }
  noteVariant(
    sums,
    key,
    end - start + (key.kind === 'mark' ? 20 : 0),
    'tool' in key && familyOf(key.tool) !== key.tool,
  );
}

/** The longest mark tells which variant is meant; hints of a variant do where no mark does. */
function noteVariant(sums: Tally, key: Key, length: number, isInstead: boolean): void {
  const isVariant = key.kind === 'mark' || (key.kind === 'hint' && isInstead);
  if (!isVariant || !('tool' in key) || length <= sums.variantWeight) return;
  sums.variant = key.tool;
  sums.variantWeight = length;
}

function addFacts(tallies: Map<string, Tally>, facts: Facts, reading: Reading, start: number, end: number): void {
  const add = (tool: string, weight: number, term?: string): void => {
    const sums = tallyOf(tallies, tool);
    sums.facts += weight;
    if (term !== undefined) sums.terms.add(term);
  };
  if ((tallies.get('ip-geo')?.verbs ?? 0) > 0) add('ip-geo', 0.4);
  const { currencies, coins } = facts;
  const codes = new Set(currencies.map(({ code }) => code));
  const hasAmount = currencies.some(({ amount }) => amount !== null);
  if (coins.length > 0 && (tallies.get('smart-geo')?.verbs ?? 0) > 0) add('crypto-prices', 0.5);
  if (coins.length > 0) add('crypto-prices', codes.size > 0 ? 1.15 : 0.75, coins.map(({ id }) => id).join(','));
  else if (codes.size >= 2) add('exchange-rate', hasAmount ? 1.3 : 0.9, [...codes].sort().join(' '));
  else if (codes.size === 1) add('exchange-rate', hasAmount ? 0.4 : 0.15);
  for (const { kind, value } of facts.spans) {
    if (kind === 'ip') add('ip-geo', 1.1, value);
    if (kind === 'ip' && tallies.has('weather')) add('weather', 1.3, value);
    if (kind === 'coordinates') {
      add('smart-geo', 0.65, value);
      if (tallies.has('weather')) add('weather', 0.6, value);
    }
  }
  addFiles(tallies, facts, add);
  if (isOfDay(reading, start, end) && (tallies.get('weather')?.hints ?? 0) > 0) add('weather', 0.4);
  if (facts.pages.length > 0)
    add('smart-read', isOtherwiseAsked(tallies) || (tallies.get('smart-extract')?.verbs ?? 0) > 0 ? 0.2 : 0.7);
  if (facts.hasWay) add('directions', 0.5);
  if (facts.hasWay && hasProfile(reading, start, end)) add('directions', 0.45);
  if (facts.selector) add('scrape', 2.2, 'selector');
  if (facts.hasList && !isOtherwiseAsked(tallies)) add('smart-extract', 0.9);
  if (facts.hasText)
    for (const tool of ['smart-translate', 'smart-tts', 'smart-embed']) if (tallies.has(tool)) add(tool, 0.2);
  const languages = reading.hits.filter((hit) => hit.key.kind === 'language' && hit.start >= start && hit.end <= end);
  if (languages.length > 0 && (tallies.has('smart-translate') || facts.hasText)) {
    add('smart-translate', languages.some((hit) => isTarget(hit, reading.command)) ? 0.55 : 0.2);
  }
  const targets = languages.filter((hit) => isTarget(hit, reading.command));
  if (languages.length > 0 && facts.hasText && !isOtherwiseAsked(tallies)) add('smart-translate', 0.6);
  if (targets.length > 0 && facts.pages.length + facts.sounds.length + facts.images.length > 0)
    add('smart-translate', 0.6);
  if (languages.some((hit) => isPhraseFor(hit, reading.command, end))) add('smart-translate', 0.65);
  const wish = tallies.get('smart-translate');
  if (wish && wish.verbs > 0 && languages.length === 0 && ![...wish.terms].some((term) => /transl|翻|訳|译/.test(term)))
    wish.facts -= 0.7;
  // Titles of the news are translated with the news.
  const news = tallies.get('smart-news');
  const translation = tallies.get('smart-translate');
  const hasFile = facts.pages.length + facts.sounds.length + facts.images.length > 0;
  const isAddressed =
    hasFile ||
    (news && reading.spans.some(({ kind }) => kind === 'url') && [...news.terms].every((term) => ARTICLE.test(term)));
  if (news && isAddressed && news.verbs === 0) news.nouns = 0;
  if (news && !hasFile && news.nouns + news.verbs > 0 && translation && !facts.hasText && translation.marks === 0)
    translation.facts -= 1.6;
}

/** “it's in Japanese”: the language that something is in. */
const STATED =
  /(?:it's|it is|its|is|are|was|they're|spoken|recorded|speaks?|talks?|talking|written|conversation|audio) (?:all |mostly |entirely )?in $/;

/** Is something else asked for than to read? */
const isOtherwiseAsked = (tallies: ReadonlyMap<string, Tally>): boolean =>
  [...tallies].some(
    ([tool, { verbs, marks }]) => marks > 0 || (verbs > 0 && tool !== 'smart-read' && tool !== 'smart-extract'),
  );

/** “the Portuguese for thank you”, “goodbye in Korean”, “ありがとうを韓国語で”. */
function isPhraseFor({ start, end }: Hit, command: string, clauseEnd: number): boolean {
  if (STATED.test(command.slice(Math.max(0, start - 30), start))) return false;
  const isLast = /^[\s?.!。？！]*$/.test(command.slice(end, clauseEnd));
  return (
    /^ (?:for|translation|equivalent|word|version)(?![a-z])/.test(command.slice(end)) ||
    (isLast && / in $/.test(command.slice(0, start)) && start > 8) ||
    (/^(?:で|に)[\s?.!。？！]*$/.test(command.slice(end, clauseEnd)) &&
      /(?:を|は|って|と|\ufffc)$/.test(command.slice(0, start)))
  );
}

/** “into French”, “フランス語に”, “成法语”. */
export function isTarget({ start, end }: { start: number; end: number }, command: string): boolean {
  if (STATED.test(command.slice(Math.max(0, start - 30), start))) return false;
  return (
    /(?:to|into|in|as) (?:plain |simple |polite |formal |natural |good )?$/.test(
      command.slice(Math.max(0, start - 16), start),
    ) ||
    /[成为作用译到给转] ?$/.test(command.slice(Math.max(0, start - 2), start)) ||
    /^ ?(?:に|へ|で(?!書かれ|話され|書いて)|だと|ではどう|版|訳|译|翻译|怎么|for )/.test(command.slice(end, end + 6)) ||
    /(?:訳|訳して|译|译英)$/.test(command.slice(start, end))
  );
}

/** Work on what a page says begins with reading it. */
const worksOnPages = ['smart-llm', 'smart-translate', 'smart-tts', 'smart-embed'];

function rankedOf(tool: string, sums: Tally, facts: Facts): Ranked {
  const noun = tool === 'smart-llm' ? MODEL_NOUN : general.has(tool) ? NOUN - 0.1 : NOUN;
  const first = (count: number, weight: number): number => (count === 0 ? 0 : weight + Math.min(count - 1, 3) * MORE);
  const words =
    first(sums.marks, MARK) +
    first(sums.verbs, tool === 'smart-llm' ? MODEL_VERB : VERB) +
    first(sums.nouns, noun) * (sums.verbs > 0 ? 0.5 : 1) +
    // Who searches anything is not meant by what hints at everything.
    (tool === 'smart-search' && sums.verbs + sums.marks === 0 ? 0 : Math.min(sums.hints * HINT, HINTS_MAX));
  let score = words + sums.facts;
  const isAsked = sums.verbs > 0 || sums.marks > 0;
  if (needsAddress.has(tool)) {
    const fits =
      tool === 'vision'
        ? facts.images
        : tool === 'smart-stt'
          ? facts.sounds
          : [...facts.pages, ...facts.sounds, ...facts.images];
    if (fits.length === 0) score *= 0.35;
  }
  if (tool === 'directions' && !facts.hasWay) score *= 0.4;
  if (tool === 'exchange-rate' && facts.currencies.length === 0 && facts.coins.length === 0) score *= 0.4;
  if (tool === 'ip-geo' && sums.verbs === 0 && sums.facts === 0) score *= 0.6;
  return { tool, score, terms: [...sums.terms], first: sums.first, last: sums.last, variant: sums.variant, isAsked };
}

/** What is asked first in English and Chinese, and last in Japanese, governs the rest of the clause. */
function favourPosition(ranked: Ranked[], language: string): void {
  const asked = ranked.filter(({ isAsked, score }) => isAsked && score >= 0.6);
  if (asked.length < 2) return;
  const governing =
    language === 'ja'
      ? asked.reduce((a, b) => (b.last > a.last ? b : a))
      : asked.reduce((a, b) => (b.first < a.first ? b : a));
  governing.score += 0.25;
}
