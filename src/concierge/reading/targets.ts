/** Finds lists of things of one kind: “Paris, Tokyo and Rome”, 東京と大阪, 北京和上海. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Hit, Reading } from './message.ts';
import { cutPieces, type Piece } from './pieces.ts';

/** Of one kind, as many of them run. */
export const TARGETS_MAX = 3;

const SMALL_BETWEEN = / |(?:in)?to|the|for|in|also|多少|何/g;
const BETWEEN =
  /^(?:[,、，&?？]|and|or|plus|aswellas|versus|vs\.?|と|や|か|および|及び|または|和|跟|与|及|以及|还有|或者?)+$/;

/** “EUR, JPY and GBP”, 英語と中国語: does nothing stand between the two but what joins them? */
export const isInRow = (command: string, one: { end: number }, other: { start: number }): boolean =>
  BETWEEN.test(command.slice(one.end, other.start).replace(SMALL_BETWEEN, ''));

/** Words of the request that may stand around a name, such as “weather in”, times, and words of other requests. */
const OWN = '\ue001';
const TIME = '\ue002';
const OTHER = '\ue003';

const JOINS = {
  en: /,(?: (?:and|or)(?= ))?|(?<= )(?:and|or|versus|vs\.?|plus|then|with|&)(?= )|\//gi,
  ja: /[、,，&]|と|や|および|及び/g,
  zh: /[、&]|以及|还有|和|跟|与|及/g,
} as const;
const WORD = "\\p{L}[\\p{L}\\p{M}'’.-]{0,39}";
const CAPITAL = WORD.replace('L', 'Lu');
const CAPITALS = `${CAPITAL}(?:,? (?:(?:de|del|da|la|le|el|al|of|upon|on|am|an|the) )?${CAPITAL}){0,6}`;
const WORDS = `${WORD}(?:,? ${WORD}){0,2}`;
const EASTERN = '(?:[\\p{Script=Han}ァ-ヺー・々]{2,40}|\\p{Script=Latin}{2,40}(?: \\p{Script=Latin}{2,40}){0,2})';

/** The first words of names that have “and” in them. */
const PAIR = /(?:antigua|bosnia|trinidad|kitts|tome|turks|wallis|pierre|svalbard|vincent)$/;
/** “the corner of King and Queen Street”, “the Museum of Science and Industry”: one place. */
const ONE_PLACE =
  /corner|intersection|crossing|between|junction|museum|gallery|institute|college|school|hospital|theat|church|hotel|street|avenue|park|station|tower/;

const ROW_MAX = 20;

interface Part {
  start: number;
  end: number;
  /** What joins it to the next. */
  join: string;
}

type Tasks = ReadonlySet<Task | undefined>;

/** `piece` and what stands in a row with it, in order; `piece` alone where nothing does. */
export function findRow(piece: Piece, tasks: Tasks, reading: Reading): Piece[] {
  const { language, command, spans } = reading;
  if (!tasks.has('forecast') && language === 'en' && ONE_PLACE.test(command)) return [piece];
  if (spans.some(({ start, end }) => start >= piece.start && end <= piece.end)) return [piece];
  const text = maskWords(reading, tasks, piece);
  const parts = splitParts(text, reading);
  const at = parts.findIndex(({ start, end }) => piece.start >= start && piece.start < end);
  const own = parts[at];
  if (!own) return [piece];
  const form = createNameForms(/^\p{Lu}/u.test(text.slice(piece.start)), language);
  // “Paris, France” and “Trinidad and Tobago” are longer than what the rules cut out.
  const whole = /^(?:, \p{Lu}[\p{L} ]*| (?:and|&) \p{Lu}\p{L}+)?/u.exec(text.slice(piece.end, own.end))?.[0] ?? '';
  const first = { start: piece.start, end: Math.min(piece.end + whole.trimEnd().length, own.end) };
  const row = [first];
  let joins = '';
  let isOpen = isPadding(text.slice(first.end, own.end));
  for (let i = at + 1; isOpen && parts[i] && row.length < ROW_MAX; i++) {
    const { start, end } = parts[i] ?? own;
    const match = form.first.exec(text.slice(start, end));
    const rest = text.slice(start + (match?.[0].length ?? 0), end);
    // 東京の天気とホテル: what follows such a word has one of its own.
    const isOther = language !== 'en' && text.slice(first.end, start).includes(OWN) && !rest.includes(OWN);
    if (!match || isOther || !isNameEnd(rest)) break;
    joins += parts[i - 1]?.join ?? '';
    const to = start + match[0].length;
    row.push({ start: to - (match[1]?.length ?? 0), end: to });
    isOpen = isPadding(rest);
  }
  isOpen = /^ ?$/.test(text.slice(own.start, first.start));
  for (let i = at - 1; isOpen && i >= 0 && row.length < ROW_MAX; i--) {
    const { start, end, join } = parts[i] ?? own;
    const ending = form.last.exec(text.slice(start, end));
    if (!ending) break;
    joins += join;
    row.unshift({ start: start + ending.index, end: start + ending.index + (ending[1]?.length ?? 0) });
    isOpen = ending.index <= 1;
  }
  const pieces = row.flatMap((one) => cutPieces(reading, one.start, one.end, []));
  const isRow = pieces.length > 1 && (!/^[, /]*$/.test(joins) || pieces.every((one) => isKnown(one, reading)));
  if (!isRow) return / (?:and|&) /.test(whole) ? pieces.slice(0, 1) : [piece];
  return pieces.filter(({ value }, i) => pieces.findIndex((other) => other.value === value) === i);
}

/** The message with its letters as they were written, and words of requests masked. */
function maskWords({ text, hits, language, command }: Reading, tasks: Tasks, piece: Piece): string {
  const units = Array.from({ length: text.plain.length }, (_, at) => {
    const character = text.original.charAt(text.starts[at] ?? 0);
    return character.toLowerCase() === text.plain.charAt(at) ? character : text.plain.charAt(at);
  });
  const joining = command.includes('compar')
    ? /^(?:and|or|plus|then|also|versus|vs|with)\b/
    : /^(?:and|or|plus|then|also|versus|vs)\b/;
  for (const hit of hits) {
    const isOutside =
      hit.end <= piece.start || hit.start >= piece.end || (hit.key.kind === 'time' && hit.start > piece.start);
    if (!isOutside || joining.test(hit.text) || (language !== 'en' && hit.text.length < 2)) continue;
    const mark = chooseMark(hit, tasks, /^\p{Lu}/u.test(units[hit.start] ?? ''));
    if (mark) units.fill(mark, hit.start, hit.end);
  }
  return units.join('');
}

/** A name may be a word of any kind that has a capital: Nice, Bath, Reading. */
function chooseMark({ key }: Hit, tasks: Tasks, isCapital: boolean): string | null {
  const { kind } = key;
  if (kind === 'region' || kind === 'state') return null;
  if (kind === 'time') return TIME;
  if ('tool' in key && tasks.has(key.task) && kind !== 'mark') return kind === 'hint' && isCapital ? null : OWN;
  if (kind === 'polite' || kind === 'back' || kind === 'greeting') return isCapital ? null : OWN;
  return isCapital && /^(?:hint|value|unit|elsewhere)$/.test(kind) ? null : OTHER;
}

function splitParts(text: string, reading: Reading): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const { 0: join, index } of text.matchAll(JOINS[reading.language])) {
    const before = text.slice(Math.max(start, index - 60), index);
    const after = text.slice(index + join.length);
    // 呼和浩特 and やまと begin like two names.
    const isInName =
      /^[和跟与及とや]$/.test(join) && (!/\p{L}{2}|[\ue001\ue002の的]$/u.test(before) || /^[ぁ-ん]/.test(after));
    const isPair = /and|&/.test(join) && PAIR.test(before.trim().toLowerCase());
    if (isInName || isPair || (join === ',' && isRegionOf(before, index + 1, reading))) continue;
    parts.push({ start, end: index, join });
    start = index + join.length;
  }
  return [...parts, { start, end: text.length, join: '' }];
}

/** “Paris, Texas”: one place, unless both are known as cities or the first is a country as well. */
function isRegionOf(before: string, at: number, { hits, text }: Reading): boolean {
  const region = hits.find(
    ({ key, start }) => (key.kind === 'region' || key.kind === 'state') && start >= at && start <= at + 1,
  );
  const isCountry = hits.some(
    (hit) => hit.key.kind === 'region' && hit.end === at - 1 && text.folded.startsWith(hit.text, hit.start),
  );
  if (!region || isCountry) return false;
  return (
    !isCity(text.plain.slice(region.start, region.end)) || !isCity(/(?<![\p{L} ])[\p{L} ]+$/u.exec(before)?.[0] ?? '')
  );
}

/** Without a word between, commas join only what is known: “Baker Street, London” is one. Elsewhere they mean “and”. */
const isKnown = ({ value, start: at }: Piece, { hits, language }: Reading): boolean =>
  language !== 'en' || isCity(value) || hits.some(({ key, start }) => key.kind === 'region' && start === at);

const cities = new Set<string>();

/** Cities that time zones are named after: the big ones of each country. */
function isCity(name: string): boolean {
  if (cities.size === 0) {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      cities.add(
        zone
          .slice(zone.lastIndexOf('/') + 1)
          .replaceAll('_', ' ')
          .toLowerCase(),
      );
  }
  return cities.has(name.trim().toLowerCase());
}

const isPadding = (text: string): boolean => /^[\ue001\ue002 のは的]*(?:\? ?)?$/.test(text);

/** Not “Paris and Bob wants …”, and not 大阪のニュース. */
const isNameEnd = (text: string): boolean =>
  /^(?: ?[\ue001\ue002]|[のはがでにも的.。!?！？:;；)）]|どっち|どちら|哪|谁| ?$| (?:compared?|both|too|respectively)(?![a-z]))/.test(
    text,
  ) && !/^[ のは的]{0,2}\ue003/.test(text);

function createNameForms(isCapital: boolean, language: Reading['language']): { first: RegExp; last: RegExp } {
  const isLatin = language === 'en';
  const name = isLatin ? (isCapital ? CAPITALS : WORDS) : EASTERN;
  return {
    first: new RegExp(`^[${isLatin ? OWN : 'の'}${TIME} ]*(${name})`, 'u'),
    last: new RegExp(`(?<!\\p{L})(${name})[${OWN}${TIME} のは的]*$`, 'u'),
  };
}
