/** Weather, places, ways and addresses of the internet. */
import ipaddr from 'ipaddr.js';
import type { Task } from '../../kernel/tool/lexicon.ts';
import { findHits, type Reading } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import { cutPieces, type Piece } from '../reading/pieces.ts';
import { findRow } from '../reading/targets.ts';
import type { MissingInput, RouteLanguage } from '../types.ts';
import { findExtent } from './extents.ts';
import { hasField } from './input-fields.ts';
import { type Filler, findQuotesFor, findSpans, type Job, noteEntity, takeTargets } from './job.ts';
import { addStep } from './steps.ts';

const PLACE = 'results[0].';

const HERE =
  /where i am|my (?:location|place|area|city|town)|around here|near me|(?:^|[^a-z])here(?![a-z])|现在地|現在地|いまいる|今いる|わたしのいる|私のいる|这里|这儿|我这|本地|当地时间|我所在|我们这|ここの|こっちの|うちの|此处/;

export const fillForecast: Filler = (job) => {
  const { plan, reading, clause, vocabulary } = job;
  const [point] = findSpans(job, 'coordinates');
  if (point) {
    noteEntity(job, 'coordinates', point);
    const [latitude, longitude] = point.value.split(',').map(Number);
    addStep(job, job.tool, { latitude, longitude });
    return true;
  }
  const [ip] = findSpans(job, 'ip');
  if (ip) return isPrivateAddress(ip.value) ? 'publicAddress' : addForecastAtAddress(job, ip.value, ip);
  if (
    reading.language !== 'en' &&
    HERE.test(reading.command.slice(clause.start, clause.end)) &&
    plan.steps.length === 0
  )
    return addForecastAtAddress(job, 'me', null);
  const last = plan.steps.at(-1);
  const isAfterAddress = vocabulary.findTask(last?.tool ?? '') === 'address';
  const piece = isAfterAddress && isBackReference(job) ? null : findPlaceFor(job);
  const place = isAfterAddress && piece && !isNamed(job, piece) ? null : piece;
  if (!place && isAfterAddress) {
    const step = plan.steps.length - 1;
    addStep(job, job.tool, {}, { latitude: { step, path: 'latitude' }, longitude: { step, path: 'longitude' } });
    return true;
  }
  if (!place) {
    const index = plan.steps.findIndex(({ tool }) => vocabulary.findTask(tool) === 'position');
    if (index >= 0) return addForecastAtStep(job, index);
    return addForecastNear(job);
  }
  const geocoder = clause.ranked.find(({ task }) => task === 'position')?.variant ?? vocabulary.findLeadTo('forecast');
  for (const one of takeTargets(job, findRow(place, FORECAST, reading), 2)) {
    const positionIndex = plan.steps.findIndex(
      ({ tool, input }) => vocabulary.findTask(tool) === 'position' && Object.values(input).includes(one.value),
    );
    if (positionIndex < 0) {
      noteEntity(job, 'place', one);
      addStep(job, geocoder, { q: one.value, ...nameLanguage(job) });
    }
    addForecastAtStep(job, positionIndex < 0 ? plan.steps.length - 1 : positionIndex);
  }
  return true;
};

const FORECAST: ReadonlySet<Task | undefined> = new Set<Task>(['forecast', 'position']);
const JOURNEY: ReadonlySet<Task | undefined> = new Set<Task>(['journey']);
const POSITION: ReadonlySet<Task | undefined> = new Set<Task>(['position']);

/** In English a place is written with a capital, unless nothing is; in Japanese hardly in hiragana alone. */
const isNamed = ({ reading: { language, text }, clause }: Job, { value }: Piece): boolean =>
  language === 'en'
    ? /[^.!?]\s\p{Lu}/u.test(readOriginal(text, clause.start, clause.end)) || !/\p{Lu}/u.test(text.original)
    : !/^[ぁ-ゖー]+$/.test(value);

/** “What is it like over there?”, “我这边”: the place of the address that was asked about. */
const isBackReference = ({ reading, clause }: Job): boolean =>
  reading.hits.some(({ key, start, end }) => key.kind === 'back' && start >= clause.start && end <= clause.end) ||
  HERE.test(reading.command.slice(clause.start, clause.end));

function addForecastAtStep(job: Job, step: number): true {
  addStep(
    job,
    job.tool,
    {},
    { latitude: { step, path: `${PLACE}latitude` }, longitude: { step, path: `${PLACE}longitude` } },
  );
  return true;
}

/** Nobody named a place: a place of another request, or where the caller is. */
function addForecastNear(job: Job): true | MissingInput {
  const { plan, reading } = job;
  const way = plan.entities.find(({ kind }) => kind === 'place');
  if (way && !HERE.test(reading.command)) {
    addStep(job, job.vocabulary.findLeadTo('forecast'), { q: way.value, ...nameLanguage(job) });
    return addForecastAtStep(job, plan.steps.length - 1);
  }
  return findHere(job) ? addForecastAtAddress(job, 'me', null) : 'place';
}

/** Finds words that refer to the sender's own location. */
const findHere = ({ reading: { command }, clause: { start, end } }: Job): Piece | null => {
  const match = HERE.exec(command.slice(start, end));
  return match && { start: start + match.index, end: start + match.index + match[0].length, value: match[0] };
};

function addForecastAtAddress(job: Job, ip: string, at: Piece | null): true | MissingInput {
  const tool = job.vocabulary.findTool('address');
  if (tool === undefined) return 'place';
  if (at) noteEntity(job, 'ip', at);
  addStep(job, tool, { ip });
  const step = job.plan.steps.length - 1;
  addStep(job, job.tool, {}, { latitude: { step, path: 'latitude' }, longitude: { step, path: 'longitude' } });
  return true;
}

const nameLanguage = ({ reading }: Job): { language?: string } =>
  reading.language === 'en' ? {} : { language: reading.language };

/** A name, no sentence. */
const isShort = ({ value }: Piece): boolean => value.length <= 60 && !/[.!?。！？]|, (?:please|can|is|and)/.test(value);

/** 次は大阪 */
const LEAD_IN = { en: /^$/, ja: /^(?:次は|あとは|今度は|では|じゃあ?)/, zh: /^(?:那么|那)/ } as const;

const CLAUSE_WORD = /(?:^|[^a-z])(?:where|than|better|worse|which|that|who|whose|when|is|are|was)(?![a-z])/i;

/** 为什么会打雷 and 好玩的地方 name no place, and no map has Narnia. */
const UNPLACED =
  /を|为什么|为何|怎么|なぜ|どうして|什么|首都$|^capital of|^(?:(?:ホテル|旅館|レストラン|カフェ|酒店|宾馆|餐厅)(?:の|的|$)|好玩|好吃|美食|有趣|おいしい|おすすめ|narnia|gotham|atlantis|アトランティス|竜宮|(?:the )?(?:toilets?|bathroom|restroom|exit)$|トイレ|厕所|洗手间|出口$|hogwarts|mordor|wakanda|westeros|middle[- ]earth|ナルニア|ホグワーツ|纳尼亚|霍格沃茨)/i;

const PHENOMENON =
  /^(?:台風|台风|大雨|暴雨|洪水|地震|梅雨|pollen|storms?|hurricanes?|typhoons?|lava|(?:the )?(?:sun|moon|earth|universe|oven|fridge)|mars|venus|太陽|太阳|月球|月|火星|溶岩|熔岩|マグマ)$/i;
/** “how hot is lava”, “where is my package”: words before a thing, not before a place in small letters. */
const BEFORE_THING = /(?:^|[^a-z])(?:is|are|was|my|your|our|an?|next|last)(?: [a-z]+)? ?$/;

const isThing = ({ start, value }: Piece, { reading: { text } }: Job): boolean =>
  /^\p{Ll}/u.test(readOriginal(text, start, start + 1)) &&
  !value.includes(',') &&
  BEFORE_THING.test(text.plain.slice(0, start)) &&
  !/(?:^| )(?:in|at|for|near) ?$/.test(text.plain.slice(0, start));

/** A part of a sentence, a thing, or a word for what other tools do: 天気とニュース. */
const isNoPlace = (piece: Piece, job: Job): boolean =>
  CLAUSE_WORD.test(piece.value) ||
  UNPLACED.test(piece.value) ||
  PHENOMENON.test(piece.value) ||
  isThing(piece, job) ||
  isRequest(piece, job);

const isRequest = ({ start, end }: Piece, { reading }: Job): boolean =>
  findHits(reading, start, end).some(
    (hit) => hit.start === start && hit.end === end && (hit.key.kind === 'noun' || hit.key.kind === 'verb'),
  );

/** 武汉最高几度 */
const EXTREME = /(?:最高|最低|平均)(?:气温|温度|気温)?$/;

function trimPlace(place: Piece | null, language: RouteLanguage): Piece | null {
  if (!place) return null;
  const [lead = ''] = LEAD_IN[language].exec(place.value) ?? [];
  const [tail = ''] = EXTREME.exec(place.value) ?? [];
  const value = place.value.slice(lead.length, place.value.length - tail.length);
  return value === '' ? null : { value, start: place.start + lead.length, end: place.end - tail.length };
}

/** A name in quotation marks, or one that stands where places stand. */
function findPlaceFor(job: Job): Piece | null {
  const [quoted] = findSpans(job, 'quote');
  if (quoted && isShort(quoted)) return quoted;
  const place =
    trimPlace(findExtent(job, 'place'), job.reading.language) ?? (job.isOnly ? (findQuotesFor(job)[0] ?? null) : null);
  if (!place || isNoPlace(place, job)) return null;
  const here = findHere(job);
  return here && place.start < here.end && place.end > here.start ? null : place;
}

/** “Where was Mozart born?” asks for a fact about him, not for his position. */
const ORIGIN =
  /(?<![a-z])(?:born|died|buried|invented|founded|manufactured|come from|comes from)(?![a-z])|生まれ|出身|亡くな|発明|出生|去世|发明|生产/;

/** 300.1.2.3 is neither a place nor an address. */
const LIKE_ADDRESS = /^\d+(?:\.\d+){3}$/;
const INVALID_ADDRESS = /(?<![\d.])\d+(?:\.\d+){3}(?![\d.])/;

export const fillPosition: Filler = (job) => {
  if (ORIGIN.test(job.reading.command)) return false;
  const tool = job.vocabulary.tools.get(job.tool);
  const [point] = findSpans(job, 'coordinates');
  if (point) {
    noteEntity(job, 'coordinates', point);
    const [lat, lon] = point.value.split(',').map(Number);
    if (hasField(tool, 'lat')) addStep(job, job.tool, { lat, lon });
    else addStep(job, job.tool, { q: point.value, ...nameLanguage(job) });
    return true;
  }
  const place = findPlaceFor(job);
  if (!place && (findHere(job) || /where (?:exactly )?am i(?![a-z])|where i am/.test(job.reading.command))) {
    addStep(job, job.vocabulary.findTool('address'), { ip: 'me' });
    return true;
  }
  if (!place) return 'place';
  if (LIKE_ADDRESS.test(place.value)) return 'publicAddress';
  for (const one of takeTargets(job, findRow(place, POSITION, job.reading))) {
    noteEntity(job, 'place', one);
    if (hasField(tool, 'query')) addStep(job, job.tool, { query: one.value });
    else addStep(job, job.tool, { q: one.value, ...nameLanguage(job) });
  }
  return true;
};

/** Addresses that the sandbox answers, on purpose with errors. */
const SANDBOX_ADDRESS = /^(?:192\.0\.2\.|2001:db8::)[1-9]$/;

const isPrivateAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast' && !SANDBOX_ADDRESS.test(address);

export const fillAddress: Filler = (job) => {
  if (ORIGIN.test(job.reading.command)) return false;
  const own = findSpans(job, 'ip');
  const ips = own.length > 0 ? own : job.reading.spans.filter(({ kind }) => kind === 'ip');
  if (ips.some(({ value }) => isPrivateAddress(value))) return 'publicAddress';
  for (const one of takeTargets(job, ips)) {
    noteEntity(job, 'ip', one);
    addStep(job, job.tool, { ip: one.value });
  }
  if (ips.length > 0) return true;
  // 10.0.0.256 is no address, and not the caller's either.
  if (INVALID_ADDRESS.test(job.reading.command)) return 'publicAddress';
  addStep(job, job.tool, { ip: 'me' });
  return true;
};

interface Journey {
  origin: Piece;
  destination: Piece;
}

/** Two that were quoted or are coordinates, else the likeliest ends. */
function findJourney(job: Job): Journey | null {
  const { reading } = job;
  const [first, second, third] = [...findSpans(job, 'coordinates'), ...findSpans(job, 'quote')].sort(
    (a, b) => a.start - b.start,
  );
  if (first && second && !third) {
    const isBackwards = /^ *from *$/.test(reading.command.slice(first.end, second.start));
    return isBackwards ? { origin: second, destination: first } : { origin: first, destination: second };
  }
  const apart = findApart(reading);
  if (apart) return apart;
  const [origin, destination] = [findExtent(job, 'from'), findExtent(job, 'to')];
  const isTwo = origin && destination && (origin.end <= destination.start || destination.end <= origin.start);
  return isTwo ? { origin, destination } : findPair(job);
}

/** “How far is Bruges from Brussels”, 北京离天津多远. */
const APART = [
  /^how far (?:away )?(?:is|are) ([^.?!]{2,60}?) (?:away )?from ([^.?!]{2,60}?)(?: by [a-z]{2,20}| in (?:km|miles|kilomet[a-z]{2,4}))?[?.! ]{0,3}$/d,
  /^([\p{L}·]{2,12})(?:离|距离|距|到)([\p{L}·]{2,12}?)(?:大概|大约|一共|有|还有)*多[远长][?？。 ]*$/du,
];

function findApart(reading: Reading): Journey | null {
  for (const pattern of APART) {
    const [, from, to] = pattern.exec(reading.command)?.indices ?? [];
    const [origin, destination] = [from, to].flatMap((ends) =>
      ends ? cutPieces(reading, ...ends, []).slice(0, 1) : [],
    );
    if (origin && destination) return { origin, destination };
  }
  return null;
}

/** “東京と大阪の距離”: two places side by side, without a direction. */
function findPair(job: Job): Journey | null {
  const place = findExtent(job, 'place') ?? findExtent(job, 'from') ?? findExtent(job, 'to');
  const [origin, destination, third] = place ? findRow(place, JOURNEY, job.reading) : [];
  return origin && destination && !third ? { origin, destination } : null;
}

const IN_SPACE =
  /^(?:the )?(?:earth|moon|mars|venus|mercury|jupiter|saturn|uranus|neptune|sun|地球|月|月球|月亮|火星|金星|水星|木星|土星|太陽|太阳)$/i;

/** “Route from here to Lyon”: no tool knows where that is. */
const isHere = ({ value }: Piece): boolean =>
  /^(?:(?:which|what|where) .+|here|home|hotel|my (?:place|home|house|office)|work|ここ|自宅|家|うち|会社|職場|公司|单位|学校|现在地|現在地|这里|这儿|从?我家|家里|(?:私|僕|俺)の(?:家|会社))$/i.test(
    value,
  );

export const fillJourney: Filler = (job) => {
  const whole = { ...job.clause, start: 0, end: job.reading.command.length };
  const way = findJourney(job) ?? (job.isOnly ? findJourney({ ...job, clause: whole }) : null);
  if (way && (isHere(way.origin) || isHere(way.destination))) return 'ends';
  if (!way || IN_SPACE.test(way.origin.value) || IN_SPACE.test(way.destination.value)) return false;
  noteEntity(job, 'place', way.origin);
  noteEntity(job, 'place', way.destination);
  addStep(job, job.tool, { origin: way.origin.value, destination: way.destination.value, ...nameLanguage(job) });
  return true;
};
