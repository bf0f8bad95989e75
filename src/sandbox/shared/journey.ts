/** A made-up way between two points, told by the twins of all routers in their own forms. */

export interface JourneyStep {
  street: string;
  /** In the words of OSRM. */
  type: 'depart' | 'turn' | 'arrive';
  side: 'left' | 'right' | undefined;
  metres: number;
  seconds: number;
}

export interface Journey {
  metres: number;
  seconds: number;
  steps: JourneyStep[];
}

const METRES_PER_DEGREE = 111_195;
/** Streets are longer than the line between two points. */
const DETOUR = 1.3;
/** Beyond this there is sea between them. */
const METRES_MAX = 3_000_000;

const metresPerSecond: Readonly<Record<string, number>> = { walking: 1.3, cycling: 4.6, 'driving-traffic': 7.5 };
const DRIVING = 9.2;

const names = ['Sandbox Street', 'Twin Avenue', 'Loopback Road', 'Fixture Lane'];

/** Points are [longitude, latitude]; null when there is no way. */
export function planJourney(
  from: readonly [number, number],
  to: readonly [number, number],
  profile: string,
): Journey | null {
  const middle = ((from[1] + to[1]) / 2) * (Math.PI / 180);
  const line = Math.hypot(to[1] - from[1], (to[0] - from[0]) * Math.cos(middle)) * METRES_PER_DEGREE;
  if (!(line * DETOUR <= METRES_MAX)) return null;
  const metres = Math.round(line * DETOUR * 10) / 10;
  const seconds = Math.round((metres / (metresPerSecond[profile] ?? DRIVING)) * 10) / 10;
  const first = Math.round(Math.abs(from[0] * 7 + to[1] * 13)) % names.length;
  const share = (part: number): Pick<JourneyStep, 'metres' | 'seconds'> => ({
    metres: Math.round(metres * part * 10) / 10,
    seconds: Math.round(seconds * part * 10) / 10,
  });
  const [start = '', next = ''] = [names[first], names[(first + 1) % names.length]];
  return {
    metres,
    seconds,
    steps: [
      { street: start, type: 'depart', side: undefined, ...share(0.4) },
      { street: next, type: 'turn', side: to[0] > from[0] ? 'right' : 'left', ...share(0.6) },
      { street: next, type: 'arrive', side: undefined, ...share(0) },
    ],
  };
}

/** `lon,lat;lon,lat` of a path; null when it is none. */
export function parsePoints(path: string): [[number, number], [number, number]] | null {
  const points = decodeURIComponent(path)
    .split(';')
    .map((text) => text.split(',').map(Number));
  const [[fromLon, fromLat] = [], [toLon, toLat] = []] = points;
  if (points.length !== 2 || fromLon === undefined || fromLat === undefined) return null;
  if (toLon === undefined || toLat === undefined || points.flat().some(Number.isNaN)) return null;
  return [
    [fromLon, fromLat],
    [toLon, toLat],
  ];
}

/** A route in the form of OSRM; `instruction` is put into each maneuver where the router has sentences. */
export function buildOsrmRoute(
  { metres, seconds, steps }: Journey,
  from: readonly [number, number],
  to: readonly [number, number],
  instruction?: (step: JourneyStep) => string,
): unknown {
  const legs = [
    {
      summary: [...new Set(steps.map(({ street }) => street))].join(', '),
      weight: seconds,
      duration: seconds,
      distance: metres,
      steps: steps.map((step, index) => ({
        driving_side: 'left',
        mode: 'driving',
        name: step.street,
        distance: step.metres,
        duration: step.seconds,
        weight: step.seconds,
        geometry: 'sandbox',
        intersections: [{ out: 0, entry: [true], bearings: [81], location: index === 0 ? from : to }],
        maneuver: {
          type: step.type,
          ...(step.side ? { modifier: step.side } : {}),
          ...(instruction ? { instruction: instruction(step) } : {}),
          bearing_before: 0,
          bearing_after: 81,
          location: index === 0 ? from : to,
        },
      })),
    },
  ];
  return { weight_name: 'routability', weight: seconds, duration: seconds, distance: metres, legs };
}
