/** Removes the words of a request from a clause, which leaves its topic, place or text. */

import type { Hit, Reading } from './message.ts';
import { readOriginal } from './normalise.ts';
import { DATA } from './spans.ts';

export interface Piece {
  start: number;
  end: number;
  /** As it was written. */
  value: string;
}

interface Range {
  start: number;
  end: number;
}

/** Parts of `start`–`end` that lie in none of `taken`, with small words taken off their ends; empty ones are left out. */
export function cutPieces(
  reading: Reading,
  start: number,
  end: number,
  ranges: readonly Range[],
  isEdge: (hit: Hit) => boolean = ({ key }) => key.kind === 'polite' || key.kind === 'time',
): Piece[] {
  const edges = reading.hits.filter((hit) => hit.start >= start && hit.end <= end && isEdge(hit));
  const pieces: Piece[] = [];
  let at = start;
  for (const part of [...ranges].sort((a, b) => a.start - b.start).concat({ start: end, end })) {
    if (part.start > at) pieces.push(...stripEdges(reading, at, Math.min(part.start, end), edges));
    at = Math.max(at, part.end);
  }
  return pieces;
}

const LOOSE = /[\s&+.,、。，!?！？;；:：…~〜・()（）[\]{}「」『』“”"'‘’《》\-—–/|→*#>_]/;

function stripEdges(reading: Reading, from: number, to: number, edges: readonly Hit[]): Piece[] {
  const { command } = reading;
  const { plain } = reading.text;
  const isJapanese = reading.language === 'ja';
  let start = from;
  let end = to;
  for (let isDone = false; !isDone && start < end; ) {
    isDone = true;
    while (start < end && (LOOSE.test(command.charAt(start)) || command.charAt(start) === DATA)) start++;
    while (end > start && (LOOSE.test(command.charAt(end - 1)) || command.charAt(end - 1) === DATA)) end--;
    const head = findWidest(
      edges,
      (hit) => hit.start === start && hit.end <= end && canLead(hit, plain, end, isJapanese),
    );
    if (head) {
      start = head.end;
      isDone = false;
    }
    const tail = findWidest(
      edges,
      (hit) =>
        hit.end === end &&
        hit.start >= start &&
        !isEndOfName(hit, start, reading) &&
        canEnd(hit, plain, start, end === to),
    );
    if (tail) {
      end = tail.start;
      isDone = false;
    }
  }
  return start < end ? [{ start, end, value: readOriginal(reading.text, start, end).trim() }] : [];
}

const findWidest = (hits: readonly Hit[], fits: (hit: Hit) => boolean): Hit | undefined =>
  hits
    .filter(fits)
    .reduce<Hit | undefined>(
      (best, hit) => (best && best.end - best.start >= hit.end - hit.start ? best : hit),
      undefined,
    );

const HIRAGANA = /[ぁ-ゖ]/;

/** A small word is written in hiragana: ヘ of ヘルシンキ is not one. */
const isKatakana = ({ text, start, end }: Hit, plain: string): boolean =>
  /^[ぁ-ゖ]{1,2}$/.test(text) && /[\u30a1-\u30fa]/.test(plain.slice(start, end));

/** A single kana or character may begin a name: it is taken off only before something else than its own kind. */
function canLead(hit: Hit, command: string, end: number, isJapanese: boolean): boolean {
  if (isKatakana(hit, command) || (isJapanese && /^\p{Script=Han}$/u.test(hit.text))) return false;
  if (isJapanese && hit.text.length > 1 && HIRAGANA.test(hit.text) && !JAPANESE_LEAD.test(hit.text)) return false;
  const length = hit.end - hit.start;
  if (length > 1 || /[a-z]/.test(hit.text)) return true;
  const next = command.charAt(hit.end);
  if (HIRAGANA.test(hit.text)) return !HIRAGANA.test(next);
  return (
    end - hit.end >= 2 &&
    /[我你您飞赴的是在去到往把将给让帮请和与跟对用查看问想要会那还也就都再将上里]/.test(hit.text) &&
    !names.test(command.slice(hit.start, hit.start + 3))
  );
}

/** Japanese endings begin nothing; these words do. */
const JAPANESE_LEAD =
  /^(?:ついでに|あわせて|併せて|それから|さらに|そして|ねえ|ねぇ|すみません|あの|えつと|じやあ|では|それで|とりあえず|ちよつと|この|その|あと|それ|これ|そこ|ここ|あそこ|つて|について|とか|など|という|つていう|という|より|から|まで|でも|だけ|のみ|どう|どんな|いくつ|いま|きよう|あした|あす|あさつて|これから|このあと|あとで|ただいま|しばらく|する|して|したい|なに|なん|に関する|に関して|みたい|いく)/;

/** Names that begin with a small word. */
const names =
  /^(?:上海|上饶|上虞|上野|上田|上高|上越|上尾|里昂|里约|里斯|里加|里海|里尔|和田|和歌|会津|会昌|都江|都匀|都灵|都柏|将乐|到达|要塞|把州|再生|对马|对流|给水|还原|去中心|用户|用电|看板|就业|也门|查理|查尔|查干|想象|问答|会计|会议|在线|和平|和服|和食|再就|是枝)/;

/** “Hoi An”: a small word in capitals behind another such word. */
const isEndOfName = ({ text, start }: Hit, from: number, { text: { original, starts } }: Reading): boolean =>
  /^[a-z]{1,3}$/.test(text) &&
  start > from &&
  /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}{1,2}$/u.test(original.slice(starts[from] ?? 0, (starts[start] ?? 0) + text.length));

function canEnd(hit: Hit, command: string, start: number, isFirst: boolean): boolean {
  const length = hit.end - hit.start;
  if (isKatakana(hit, command)) return false;
  if (length > 1 || /[a-z]/.test(hit.text)) return true;
  if (hit.start === start) return true;
  // 郑和 ends like a small word: “and” stands before something else.
  if (/[和与跟]/.test(hit.text)) return isFirst && hit.start - start >= 2;
  if (HIRAGANA.test(hit.text)) {
    const before = command.charAt(hit.start - 1);
    if (!HIRAGANA.test(before)) return true;
    // かなざわ and おおさか end like small words.
    return hit.start - start >= 2 && /^[のはをにでがともへ]$/.test(hit.text);
  }
  return /[的了吗呢吧啊呀嘛是有在去到和与跟会要下得给玩逛走看来吃住这那下]/.test(hit.text) && hit.start - start >= 2;
}
