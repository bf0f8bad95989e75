/** Places by where they stand in a sentence; no list of places is needed. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import type { Hit, Reading } from './message.ts';
import { cutPieces, type Piece } from './pieces.ts';

/** Words of the tools that are not part of a place; a place may be named like a hint or an everyday word. */
function isNoPlace(
  { key, text, start, end }: Hit,
  tasks: ReadonlySet<Task | undefined>,
  { command, ...reading }: Reading,
): boolean {
  if (key.kind === 'time') return true;
  if (key.kind === 'language') return /[用以]$/.test(command.slice(0, start)) || /^で/.test(command.slice(end));
  if (!('tool' in key) || !tasks.has(key.task) || key.kind === 'unit' || key.kind === 'value') return false;
  if (key.kind === 'hint' && start > 0 && isCapitalAt(reading, start)) return false;
  // 雷 of 雷克雅未克; 雨大 is not a place.
  const isInName =
    /\p{Script=Han}/u.test(command.charAt(end)) &&
    (/\p{Script=Han}/u.test(command.charAt(start - 1)) ||
      !/[大小很停会不多量天季势伞衣风下的有吗要]/.test(command.charAt(end)));
  return text.length > 1 || (key.kind !== 'hint' && !isInName);
}

const PREPOSITION =
  /(?:^|[^a-z])(in|at|on(?= [0-9])|for|near|around|to|over|of|visiting|visit|outside of|across|reaching|from|into|towards|within)(?= )/g;
const STOP_WORDS =
  /(?:(?<!(?:^| )(?:st|mt|ft|pt|ste))\.(?= |$)|[?!;:()\n]|,(?! ?[a-z])| - | (?:and|or|but|so|if|when|while|because|then|on|by|with|during|is|will|are|was|be|should|would|could|can|do|does|look|looks|looking|like|please|pls|plz|thanks|right|going|gonna|that|which|who|for|before|after|until|till|from|to|this|next|at|around|over|in|as|i|we|you|my|the weather|wear|bring|pack|need|get|got|expect|expected|about|have|has|later|all|go|stay|feel|feels|feeling|it|using|via|free|only|just|according|without|today|also|plus|what|whats|how)(?![a-z'’]))/;

/** The place that a question in English, Japanese or Chinese is about; null where none is named. */
export function findPlace(
  reading: Reading,
  start: number,
  end: number,
  tasks: ReadonlySet<Task | undefined>,
  parameters: readonly { start: number; end: number }[],
): Piece | null {
  const { command, hits, numbers } = reading;
  const within = hits.filter((hit) => hit.start >= start && hit.end <= end);
  const ranges = [
    ...parameters,
    ...within.filter((hit) => isNoPlace(hit, tasks, reading)),
    ...numbers.filter(
      (n) =>
        n.start >= start &&
        n.end <= end &&
        /^(?:度|°|℃|日|月|时|点|分|天|号|hours|days|:)/.test(command.slice(n.end, n.end + 5).trimStart()),
    ),
  ];
  const pieces = cutPieces(
    reading,
    start,
    end,
    ranges,
    ({ key }) => key.kind === 'polite' || key.kind === 'time' || key.kind === 'back',
  );
  const latin = tasks.has('forecast') ? findLatinPlace(reading, start, end, ranges) : null;
  if (latin) return latin;
  const best = chooseName(reading, pieces, tasks.has('forecast')) ?? findLatinPlace(reading, start, end, ranges);
  return best && stripRequest(best, reading);
}

const REQUEST_BEHIND =
  /,? (?:and|with|so|then|plus|including) (?:please |also |then )?(?:give|show|tell|return|include|send|list|find|get|what|how|its?|their|the|full|all|use|keep|limit|return|confidence|time ?zone|i|we|me|no|only|just)(?![a-z]).*$/s;
const NAME_BEHIND =
  /^(?:[a-z'’]+ )+?(?:is|are|was|for|on|where|called|named|address|place|of|me|to|at|near) (?=\p{Lu})/u;

/** “Springfield and give me the top …”, “timezone for Plaza de Cibeles”. */
function stripRequest(piece: Piece, { text, language }: Reading): Piece {
  if (language !== 'en') return piece;
  const behind = REQUEST_BEHIND.exec(piece.value)?.[0].length ?? 0;
  const before = NAME_BEHIND.exec(piece.value)?.[0].length ?? 0;
  const [start, end] = [piece.start + before, piece.end - behind];
  if (end - start < 2 || (before === 0 && behind === 0)) return piece;
  return { start, end, value: text.original.slice(text.starts[start] ?? 0, text.starts[end]).trim() };
}

/** After a preposition, up to the next small word. Capitals decide between several. */
function findLatinPlace(
  reading: Reading,
  start: number,
  end: number,
  ranges: readonly { start: number; end: number }[],
): Piece | null {
  const part = reading.command.slice(start, end);
  const candidates: (Piece & { weight: number })[] = [];
  for (const match of part.matchAll(PREPOSITION)) {
    const from = start + match.index + match[0].length + 1;
    const rest = reading.command.slice(from, end);
    const stop = Math.min(
      ...[rest.search(STOP_WORDS), findNextTaken(ranges, from) - from, rest.length].filter((at) => at >= 0),
    );
    const pieces = cutPieces(
      reading,
      from,
      from + stop,
      ranges,
      ({ key }) => key.kind === 'polite' || key.kind === 'time' || key.kind === 'back',
    );
    const [piece] = pieces;
    if (!piece || piece.start - from > 6 || !/[\p{L}]/u.test(piece.value)) continue;
    const place = keepRegion(piece, reading);
    if (isNoName(place, reading)) continue;
    candidates.push({ ...place, weight: weighPlace(place, match[1] ?? '') });
  }
  const best = candidates.reduce<(Piece & { weight: number }) | null>(
    (a, b) => (a && a.weight >= b.weight ? a : b),
    null,
  );
  return best && { start: best.start, end: best.end, value: best.value };
}

const findNextTaken = (ranges: readonly { start: number; end: number }[], from: number): number =>
  Math.min(...ranges.filter(({ start }) => start >= from).map(({ start }) => start), Number.MAX_SAFE_INTEGER);

/** “Long” of “Long Street”; what is all in capitals tells nothing. */
const isCapitalAt = ({ text: { original, starts } }: Pick<Reading, 'text'>, at: number): boolean =>
  /^\p{Lu}\p{Ll}/u.test(original.slice(starts[at] ?? 0, (starts[at] ?? 0) + 2));

const isCapital = (value: string): boolean => /^[\p{Lu}\p{Lt}]/u.test(value) || /^[^\p{Script=Latin}]/u.test(value);

function weighPlace({ value }: Piece, preposition: string): number {
  const words = value.split(' ').length;
  const near = /^(in|at|near|around|visiting|visit)$/.test(preposition)
    ? 1
    : /^(for|to|of|over|across)$/.test(preposition)
      ? 0.5
      : 0.2;
  return (isCapital(value) ? 2 : 0) + near - Math.max(0, words - 4) * 0.4;
}

/** “Paris, Texas” stays whole; “Paris, please” does not. */
function keepRegion(piece: Piece, { hits, text }: Reading): Piece {
  const [first = '', ...rest] = piece.value.split(',');
  if (rest.length === 0) return piece;
  const tail = rest.join(',').trim();
  const isRegion = hits.some(
    (hit) =>
      (hit.key.kind === 'region' || hit.key.kind === 'state') &&
      hit.start > piece.start + first.length &&
      hit.end <= piece.end,
  );
  if (isRegion || /^\p{Lu}/u.test(tail)) return piece;
  const end = piece.start + first.length;
  return {
    start: piece.start,
    end,
    value: text.original.slice(text.starts[piece.start] ?? 0, text.starts[end]).trim(),
  };
}

const NO_NAME =
  /^(?:it|there|here|over|over there|out there|back home|me|my (?:area|location|city|town|place)|us|them|town|the city|the town|the area|work|home|school|celsius|fahrenheit|degrees|a while|sure|the rest|general|case|an hour|a walk|a run|a hike|trip|holiday|vacation|outside|my|rain|snow|bed|lunch|dinner|where|which|what)$/i;

const isNoName = ({ value }: Piece, reading: Reading): boolean =>
  NO_NAME.test(value.trim()) || (reading.language === 'en' && value.split(' ').length > 6);

const PARTICLE =
  /^(?:の|で|は|に|へ|って|も|を|が|、|,|，|的|这|那|明|今|周|后|未|现|会|冷|热|天|气|下|有|要|怎|\?|？| )/;

/** The first piece that reads like a name, rather one with a particle of place behind it. */
function chooseName(reading: Reading, pieces: readonly Piece[], isOfWeather: boolean): Piece | null {
  const split = pieces
    .flatMap((piece) => splitAtParticles(reading, piece, isOfWeather))
    .filter(({ value }) => isName(value));
  const own = split.map((piece) => stripPossessive(reading, piece));
  const rated = own.map((piece, at) => ({ piece, weight: rateName(reading, piece) - at * 0.05 }));
  const best = rated.reduce<(typeof rated)[number] | null>((a, b) => (a && a.weight >= b.weight ? a : b), null);
  return best?.piece ?? null;
}

/** “Tokyo's weather” */
function stripPossessive({ command }: Reading, piece: Piece): Piece {
  if (!/['’]s$/.test(piece.value) || !/^ [a-z]/.test(command.slice(piece.end))) return piece;
  return { ...piece, end: piece.end - 2, value: piece.value.slice(0, -2) };
}

const isName = (value: string): boolean =>
  /[\p{L}]/u.test(value) &&
  value.length <= 40 &&
  !NO_NAME.test(value) &&
  !/^[ぁ-ん]$/.test(value) &&
  !/^[a-z]{1,2}$/i.test(value) &&
  !/^(?:结果|回答|输出|用|显示|最多|至多|最大|不超过)+$/.test(value) &&
  !/^(?:一|个|们|些|度|时候|时间|地方|ところ|とき|場所|方|感じ|くらい|ぐらい|さん|こと|もの|頃|ころ|間|中|人|時|分|日|月|年)$/.test(
    value,
  );

function rateName({ command }: Reading, { start, end, value }: Piece): number {
  const after = command.slice(end, end + 3);
  const before = command.slice(Math.max(0, start - 2), start);
  let weight = 0;
  if (/^(?:の|で|は|に|へ|って|的)/.test(after)) weight += 0.5;
  if (PARTICLE.test(after)) weight += 0.2;
  if (/[去到在往]$/.test(before) || /(?:去|到|在|往) ?$/.test(before)) weight += 0.6;
  // 去坐竹筏 goes to do something.
  if (/^[坐看玩吃爬拍买逛参跑滑泡游露钓赏摘骑办见开谈找学听喝]/.test(value) && /[去想]$/.test(before)) weight -= 1.4;
  if (/[市県区町村省州島岛镇县都府駅站山湖]$/.test(value)) weight += 0.2;
  if (/^[\p{Script=Han}]+$/u.test(value) && value.length >= 2 && value.length <= 5) weight += 0.4;
  if (/^[\u30a1-\u30fc・]+$/.test(value) && value.length >= 2) weight += 0.5;
  if (/^\p{Lu}/u.test(value)) weight += 0.6;
  if (/^[ぁ-ん]+$/.test(value)) weight -= 0.1;
  if (value.length > 9 && !/[\p{Script=Latin}]/u.test(value)) weight -= 0.3;
  return weight;
}

/** “金沢に出張” is Kanazawa and a purpose. A particle needs two characters before it: places begin with は and に as well. */
function splitAtParticles(reading: Reading, piece: Piece, isOfWeather: boolean): Piece[] {
  const { command, text } = reading;
  const part = command.slice(piece.start, piece.end);
  const question =
    /^\p{Script=Han}{2,}?(?=能不|能否|能看|能见|能出|能晒|可不可以|可以|看得|看到|看见|适不适|适合|应该|需要|是不是|还会|会不|会有|有没|有无|冷不|热不|要不)/u.exec(
      part,
    );
  if (question) {
    const end = piece.start + question[0].length;
    return [
      { start: piece.start, end, value: text.original.slice(text.starts[piece.start] ?? 0, text.starts[end]).trim() },
    ];
  }
  // よこはまのおてんき: what stands before the last の is the name.
  const kana = /^([ぁ-ん]{2,8})のお?$/.exec(part)?.[1];
  if (kana !== undefined && isOfWeather) {
    const end = piece.start + kana.length;
    return [
      { start: piece.start, end, value: text.original.slice(text.starts[piece.start] ?? 0, text.starts[end]).trim() },
    ];
  }
  if (!/[ぁ-ん、,，\s(]/.test(part) || /^[a-z0-9 ,.'’-]+$/.test(part)) return [piece];
  const pieces: Piece[] = [];
  let from = 0;
  const push = (to: number): void => {
    const start = piece.start + from;
    const end = piece.start + to;
    const value = text.original.slice(text.starts[start] ?? 0, text.starts[end]).trim();
    if (value !== '') pieces.push({ start, end, value });
  };
  for (const match of part.matchAll(/って|の|で|は|に|へ|を|が|、|,|，|\(/g)) {
    const before = part.slice(from, match.index);
    const isKana = /^[ぁ-ん]*$/.test(before);
    if (before.length < 1 || (isKana && before.length < 2)) continue;
    // 自由の女神 is one name; of the weather only its nearest part counts.
    if (match[0] === 'の' && !isOfWeather) continue;
    if (text.plain.charAt(piece.start + match.index) !== match[0].charAt(0)) continue;
    if (
      match[0] === 'の' &&
      /^(?:内|門|島|宮|木|浦|郷|里|川|沢|丸|原|湯|井|倉|口|上|下)(?![一-龯]*(?:の|は|で|に)?天)/.test(
        part.slice(match.index + 1, match.index + 2),
      ) &&
      before.length <= 2
    )
      continue;
    push(match.index);
    from = match.index + match[0].length;
  }
  push(part.length);
  return keepNearest(pieces, reading);
}

/** “フランスのパリの天気” is about the nearer name. */
function keepNearest(pieces: Piece[], { command }: Reading): Piece[] {
  return pieces.filter((piece, at) => {
    const next = pieces[at + 1];
    const isWithin =
      next &&
      isName(next.value) &&
      command.slice(piece.end, next.start) === 'の' &&
      /^[\p{Script=Han}\u30a1-\u30fc]{2,}$/u.test(next.value);
    return !isWithin;
  });
}
