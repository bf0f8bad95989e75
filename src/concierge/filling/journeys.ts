/** From where to where: the two ends of a way, by the words around them. */
import type { Reading } from '../reading/message.ts';
import { cutPieces, type Piece } from '../reading/pieces.ts';

export interface Journey {
  origin: Piece;
  destination: Piece;
}

const LATIN_END =
  '(?=[.,;!?\\n]|$| [-–—] | (?:by|on|with|via|using|please|pls|take|takes|and|in|if|for|at|including|considering|avoiding|right|now|today|tomorrow|while|when|is|are|would|will|should|as|given|what|how|walking|driving|cycling|without|leaving|then|taking|but)(?![a-z]))';
const forms: readonly (readonly [RegExp, 'ab' | 'ba'])[] = [
  [
    new RegExp(
      `(?:^|[^a-z])from ([^;!?\\n]{1,90}?) (?:to|towards|until|till|up to|over to) ([^;!?\\n]{1,90}?)${LATIN_END}`,
    ),
    'ab',
  ],
  [new RegExp(`(?:^|[^a-z])between ([^;!?\\n]{1,90}?) and ([^;!?\\n]{1,90}?)${LATIN_END}`), 'ab'],
  [
    new RegExp(
      `how far (?:away )?(?:is )?(?!it |that )([^;!?\\n]{2,60}?) (?:is )?(?:away )?from ([^;!?\\n]{1,60}?)${LATIN_END}`,
    ),
    'ba',
  ],
  [
    new RegExp(
      `(?:^|[^a-z])(?:get to|go to|to|reach|drive to|walk to|cycle to|getting to) ([^;!?\\n]{1,90}?) (?:starting )?from ([^;!?\\n]{1,90}?)${LATIN_END}`,
    ),
    'ba',
  ],
  [/([^、。!?！？\n]{1,40}?)から([^、。!?！？\n]{1,40}?)(?:まで|への|へ(?![、。])|に(?=行|向|着|歩)|までの)/, 'ab'],
  [
    /(?:从|從|由|自)([^，。!?！？\n]{1,40}?)(?:出发|出發)?[,，]?(?:步行|走路|自驾|自駕|(?:骑|騎|踩|开|開|驾|駕|坐|搭|乘|打)[^，。到去往至\n]{1,4})?(?: to |到|去|至|前往|往|走到|开到|開到|骑到|騎到)([^，。!?！？、,\n]{1,40})/,
    'ab',
  ],
  [/([^，。!?！？\n]{2,24}?)(?:到|至|去)([^，。!?！？、,\n]{2,30})/, 'ab'],
  [/([^、。!?！？\n]{1,30}?)発[、,・ ]{0,2}([^、。!?！？\n]{1,30}?)(?:行き|行|着)/, 'ab'],
  [
    /(?:出発(?:地|点)?|起点|出发地|出發地)[はが:：是为為]?([^、，。!?！？\n]{1,30})[、，, ]{1,2}(?:目的地|到着地?|行き先|终点|終點|終点)[はが:：是为為]?([^、，。!?！？\n]{1,30}?)(?=[、，。!?！？\n]|で|$)/,
    'ab',
  ],
  [/([^、。!?！？\n]{1,40}?)から([^、。!?！？\n]{1,24}?)(?:って|つて|は|、)?(?=歩|徒歩|车で|車で|自転)/, 'ab'],
  [
    new RegExp(
      `(?:i'm|i am|we're|we are|starting|start|currently|staying) (?:at|in|from) ([^;!?\\n]{1,60}?)(?:[,.]| and| -)[^;!?\\n]{0,40}? (?:be at|be in|to(?! be)|reach) ([^;!?\\n]{1,60}?)${LATIN_END}`,
    ),
    'ab',
  ],
  [/([^、。!?！？\n]{1,40}?)まで(?:は|、)?([^、。!?！？\n]{1,40}?)から/, 'ba'],
  [/([^、。!?！？\n]{1,40}?)と([^、。!?！？\n]{1,40}?)(?:の間|間の|の间|间の)/, 'ab'],
  [new RegExp(`([\\p{L}][^;!?\\n,]{1,60}?)(?: to | ?(?:→|->|⇒|=>|–) ?)([^;!?\\n]{1,60}?)${LATIN_END}`, 'u'), 'ab'],
];

const WAY_CHARS_MAX = 400;

/** Null where one of the ends is missing. Quoted ends and coordinates are ends as well. */
export function findJourney(reading: Reading, start: number, end: number): Journey | null {
  const literal = findLiteralJourney(reading, start, end);
  if (literal) return literal;
  const last = Math.min(end, start + WAY_CHARS_MAX);
  const part = reading.text.plain.slice(start, last);
  const request = reading.command.slice(start, last);
  const quote = showQuoted(part, request);
  for (const [form, order] of forms) {
    for (let from = 0, tries = 0; from < quote.length && tries < TRIES_MAX; tries++) {
      const match = form.exec(quote.slice(from));
      if (!match) break;
      const [first, second] = [1, 2].map((group) => locateGroup(match, group));
      const [origin, destination] = first && second ? readEnds(reading, start + from, first, second, order) : [];
      if (origin && destination) return { origin, destination };
      // “それから東京駅から…”: the words may stand once more, around names.
      from += match.index + Math.max(1, (first?.end ?? 0) - match.index);
    }
  }
  return null;
}

const TRIES_MAX = 3;

/** What leads up to a way stands before its first end, what it is asked about behind its second one. */
function readEnds(
  reading: Reading,
  from: number,
  first: { start: number; end: number },
  second: { start: number; end: number },
  order: 'ab' | 'ba',
): (Piece | null)[] {
  const ends = [first, second].map((at, index) => readEnd(reading, from + at.start, from + at.end, index === 0));
  return order === 'ab' ? ends : ends.reverse();
}

/** Quoted names count, addresses of pages do not. */
const showQuoted = (plain: string, command: string): string =>
  plain.length === command.length
    ? Array.from({ length: plain.length }, (_, at) =>
        command.charCodeAt(at) === 0xfffc ? plain.charAt(at) : command.charAt(at),
      ).join('')
    : command;

function locateGroup(match: RegExpExecArray, group: number): { start: number; end: number } | null {
  const text = match[group];
  if (text === undefined) return null;
  const before = group === 2 ? match[0].indexOf(match[1] ?? '') + (match[1]?.length ?? 0) : 0;
  const at = match[0].indexOf(text, before);
  return at < 0 ? null : { start: match.index + at, end: match.index + at + text.length };
}

function findLiteralJourney(reading: Reading, start: number, end: number): Journey | null {
  const points = reading.spans.filter(
    (span) => (span.kind === 'coordinates' || span.kind === 'quote') && span.start >= start && span.end <= end,
  );
  const [first, second] = points;
  if (!first || !second || points.length > 2) return null;
  const between = reading.command.slice(first.end, second.start);
  const isBackwards = /^ ?from ?$/.test(between.trim());
  const [origin, destination] = isBackwards ? [second, first] : [first, second];
  return { origin, destination };
}

/** One end without the words about how to go there. */
function readEnd(reading: Reading, start: number, end: number, isFirst: boolean): Piece | null {
  const quoted = reading.spans.find((span) => span.start >= start && span.end <= end);
  if (quoted) return { start: quoted.start, end: quoted.end, value: quoted.value };
  const about = reading.hits.filter(
    (hit) =>
      hit.start >= start &&
      hit.end <= end &&
      ('tool' in hit.key
        ? hit.key.task === 'journey' &&
          hit.key.kind !== 'hint' &&
          !(hit.text === '步行' && /^[街道桥橋区區者]/.test(reading.command.slice(hit.end)))
        : hit.key.kind === 'time' && hit.text.length > 1),
  );
  const pieces = cutPieces(reading, start, end, about, ({ key }) => key.kind === 'polite' || key.kind === 'time');
  const namedPieces = pieces.filter(({ value }) => /\p{L}/u.test(value));
  const likely = namedPieces.filter(({ value }) => [...value].length >= 2);
  return (isFirst ? likely.at(-1) : likely[0]) ?? namedPieces[0] ?? null;
}
