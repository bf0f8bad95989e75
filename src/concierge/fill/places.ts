/** Weather, places, ways and addresses of the internet. */
import type { Task } from '../../kernel/lexicon.ts';
import { findJourney, type Journey } from '../journeys.ts';
import { readOriginal } from '../normalise.ts';
import type { Piece } from '../pieces.ts';
import { findPlace } from '../places.ts';
import { findRow } from '../targets.ts';
import { refineExtent } from './extents.ts';
import { type Filler, findQuotesFor, findSpans, type Job, noteEntity, takeTargets } from './job.ts';
import { findParameterParts } from './parameters.ts';
import { hasField } from './schema.ts';
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
  if (ip) return addForecastAtAddress(job, ip.value, ip);
  if (
    reading.language !== 'en' &&
    HERE.test(reading.command.slice(clause.start, clause.end)) &&
    plan.steps.length === 0
  )
    return addForecastAtAddress(job, 'me', null);
  const last = plan.steps.at(-1);
  const isAfterAddress = vocabulary.findTask(last?.tool ?? '') === 'address';
  const found = isAfterAddress && isBackReference(job) ? null : findPlaceFor(job, ['forecast', 'position']);
  const place = isAfterAddress && found && !isNamed(job, found) ? null : found;
  if (!place && isAfterAddress) {
    const step = plan.steps.length - 1;
    addStep(job, job.tool, {}, { latitude: { step, path: 'latitude' }, longitude: { step, path: 'longitude' } });
    return true;
  }
  if (!place) {
    const known = plan.steps.findIndex(({ tool }) => vocabulary.findTask(tool) === 'position');
    if (known >= 0) return addForecastAtStep(job, known);
    return addForecastNear(job);
  }
  const geocoder = clause.ranked.find(({ task }) => task === 'position')?.variant ?? vocabulary.findLeadTo('forecast');
  for (const one of takeTargets(job, findRow(place, FORECAST, reading), 2)) {
    const asked = plan.steps.findIndex(
      ({ tool, input }) => vocabulary.findTask(tool) === 'position' && Object.values(input).includes(one.value),
    );
    if (asked < 0) {
      noteEntity(job, 'place', one);
      addStep(job, geocoder, { q: one.value, ...nameLanguage(job) });
    }
    addForecastAtStep(job, asked < 0 ? plan.steps.length - 1 : asked);
  }
  return true;
};

const FORECAST: ReadonlySet<Task | undefined> = new Set<Task>(['forecast', 'position']);
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

function addForecastAtStep(job: Job, step: number): boolean {
  addStep(
    job,
    job.tool,
    {},
    { latitude: { step, path: `${PLACE}latitude` }, longitude: { step, path: `${PLACE}longitude` } },
  );
  return true;
}

/** Nobody named a place: a place of another request, or where the caller is. */
function addForecastNear(job: Job): boolean {
  const { plan, reading, isOnly } = job;
  const way = plan.entities.find(({ kind }) => kind === 'place');
  if (way && !HERE.test(reading.command)) {
    addStep(job, job.vocabulary.findLeadTo('forecast'), { q: way.value, ...nameLanguage(job) });
    return addForecastAtStep(job, plan.steps.length - 1);
  }
  return isOnly || HERE.test(reading.command.slice(job.clause.start, job.clause.end))
    ? addForecastAtAddress(job, 'me', null)
    : false;
}

function addForecastAtAddress(job: Job, ip: string, at: Piece | null): boolean {
  if (at) noteEntity(job, 'ip', at);
  addStep(job, job.vocabulary.findTool('address'), { ip });
  const step = job.plan.steps.length - 1;
  addStep(job, job.tool, {}, { latitude: { step, path: 'latitude' }, longitude: { step, path: 'longitude' } });
  return true;
}

const nameLanguage = ({ reading }: Job): { language?: string } =>
  reading.language === 'en' ? {} : { language: reading.language };

/** A name, no sentence. */
const isShort = ({ value }: Piece): boolean => value.length <= 60 && !/[.!?。！？]|, (?:please|can|is|and)/.test(value);

/** A name in quotation marks, or one that stands where places stand. */
function findPlaceFor(job: Job, tasks: readonly Task[]): Piece | null {
  const [quoted] = findSpans(job, 'quote');
  if (quoted && isShort(quoted)) return quoted;
  const tools = [...job.vocabulary.tools.keys()].filter((tool) =>
    tasks.some((task) => job.vocabulary.findTask(tool) === task),
  );
  const own = findPlace(job.reading, job.clause.start, job.clause.end, new Set(tasks), findParameterParts(job, tools));
  if (own === null && job.isOnly && findQuotesFor(job)[0]) return findQuotesFor(job)[0] ?? null;
  const isHere = HERE.test(job.reading.command.slice(job.clause.start, job.clause.end));
  return isHere || (own === null && job.plan.steps.length > 0) ? own : refineExtent(job, 'place', own);
}

export const fillPosition: Filler = (job) => {
  const tool = job.vocabulary.tools.get(job.tool);
  const [point] = findSpans(job, 'coordinates');
  if (point) {
    noteEntity(job, 'coordinates', point);
    const [lat, lon] = point.value.split(',').map(Number);
    if (hasField(tool, 'lat')) addStep(job, job.tool, { lat, lon });
    else addStep(job, job.tool, { q: point.value, ...nameLanguage(job) });
    return true;
  }
  const place = findPlaceFor(job, ['position', 'journey']);
  if (!place) return false;
  for (const one of takeTargets(job, findRow(place, POSITION, job.reading))) {
    noteEntity(job, 'place', one);
    if (hasField(tool, 'query')) addStep(job, job.tool, { query: one.value });
    else addStep(job, job.tool, { q: one.value, ...nameLanguage(job) });
  }
  return true;
};

export const fillAddress: Filler = (job) => {
  const ips = findSpans(job, 'ip');
  const [first] = ips.length > 0 ? ips : job.reading.spans.filter(({ kind }) => kind === 'ip');
  if (first) noteEntity(job, 'ip', first);
  addStep(job, job.tool, { ip: first?.value ?? 'me' });
  return true;
};

/** Ends that were quoted or are coordinates stay as they are; both may not be the same. */
function refineJourney(job: Job, ruled: Journey | null): Journey | null {
  const isGiven = ({ start, end }: Piece): boolean =>
    job.reading.spans.some((span) => span.start >= start && span.end <= end);
  if (ruled && (isGiven(ruled.origin) || isGiven(ruled.destination))) return ruled;
  const origin = refineExtent(job, 'from', ruled?.origin ?? null);
  const destination = refineExtent(job, 'to', ruled?.destination ?? null);
  const isTwo = origin && destination && (origin.end <= destination.start || destination.end <= origin.start);
  return isTwo ? { origin, destination } : ruled;
}

export const fillJourney: Filler = (job) => {
  const { start, end } = job.clause;
  const ruled =
    findJourney(job.reading, start, end) ??
    (job.isOnly ? findJourney(job.reading, 0, job.reading.command.length) : null);
  const way = refineJourney(job, ruled);
  if (!way) return false;
  noteEntity(job, 'place', way.origin);
  noteEntity(job, 'place', way.destination);
  addStep(job, job.tool, { origin: way.origin.value, destination: way.destination.value, ...nameLanguage(job) });
  return true;
};
