/** Text that a message brings without quotation marks: behind a colon, below an empty line, or above the request. */
import type { Subject } from '../../kernel/tool/lexicon.ts';
import type { Hit } from './message.ts';
import { DATA } from './spans.ts';
import type { Vocabulary } from './vocabulary.ts';

const isAsk = ({ key }: Hit): boolean => key.kind === 'verb' || key.kind === 'mark';

/** The last request in a part of the message, where it is for a tool that takes such a subject. */
export function findLastAsk(
  hits: readonly Hit[],
  { start, end }: { start: number; end: number },
  subject: Subject,
  { findUsual, takes }: Vocabulary,
) {
  const asks = hits.filter((hit) => hit.end <= end && hit.start >= start && isAsk(hit));
  const fits = ({ key }: Hit): boolean => 'tool' in key && takes(findUsual(key.tool), subject);
  const marked = asks.find(({ key }) => key.kind === 'mark');
  // A source that is named decides, whatever else is said.
  if (marked) return fits(marked) ? marked : undefined;
  return asks.filter(fits).at(-1);
}

const HEADS_MAX = 24;

/** After a colon or a line end that follows a request for work on a text; or before one that says “above”. */
export function findPasted(
  whole: string,
  hits: readonly Hit[],
  vocabulary: Vocabulary,
  quotes: readonly { start: number }[],
): { start: number; end: number } | null {
  const tail = /\n[^\n]*(?:above|上記|上の文|上の文章|以上の|上面|上文|前面这段)[^\n]*$/.exec(whole);
  if (tail && tail.index > 0 && findLastAsk(hits, { start: tail.index, end: whole.length }, 'text', vocabulary)) {
    return trimPasted(whole, 0, tail.index);
  }
  const below = findPastedBelow(whole);
  if (below) return below;
  for (const { index } of [...whole.matchAll(/[::]|\n+/g)].slice(0, HEADS_MAX)) {
    const rest = whole.slice(index + 1).trimStart();
    const head = whole.slice(0, index);
    const isLine = whole.charAt(index) === '\n';
    if (rest === '' || rest.slice(0, 8).includes(DATA) || /^\/\//.test(rest)) continue;
    if (head.includes(DATA) && (isLine || !/[。.!?！？、,，;；]/.test(head))) continue;
    const ask = findLastAsk(hits, { start: 0, end: index }, 'text', vocabulary);
    if (!ask || (/^[0-9]/.test(rest) && isParameter(hits, index))) continue;
    if (isLine && whole.slice(index + 1).search(/\S/) < 0) continue;
    if (isAboutQuote(whole, quotes, index + 1, hits)) continue;
    return trimPasted(whole, index + 1, whole.length);
  }
  return null;
}

/** “配音用：X，台词是“…””: a tool or a parameter is named before what is quoted. */
function isAboutQuote(
  whole: string,
  quotes: readonly { start: number }[],
  from: number,
  hits: readonly Hit[],
): boolean {
  const quote = quotes.find(({ start }) => start >= from);
  if (!quote) return false;
  const isNamed = hits.some(({ key, start, end }) => key.kind === 'mark' && start >= from && end <= quote.start);
  return isNamed || /[^\s:：][:：]\s*$/.test(whole.slice(from, quote.start));
}

/** “this ramble”, “the following notice”: what is worked on stands below. */
const BELOW =
  /(?<![a-z])(?:(?:this|these|the following|the next|my|our|his|her|their|attached|enclosed) (?:[a-z-]+ ){0,3}?(?:texts?|notes?|ramble|rant|drafts?|e-?mails?|mails?|letters?|notices?|messages?|articles?|paragraphs?|passages?|paste|transcripts?|minutes|posts?|speech|stor(?:y|ies)|reviews?|reports?|memos?|logs?|essays?|bio|announcements?|statements?|sentences?|lines|words|lists?|snippets?|code|function|contract|clauses?|terms|policy|description|blurb|poem|lyrics|feedback|comments?|threads?|chat|conversation|cv|resume|pitch|scribbles?|thoughts|dump|excerpts?|extracts?|quotes?|abstract|chapter|copy|recipe|invitation|complaint|apology|reply|answers?|response|instructions?)|here goes|here it is|here you go|here it comes|(?:texts?|notes?|e-?mails?|letters?|messages?|articles?|paragraphs?|passages?|transcripts?|minutes|lines|lists?|thread|draft|story|report|review|comments|statement|stuff|everything|what is|what's) (?:that follows?|below|underneath|beneath|pasted)|(?:below|following)[^.!?\n]{0,40}$|(?:this|that|these)(?: (?:up|down|out|so|for|into|in|to|more|better|shorter|nicer)[^.!?\n]{0,80})?[^.!?\n]{0,40}[.!?:]*$)/;
const HEAD_MAX = 400;
const PASTE_MIN = 60;
/** So much below an empty line is hardly a request. */
const LONG_PASTE = 350;

/** Below an empty line, or a line end and a colon, where what stands above says so. */
function findPastedBelow(whole: string): { start: number; end: number } | null {
  const at = /:[^\S\n]*\n|\n[^\S\n]*\n/.exec(whole.slice(0, HEAD_MAX));
  if (!at) return null;
  const below = trimPasted(whole, at.index + at[0].length, whole.length);
  if (!below || /^[1-9][.)]/.test(whole.slice(below.start))) return null;
  const length = below.end - below.start;
  const quoted = whole.slice(below.start, below.end).split(DATA).length - 1;
  const isSaid = BELOW.test(whole.slice(0, at.index).trimEnd());
  return quoted < length * 0.8 && length >= (isSaid ? PASTE_MIN : LONG_PASTE) ? below : null;
}

/** “limit: 3” is not the head of a text. */
const isParameter = (hits: readonly Hit[], colon: number): boolean =>
  hits.some(({ key, end }) => key.kind === 'unit' && end === colon);

/** Parameters that follow a pasted text and aren't part of it. */
const PARAMETERS =
  /(?<![\s,.?!。、？！;(])[\s,.?!。、？！;(]+(?:(?:max[_ ]?tokens?|temperature|温度|(?:最大|最多|不超过|上限)(?= ?[0-9]{1,5} ?(?:个 ?)?(?:token|とーくん)))[^0-9\n]{0,8}[0-9.]{1,6}(?: ?个)? ?(?:tokens?|とーくん)?[\s.,、)。にでし]{0,6}){1,3}$/;

function trimPasted(whole: string, from: number, to: number): { start: number; end: number } | null {
  let start = from;
  const parameters = PARAMETERS.exec(whole.slice(from, to));
  let end = parameters ? from + parameters.index : to;
  while (start < end && /[\s—–-]/.test(whole.charAt(start))) start++;
  while (end > start && /\s/.test(whole.charAt(end - 1))) end--;
  return start < end ? { start, end } : null;
}
