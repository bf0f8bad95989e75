/** Cuts a message where one request ends and another begins. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { type Cut, findCuts } from '../reading/cuts.ts';
import { readFacts } from '../reading/facts.ts';
import { findHits, type Reading } from '../reading/message.ts';
import { DATA } from '../reading/spans.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { type Clause, type RankedTool, rankTools } from '../scoring/ranking.ts';
import { isAboutAddress, isListFor, isMannerOf, isStyle, isWorkedOn } from './same-request.ts';

/** Below it words are about something, but ask for nothing. */
export const ASK_MIN = 0.48;

export function cutClauses(reading: Reading, vocabulary: Vocabulary): Clause[] {
  const { command } = reading;
  const clauses: Clause[] = [];
  let start = 0;
  let pending = 0;
  let cutBefore: Cut | null = null;
  const readClause = (from: number, to: number): Clause => {
    const facts = readFacts(reading, from, to);
    return { start: from, end: to, facts, ranked: rankTools(reading, vocabulary, from, to, facts) };
  };
  for (const cut of [...findCuts(reading), { at: command.length, isStrong: true }]) {
    if (cut.at <= start) {
      if (cut.isStrong) cutBefore = cut;
      continue;
    }
    const alone = readClause(start, cut.at);
    // What asks nothing by itself may ask together with what led up to it.
    const own = isAsking(alone) || pending >= start ? alone : readClause(pending, cut.at);
    const last = clauses.at(-1);
    if (!isAsking(own) && last && !startsAfresh(reading, start, cut.at, cutBefore)) {
      clauses[clauses.length - 1] = { ...last, end: cut.at };
    } else if (!isAsking(own)) {
      // Waits for the request that it belongs to.
    } else if (last && isSameRequest(last, own, cutBefore, reading)) {
      clauses[clauses.length - 1] = readClause(last.start, cut.at);
      pending = cut.at;
    } else {
      clauses.push({ ...own, start: pending });
      pending = cut.at;
    }
    if (isAsking(own) || (last && clauses.at(-1)?.end === cut.at)) pending = cut.at;
    start = cut.at;
    cutBefore = cut;
  }
  if (clauses.length === 0) return [readClause(0, command.length)];
  const tail = clauses.at(-1);
  if (tail && tail.end < command.length) clauses[clauses.length - 1] = { ...tail, end: command.length };
  return mergeNeighbours(
    clauses.map(({ start: from, end }) => readClause(from, end)),
    readClause,
  );
}

/** Neighbours that turn out to ask for the same are one request. */
function mergeNeighbours(clauses: readonly Clause[], readClause: (from: number, to: number) => Clause): Clause[] {
  const requests: Clause[] = [];
  for (const clause of clauses) {
    const last = requests.at(-1);
    const isSame =
      last && findTop(last) !== undefined && findTop(last)?.tool === findTop(clause)?.tool && !isAnother(last, clause);
    if (last && isSame) requests[requests.length - 1] = readClause(last.start, clause.end);
    else requests.push(clause);
  }
  return requests;
}

const findTop = ({ ranked }: Clause): RankedTool | undefined => ranked[0];

const isAsking = (clause: Clause): boolean => (findTop(clause)?.score ?? 0) >= ASK_MIN;

/** A sentence that asks nothing may lead up to the next one: “Flying to Lisbon. What is the forecast there?” */
function startsAfresh(reading: Reading, start: number, end: number, cut: Cut | null): boolean {
  if (!cut?.isStrong) return false;
  const next = reading.command.slice(end, end + 60);
  return (
    /(?:^|[^a-z])(?:there|that place|that city)(?![a-z])|那边|那里|那儿|当地|そこ|そちら|现地|現地/.test(next) &&
    start > 0
  );
}

/** Is it one request with the clause before? */
function isSameRequest(last: Clause, own: Clause, cut: Cut | null, reading: Reading): boolean {
  const [before, now] = [findTop(last), findTop(own)];
  if (!before || !now) return false;
  if (before.tool === now.tool) return !isAnother(last, own);
  if ((isOnlyNamed(last, reading) && !isNextOne(cut, reading)) || isOnlyData(own, reading)) return true;
  // “次のメール、フランス語にして”: what it is done with.
  if (before.task === 'writing' && !before.isAsked && now.isAsked && own.facts.hasText && now.isOpen) return true;
  if (isMannerOf(before, now, own, reading) || isListFor(before, now, last, own, cut)) return true;
  if (isStyle(before, now, reading)) return true;
  if (isAboutAddress(before, now, last, own) && !isWorkedOn(before, last, reading)) return true;
  if (isTitleTranslation(before, now, own, cut, reading)) return true;
  if (
    reading.language === 'ja' &&
    !cut?.isStrong &&
    !before.isAsked &&
    now.isAsked &&
    !/(?<!つい|おい|とし)[てで][、,\s]*$/.test(reading.command.slice(last.start, last.end)) &&
    isOnlyAsk(own, reading)
  )
    return true;
  if (before.task === 'article' && before.variant === null && now.task === 'writing') return true;
  if (cut?.isStrong) return false;
  if (reading.language === 'ja') return !now.isAsked && before.isAsked && before.isOpen && now.score < 1;
  return (
    before.isOpen &&
    before.isAsked &&
    !startsWithAsk(now, own) &&
    !IMPERATIVE.test(reading.command.slice(own.start, own.end))
  );
}

/** “…, 另外…”: whatever came before was a request of its own. */
const isNextOne = (cut: Cut | null, { command }: Reading): boolean =>
  cut !== null &&
  /^(?:另外|顺便|还有|以及|此外|外加|同时|それと|ついで|あわせて|また、|さらに)/.test(command.slice(cut.at));

/** “feed tool, find …”, “31.2, 121.5, …”: nothing but a source or data, which the next part is about. */
function isOnlyNamed(clause: Clause, reading: Reading): boolean {
  const top = findTop(clause);
  const isBare = top !== undefined && !top.isAsked && clause.facts.spans.length > 0 && !clause.facts.hasText;
  return (
    (isBare || (top?.variant != null && !hasOwnTopic(top, clause))) &&
    countUncovered(clause, reading, /^(?:mark|polite|back)$/) <= 1
  );
}

/** “事典で「百年戦争」を調べて”: all that it needs. */
const hasOwnTopic = ({ task }: RankedTool, { facts }: Clause): boolean =>
  facts.hasText && (task === 'article' || task === 'search' || task === 'news');

/** How many letters and digits of a clause lie in no word of these kinds. */
function countUncovered({ start, end }: Clause, reading: Reading, kinds: RegExp): number {
  const covered = findHits(reading, start, end).filter(({ key }) => kinds.test(key.kind));
  return [...reading.command.slice(start, end)].filter((unit, at) => {
    const place = start + at;
    return /[\p{L}\p{N}]/u.test(unit) && !covered.some((hit) => place >= hit.start && place < hit.end);
  }).length;
}

const isOnlyData = ({ start, end }: Clause, { command }: Reading): boolean =>
  command.slice(start, end).includes(DATA) && !/[\p{L}\p{N}]/u.test(command.slice(start, end));

/** “…について、ネットで調べて”: the verb, at the end, without anything of its own. */
const isOnlyAsk = (clause: Clause, reading: Reading): boolean =>
  countUncovered(clause, reading, /^(?:verb|noun|hint|mark|polite|time)$/) <= 1;

/** “…, translated into Chinese”: news translate their own titles into three languages. */
function isTitleTranslation(
  before: RankedTool,
  now: RankedTool,
  own: Clause,
  cut: Cut | null,
  { hits, command }: Reading,
): boolean {
  if (before.task !== 'news' || now.task !== 'translation' || cut?.isStrong || own.facts.hasText) return false;
  if (/(?:^|[^a-z])(?:them|it)(?![a-z])|それ|它/.test(command.slice(own.start, own.end))) return false;
  return hits.some(
    ({ key, start, end }) =>
      key.kind === 'language' && /^(?:en|ja|zh)/.test(key.value) && start >= own.start && end <= own.end,
  );
}

/** The same job on something else, such as a second text into a second language. */
const isAnother = (last: Clause, own: Clause): boolean =>
  ONE_BY_ONE.has(findTop(own)?.task) && last.facts.spans.length > 0 && own.facts.spans.length > 0;

const ONE_BY_ONE: ReadonlySet<Task | undefined> = new Set<Task>([
  'translation',
  'picture',
  'transcript',
  'article',
  'address',
]);

const IMPERATIVE =
  /^[\s,]*(?:and |then |also )*(?:please )?(?:read|say|speak|tell|give|show|find|get|look|check|convert|turn|make|write|list|put|send|search|summari[sz]e|explain|describe|translate|transcribe|narrate|voice|fetch|extract|embed|compare|calculate|what|how|is|will)(?![a-z])/;

const startsWithAsk = ({ first, isAsked, score }: RankedTool, { start }: Clause): boolean =>
  (isAsked && first - start <= 14) || score >= 1.2;
