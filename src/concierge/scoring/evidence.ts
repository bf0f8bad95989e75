/** Scores evidence for a tool beyond its words. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Facts } from '../reading/facts.ts';
import { findHits, type Hit, type Reading } from '../reading/message.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { Tallies, Tally } from './tally.ts';

const hasProfile = (reading: Reading, start: number, end: number): boolean =>
  findHits(reading, start, end).some(({ key }) => key.kind === 'value' && key.field === 'profile');

/** A picture or a recording is looked at or written down first where something else is wanted of it. */
function addFileFacts(tallies: Tallies, { images, sounds }: Facts): void {
  const isAsked = (task: Task): boolean => (tallies.get(task)?.verbs ?? 0) + (tallies.get(task)?.marks ?? 0) > 0;
  const tally = tallies.get('picture');
  const spokenTally = tallies.get('transcript');
  if (images.length > 0) tallies.addFact('picture', isAsked('translation') ? 0.2 : 1.3);
  if (images.length > 0 && isAsked('translation') && tally) tally.nouns = 0;
  const isMore = isAsked('translation') || isAsked('writing');
  if (sounds.length > 0) tallies.addFact('transcript', isMore ? 0.2 : 1.05);
  if (sounds.length > 0 && isMore && spokenTally) spokenTally.nouns = 0;
}

/** “between a rock and a hard place” is not a journey by itself. */
const isJourney = (journey: Tally | undefined, { command, language }: Reading): boolean =>
  language !== 'en' ||
  /[→>⇒–]/.test(command) ||
  (journey !== undefined &&
    (journey.verbs + journey.nouns > 0 || journey.terms.has('from') || journey.terms.has('to')));

/** The subject may follow an address. */
const ARTICLE = /^(?:记事|articles?|报道|文章|新闻报道|最新|最近|今日|recent|latest)$/;

/** Requested length of a summary. */
const BRIEF = /^in |句话|行で|一言で|一文で/;

const isOfDay = ({ hits }: Reading, start: number, end: number): boolean =>
  hits.some((hit) => hit.key.kind === 'time' && hit.start >= start && hit.end <= end && hit.text.length > 1);

/** “192.0.2.1 在哪座城市”, “我的 IP 在哪”: where an address is, is asked of who knows addresses. */
function settleAddress(tallies: Tallies, { spans }: Facts): void {
  const [places, addresses] = [tallies.get('position'), tallies.get('address')];
  if (!places || spans.some(({ kind }) => kind === 'coordinates' || kind === 'quote')) return;
  const isNamed = (addresses?.nouns ?? 0) + (addresses?.verbs ?? 0) > 0;
  if (!isNamed && !spans.some(({ kind }) => kind === 'ip')) return;
  if (addresses) addresses.verbs += Math.max(places.verbs, places.hints > 0 && addresses.nouns > 0 ? 1 : 0);
  places.verbs = 0;
}

export function addFacts(
  tallies: Tallies,
  { facts, start, end }: { facts: Facts; start: number; end: number },
  reading: Reading,
  vocabulary: Vocabulary,
): void {
  settleAddress(tallies, facts);
  if (tallies.hasVerb('address')) tallies.addFact('address', 0.4);
  const { currencies, coins } = facts;
  const codes = new Set(currencies.map(({ code }) => code));
  const hasAmount = currencies.some(({ amount }) => amount !== null);
  if (coins.length > 0 && tallies.hasVerb('position')) tallies.addFact('coinPrices', 0.5);
  if (coins.length > 0)
    tallies.addFact('coinPrices', codes.size > 0 ? 1.15 : 0.75, coins.map(({ id }) => id).join(','));
  else if (codes.size >= 2) tallies.addFact('exchange', hasAmount ? 1.3 : 0.9, [...codes].sort().join(' '));
  else if (codes.size === 1) tallies.addFact('exchange', hasAmount ? 0.4 : 0.15);
  for (const { kind, value } of facts.spans) {
    if (kind === 'ip') tallies.addFact('address', 1.1, value);
    if (kind === 'ip' && tallies.get('forecast')) tallies.addFact('forecast', 1.3, value);
    if (kind === 'coordinates') {
      tallies.addFact('position', 0.65, value);
      // Latitude and longitude are but the names of the numbers where the weather is asked for.
      const sky = tallies.get('forecast');
      if (sky) tallies.addFact('forecast', sky.nouns + sky.verbs > 0 ? 1.6 : 0.6, value);
    }
  }
  addFileFacts(tallies, facts);
  if (isOfDay(reading, start, end) && (tallies.get('forecast')?.hints ?? 0) > 0) tallies.addFact('forecast', 0.4);
  if (facts.pages.length > 0)
    tallies.addFact('reading', isOtherwiseAsked(tallies, vocabulary) || tallies.hasVerb('extraction') ? 0.2 : 0.7);
  if (facts.pages.length > 0 && [...(tallies.get('writing')?.terms ?? [])].some((term) => BRIEF.test(term)))
    tallies.addFact('writing', 0.8);
  if (facts.pages.length > 1 && (tallies.get('writing')?.nouns ?? 0) > 0) tallies.addFact('writing', 0.8);
  if (facts.hasJourney) tallies.addFact('journey', isJourney(tallies.get('journey'), reading) ? 0.5 : 0.4);
  if (facts.hasJourney && hasProfile(reading, start, end)) tallies.addFact('journey', 0.45);
  if (facts.selector) tallies.addFact('selection', 2.2, 'selector');
  if (facts.hasList && !isOtherwiseAsked(tallies, vocabulary)) tallies.addFact('extraction', 0.9);
  if (facts.hasText)
    for (const task of ['translation', 'speech', 'embedding'] as const)
      if (tallies.get(task)) tallies.addFact(task, 0.2);
  const languages = reading.names.filter(
    (hit) =>
      hit.key.kind === 'language' &&
      hit.start >= start &&
      hit.end <= end &&
      !(hit.key.value === 'en' && isEnglish(facts)) &&
      !(hit.text === 'polish' && /^ (?:this|that|my|the|it|up)(?![a-z])/.test(reading.command.slice(hit.end))),
  );
  if (languages.length > 0 && (tallies.get('translation') !== undefined || facts.hasText)) {
    tallies.addFact('translation', languages.some((hit) => isTarget(hit, reading.command)) ? 0.55 : 0.2);
  }
  const targets = languages.filter((hit) => isTarget(hit, reading.command));
  if (languages.length > 0 && facts.hasText && !isOtherwiseAsked(tallies, vocabulary))
    tallies.addFact('translation', 0.6);
  if (targets.length > 0 && facts.pages.length + facts.sounds.length + facts.images.length > 0)
    tallies.addFact('translation', 0.6);
  if (languages.some((hit) => isPhraseFor(hit, reading.command, end)))
    tallies.addFact('translation', facts.pages.length + facts.sounds.length > 0 ? 1.2 : 0.65);
  const asked = tallies.get('translation');
  if (
    asked &&
    asked.verbs > 0 &&
    languages.length === 0 &&
    ![...asked.terms].some((term) => /transl|翻|訳|译/.test(term))
  )
    asked.facts -= 0.7;
  settleNews(tallies, facts, reading);
}

/** Titles of the news are translated with the news; what is said of an address or of prices is not news. */
function settleNews(tallies: Tallies, facts: Facts, reading: Reading): void {
  const news = tallies.get('news');
  const translation = tallies.get('translation');
  // “ドル円の為替はどうなってる” is asked of who knows it.
  const isPrice =
    tallies.hasVerb('exchange') || facts.coins.length > 0 || new Set(facts.currencies.map(({ code }) => code)).size > 1;
  if (news && isPrice && news.nouns === 0) news.verbs = 0;
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
  /(?:answer|reply|respond|answers|replies|output|result|answered|responding|answering|it's|it is|its|is|are|was|they're|spoken|recorded|speaks?|talks?|talking|written|conversation|audio) (?:all |mostly |entirely )?in $|(?:结果|回答|答案|输出|显示|返回|答复|説明|说明)(?:请|都|要|全)?(?:用|为|是)$/;

/** A long quotation in English needs no translation into it. */
const isEnglish = ({ spans }: Facts): boolean =>
  spans.some(
    ({ kind, value }) => kind === 'quote' && (value.match(/\b(?:the|and|of|to|is|that|it|for)\b/gi)?.length ?? 0) >= 6,
  );

/** Is something else asked for than to read? */
const isOtherwiseAsked = (tallies: Tallies, { findTask }: Vocabulary): boolean =>
  [...tallies.entries()].some(([tool, { verbs, marks }]) => marks > 0 || (verbs > 0 && !HARMLESS.has(findTask(tool))));

const HARMLESS: ReadonlySet<Task | undefined> = new Set<Task>(['reading', 'extraction', 'journey', 'exchange']);

/** “the Portuguese for thank you”, “goodbye in Korean”, “ありがとうを韓国語で”. */
function isPhraseFor({ start, end }: Hit, command: string, clauseEnd: number): boolean {
  if (STATED.test(command.slice(Math.max(0, start - 30), start))) return false;
  const isLast = /^[\s,]*(?:(?:please|pls|plz|thanks|thank you|[?.!。？！])[\s?.!。？！]*)?$/.test(
    command.slice(end, clauseEnd),
  );
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
    /^ ?(?:に|へ|で(?!す|書か|話さ|话|話|喋|しやべ|はなし|録音|収録|会话|书い|書い|し)|だと|ではどう|版|訳|译|翻译|怎么|for )/.test(
      command.slice(end, end + 6),
    ) ||
    /(?:訳|訳して|译|译英)$/.test(command.slice(start, end))
  );
}
