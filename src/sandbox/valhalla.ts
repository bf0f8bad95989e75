/** Valhalla's route: maneuvers with sentences in English and Japanese. */

import { type JourneyStep, planJourney } from './shared/journey.ts';
import { readFields } from './shared/json-fields.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const profiles: Readonly<Record<string, string>> = { auto: 'driving', pedestrian: 'walking', bicycle: 'cycling' };

function handle({ url, json }: TwinRequest): TwinReply {
  if (url.pathname !== '/route') return refuse(404, 106, 'Try any of: /locate /route /status');
  const { locations, costing, language = 'en-US', units = 'kilometers' } = readFields(json);
  if (!Array.isArray(locations)) return refuse(400, 112, "Insufficiently specified required parameter 'locations'");
  const points = locations.map((at: unknown): [number, number] => {
    const { lat, lon } = readFields(at);
    return [Number(lon), Number(lat)];
  });
  const [from, to] = points;
  if (points.length !== 2 || !from || !to) return refuse(400, 120, 'Insufficient number of locations provided');
  if (points.flat().some(Number.isNaN)) return refuse(400, 130, 'Failed to parse location');
  const profile = profiles[String(costing)];
  if (profile === undefined) return refuse(400, 125, `No costing method found: '${costing}'`);
  const journey = planJourney(from, to, profile);
  if (!journey) return refuse(400, 154, 'Path distance exceeds the max distance limit');
  const summary = {
    has_time_restrictions: false,
    has_toll: false,
    has_highway: false,
    has_ferry: false,
    time: journey.seconds,
    length: Number((journey.metres / 1000).toFixed(3)),
    cost: journey.seconds,
  };
  const maneuvers = journey.steps.map((step) => buildManeuver(step, String(language)));
  return {
    json: {
      trip: {
        locations: points.map(([lon, lat], index) => ({ type: 'break', lat, lon, original_index: index })),
        legs: [{ maneuvers, summary, shape: 'kdmdcBq|{rXYvGMzBa@`I' }],
        summary,
        status_message: 'Found route between points',
        status: 0,
        units,
        language,
      },
    },
  };
}

function buildManeuver(step: JourneyStep, language: string): unknown {
  const types = { depart: 1, arrive: 4, turn: step.side === 'left' ? 15 : 10 };
  return {
    type: types[step.type],
    instruction: language === 'ja-JP' ? writeJapanese(step) : writeEnglish(step),
    ...(step.type === 'arrive' ? {} : { street_names: [step.street] }),
    time: step.seconds,
    length: Number((step.metres / 1000).toFixed(3)),
    cost: step.seconds,
    begin_shape_index: 0,
    end_shape_index: 1,
    travel_mode: 'drive',
    travel_type: 'car',
  };
}

function writeEnglish({ type, side, street }: JourneyStep): string {
  if (type === 'arrive') return 'You have arrived at your destination.';
  return type === 'depart' ? `Drive east on ${street}.` : `Turn ${side} onto ${street}.`;
}

function writeJapanese({ type, side, street }: JourneyStep): string {
  if (type === 'arrive') return '目的地に到着しました。';
  return type === 'depart'
    ? `${street}を東に進みます。`
    : `${side === 'left' ? '左' : '右'}折して${street}に入ります。`;
}

const statuses: Readonly<Record<number, string>> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

const refuse = (status: number, error_code: number, error: string): TwinReply => ({
  status,
  json: { error_code, error, status_code: status, status: statuses[status] },
});

export default defineTwin({
  id: 'valhalla',
  handle,
  failures: {
    'error-in-200': () => refuse(200, 199, 'Unknown'),
    empty: () => refuse(400, 442, 'No path could be found for input'),
    'not-found': () => refuse(400, 171, 'No suitable edges near location'),
  },
});
