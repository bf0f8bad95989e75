/** OSRM: routes on your own host. https://project-osrm.org/docs/v5.24.0/api/ */

import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { type ProviderDefinition, toVariableName } from '../kernel/tool/provider.ts';
import { type Action, type Maneuver, type RouteLanguage, type Side, writeInstruction } from './shared/instructions.ts';
import {
  classifyRoute,
  formatPoints,
  type OsrmStep,
  osrmReply,
  type Route,
  type RouteRequest,
  readFirstRoute,
} from './shared/places/osrm-style.ts';
import { defineProvider, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'osrm',
  title: 'OSRM',
  tier: 'T0',
  about: 'Self-hosted directions, one server per travel mode. The demo server is not for production.',
  baseUrl: 'https://router.project-osrm.org',
  offByDefault: true,
  settings: {
    walkingUrl: { kind: 'url', about: 'Address of the server for walking' },
    cyclingUrl: { kind: 'url', about: 'Address of the server for cycling' },
  },
};

const ROUTE_BYTES_MAX = 8 * 1024 * 1024;

const servers = { walking: 'walkingUrl', cycling: 'cyclingUrl' } as const;

/** The way between two points. Throws `empty` where there is none, `unconfigured` for a profile without a server. */
async function route(request: RouteRequest, ctx: CallContext): Promise<Route> {
  const settings = settingsOf(facts, ctx);
  const profile = request.profile === 'driving-traffic' ? 'driving' : request.profile;
  const own = profile === 'driving' ? null : servers[profile];
  // A server takes any profile in the path, and answers for the one that its data is made for.
  if (own !== null && settings[own] === undefined) {
    throw new UpstreamFailure('unconfigured', facts.id, { variables: [toVariableName(facts.id, own)] });
  }
  const reply = await requestJson(facts, ctx, {
    ...(own === null ? {} : { baseUrl: settings[own] ?? '' }),
    path: `/route/v1/${profile}/${formatPoints(request)}`,
    query: { steps: true, overview: 'false' },
    reply: osrmReply,
    bodyBytesMax: ROUTE_BYTES_MAX,
    classify: classifyRoute,
  });
  const firstRoute = readFirstRoute(reply, facts.id, (step) => describeStep(step, request.language));
  return { ...firstRoute, attribution: '© OpenStreetMap contributors, ODbL (https://www.openstreetmap.org/copyright)' };
}

const actions: Readonly<Record<string, Action>> = {
  depart: 'depart',
  arrive: 'arrive',
  turn: 'turn',
  'end of road': 'turn',
  merge: 'merge',
  'on ramp': 'ramp',
  'off ramp': 'ramp',
  fork: 'fork',
  roundabout: 'roundabout',
  rotary: 'roundabout',
  'roundabout turn': 'turn',
  'exit roundabout': 'leave roundabout',
  'exit rotary': 'leave roundabout',
};

const sides: ReadonlySet<string> = new Set<Side>([
  'uturn',
  'sharp right',
  'right',
  'slight right',
  'straight',
  'slight left',
  'left',
  'sharp left',
]);

const isSide = (word: string | null | undefined): word is Side => sides.has(word ?? '');

/** The server has no sentences: types that are not known are those where one simply goes on. */
function describeStep({ maneuver, name }: OsrmStep, language: RouteLanguage): string {
  const { type, modifier, exit } = maneuver;
  const action = actions[type] ?? (type === 'continue' && modifier === 'uturn' ? 'turn' : 'continue');
  const step: Maneuver = {
    action,
    side: isSide(modifier) ? modifier : undefined,
    exit: exit ?? undefined,
    street: name ?? '',
  };
  return writeInstruction(step, language);
}

export default defineProvider(facts, { route });
