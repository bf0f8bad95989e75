/** OSRM's route service: no sentences, and whatever profile the path names. */
import { buildOsrmRoute, parsePoints, planJourney } from './shared/journey.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url }: TwinRequest): TwinReply {
  const [, service, version, profile = '', coordinates = ''] =
    /^\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (method !== 'GET' || service === undefined) return refuse('InvalidUrl', 'URL string malformed');
  if (service !== 'route') return refuse('InvalidService', `Service ${service} not found!`);
  if (version !== 'v1') return refuse('InvalidVersion', `Service ${service} not found!`);
  const points = parsePoints(coordinates);
  if (!points) return refuse('InvalidQuery', `Query string malformed close to position ${url.pathname.length}`);
  const [from, to] = points;
  if (points.some(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > 90)) {
    return refuse('InvalidValue', 'Invalid coordinate value.');
  }
  const journey = planJourney(from, to, profile);
  if (!journey) return refuse('NoRoute', 'Impossible route between points');
  const waypoints = points.map((location) => ({ hint: 'KSoKADRY', distance: 4.15, name: 'Sandbox Street', location }));
  return {
    json: { code: 'Ok', data_version: '2026-11-01T21:43:02Z', waypoints, routes: [buildOsrmRoute(journey, from, to)] },
  };
}

const refuse = (code: string, message: string): TwinReply => ({ status: 400, json: { code, message } });

export default defineTwin({
  id: 'osrm',
  handle,
  failures: {
    'error-in-200': () => ({ json: { code: 'InternalError', message: 'Something went wrong' } }),
    empty: () => refuse('NoRoute', 'Impossible route between points'),
    'not-found': () => refuse('NoSegment', 'Could not find a matching segment for coordinate 0'),
    'too-long': () => refuse('TooBig', 'Request is too large'),
  },
});
