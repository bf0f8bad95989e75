/** Weather, places, ways and addresses of the internet. */
import { originalAt } from '../normalise.ts';
import { placeIn } from '../places.ts';
import type { Piece } from '../residue.ts';
import { type Way, wayIn } from '../ways.ts';
import { addStep, type Filler, type Job, note, quotesFor, spansOf } from './job.ts';
import { parameterParts } from './parameters.ts';
import { refined } from './refined.ts';

const PLACE = 'results[0].';

const HERE =
  /where i am|my (?:location|place|area|city|town)|around here|near me|(?:^|[^a-z])here(?![a-z])|现在地|現在地|いまいる|今いる|わたしのいる|私のいる|这里|这儿|我这|本地|当地时间|我所在|我们这|ここの|こっちの|うちの|此处/;

export const fillWeather: Filler = (job) => {
  const { plan, reading, clause } = job;
  const [point] = spansOf(job, 'coordinates');
  if (point) {
    note(job, 'coordinates', point);
    const [latitude, longitude] = point.value.split(',').map(Number);
    addStep(job, 'weather', { latitude, longitude });
    return true;
  }
  const [ip] = spansOf(job, 'ip');
  if (ip) return weatherAtAddress(job, ip.value, ip);
  if (
    reading.language !== 'en' &&
    HERE.test(reading.command.slice(clause.start, clause.end)) &&
    plan.steps.length === 0
  )
    return weatherAtAddress(job, 'me', null);
  const last = plan.steps.at(-1);
  const isAfterAddress = last?.tool === 'ip-geo';
  const found =
    isAfterAddress && refersBack(job) ? null : placeFor(job, ['weather', 'geocode', 'geocode-premium', 'smart-geo']);
  const place = isAfterAddress && found && !isNamed(job, found) ? null : found;
  if (!place && last?.tool === 'ip-geo') {
    const step = plan.steps.length - 1;
    addStep(job, 'weather', {}, { latitude: { step, path: 'latitude' }, longitude: { step, path: 'longitude' } });
    return true;
  }
  if (!place) {
    const known = plan.steps.findIndex(({ tool }) => /^(?:geocode|geocode-premium|smart-geo)$/.test(tool));
    if (known >= 0) return weatherAtStep(job, known);
    return weatherNear(job);
  }
  const asked = plan.steps.findIndex(
    ({ tool, input }) =>
      /^(?:geocode|geocode-premium|smart-geo)$/.test(tool) && Object.values(input).includes(place.value),
  );
  if (asked >= 0) return weatherAtStep(job, asked);
  note(job, 'place', place);
  const geocoder = job.clause.ranked.find(({ tool }) => tool === 'smart-geo')?.variant ?? 'geocode';
  addStep(job, geocoder, { q: place.value, ...placeLanguage(job) });
  return weatherAtStep(job, plan.steps.length - 1);
};

/** In English a place is written with a capital, unless nothing is; in Japanese hardly in hiragana alone. */
const isNamed = ({ reading: { language, text }, clause }: Job, { value }: Piece): boolean =>
  language === 'en'
    ? /[^.!?]\s\p{Lu}/u.test(originalAt(text, clause.start, clause.end)) || !/\p{Lu}/u.test(text.original)
    : !/^[ぁ-ゖー]+$/.test(value);

/** “What is it like over there?”, “我这边”: the place of the address that was asked about. */
const refersBack = ({ reading, clause }: Job): boolean =>
  reading.hits.some(({ key, start, end }) => key.kind === 'back' && start >= clause.start && end <= clause.end) ||
  HERE.test(reading.command.slice(clause.start, clause.end));

function weatherAtStep(job: Job, step: number): boolean {
  addStep(
    job,
    'weather',
    {},
    { latitude: { step, path: `${PLACE}latitude` }, longitude: { step, path: `${PLACE}longitude` } },
  );
  return true;
}

/** Nobody named a place: a place of another request, or where the caller is. */
function weatherNear(job: Job): boolean {
  const { plan, reading, isOnly } = job;
  const way = plan.entities.find(({ kind }) => kind === 'place');
  if (way && !HERE.test(reading.command)) {
    addStep(job, 'geocode', { q: way.value, ...placeLanguage(job) });
    return weatherAtStep(job, plan.steps.length - 1);
  }
  return isOnly || HERE.test(reading.command.slice(job.clause.start, job.clause.end))
    ? weatherAtAddress(job, 'me', null)
    : false;
}

function weatherAtAddress(job: Job, ip: string, at: Piece | null): boolean {
  if (at) note(job, 'ip', at);
  addStep(job, 'ip-geo', { ip });
  const step = job.plan.steps.length - 1;
  addStep(job, 'weather', {}, { latitude: { step, path: 'latitude' }, longitude: { step, path: 'longitude' } });
  return true;
}

const placeLanguage = ({ reading }: Job): { language?: string } =>
  reading.language === 'en' ? {} : { language: reading.language };

/** A name, no sentence. */
const isShort = ({ value }: Piece): boolean => value.length <= 60 && !/[.!?。！？]|, (?:please|can|is|and)/.test(value);

/** A name in quotation marks, or one that stands where places stand. */
function placeFor(job: Job, tools: readonly string[]): Piece | null {
  const [quoted] = spansOf(job, 'quote');
  if (quoted && isShort(quoted)) return quoted;
  const own = placeIn(job.reading, job.clause.start, job.clause.end, new Set(tools), parameterParts(job, tools));
  if (own === null && job.isOnly && quotesFor(job)[0]) return quotesFor(job)[0] ?? null;
  const isHere = HERE.test(job.reading.command.slice(job.clause.start, job.clause.end));
  return isHere || (own === null && job.plan.steps.length > 0) ? own : refined(job, 'place', own);
}

export const fillGeo: Filler = (job) => {
  const [point] = spansOf(job, 'coordinates');
  if (point) {
    note(job, 'coordinates', point);
    const [lat, lon] = point.value.split(',').map(Number);
    if (job.tool === 'smart-geo') addStep(job, job.tool, { lat, lon });
    else addStep(job, job.tool, { q: point.value, ...placeLanguage(job) });
    return true;
  }
  const place = placeFor(job, ['smart-geo', 'geocode', 'geocode-premium', 'directions']);
  if (!place) return false;
  note(job, 'place', place);
  if (job.tool === 'smart-geo') addStep(job, job.tool, { query: place.value });
  else addStep(job, job.tool, { q: place.value, ...placeLanguage(job) });
  return true;
};

export const fillIp: Filler = (job) => {
  const ips = spansOf(job, 'ip');
  const [first] = ips.length > 0 ? ips : job.reading.spans.filter(({ kind }) => kind === 'ip');
  if (first) note(job, 'ip', first);
  addStep(job, 'ip-geo', { ip: first?.value ?? 'me' });
  return true;
};

/** Ends that were quoted or are coordinates stay as they are; both may not be the same. */
function refinedWay(job: Job, ruled: Way | null): Way | null {
  const isGiven = ({ start, end }: Piece): boolean =>
    job.reading.spans.some((span) => span.start >= start && span.end <= end);
  if (ruled && (isGiven(ruled.origin) || isGiven(ruled.destination))) return ruled;
  const origin = refined(job, 'from', ruled?.origin ?? null);
  const destination = refined(job, 'to', ruled?.destination ?? null);
  const isTwo = origin && destination && (origin.end <= destination.start || destination.end <= origin.start);
  return isTwo ? { origin, destination } : ruled;
}

export const fillDirections: Filler = (job) => {
  const { start, end } = job.clause;
  const ruled =
    wayIn(job.reading, start, end) ?? (job.isOnly ? wayIn(job.reading, 0, job.reading.command.length) : null);
  const way = refinedWay(job, ruled);
  if (!way) return false;
  note(job, 'place', way.origin);
  note(job, 'place', way.destination);
  addStep(job, 'directions', { origin: way.origin.value, destination: way.destination.value, ...placeLanguage(job) });
  return true;
};
