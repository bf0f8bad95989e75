/** Valhalla: routes on your own host, with instructions. https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/ */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { figure } from './shared/figures.ts';
import { type Maneuver, type RouteLanguage, writeInstruction } from './shared/instructions.ts';
import type { Profile, Route, RouteRequest } from './shared/places/osrm-style.ts';
import { defineProvider, type ProviderReply, requestJson } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'valhalla',
  title: 'Valhalla',
  tier: 'T0',
  about: 'Self-hosted directions for driving, walking and cycling.',
  baseUrl: 'http://localhost:8002',
  offByDefault: true,
  settings: {},
};

const ROUTE_BYTES_MAX = 8 * 1024 * 1024;

const costings: Readonly<Record<Profile, string>> = {
  driving: 'auto',
  'driving-traffic': 'auto',
  walking: 'pedestrian',
  cycling: 'bicycle',
};

/** It has no Chinese: those sentences are ours. */
const languageTags: Readonly<Record<RouteLanguage, string>> = { en: 'en-US', ja: 'ja-JP', zh: 'en-US' };

const maneuverShape = z.object({
  type: figure,
  instruction: z.string(),
  street_names: z.array(z.string()).nullish(),
  roundabout_exit_count: figure,
  /** Seconds and kilometres. */
  time: figure,
  length: figure,
});

type ValhallaStep = z.output<typeof maneuverShape>;

const tripReply = z.object({
  trip: z.object({
    legs: z.array(z.object({ maneuvers: z.array(maneuverShape) })),
    summary: z.object({ time: figure, length: figure }),
  }),
});

/** The way between two points. Throws `empty` where there is none. */
async function route({ from, to, profile, language }: RouteRequest, ctx: CallContext): Promise<Route> {
  const { trip } = await requestJson(facts, ctx, {
    path: '/route',
    json: {
      locations: [from, to].map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
      costing: costings[profile],
      units: 'kilometers',
      language: languageTags[language],
    },
    reply: tripReply,
    retryable: true,
    bodyBytesMax: ROUTE_BYTES_MAX,
    classify,
  });
  const steps = trip.legs.flatMap(({ maneuvers }) => maneuvers);
  const { time, length } = trip.summary;
  if (steps.length === 0 || (time === null && length === null)) throw new UpstreamFailure('empty', facts.id);
  return {
    distanceMeters: toMetres(length),
    durationSeconds: time,
    summary: summarizeStreets(steps),
    steps: steps.map((step) => ({
      instruction: language === 'zh' ? writeChineseInstruction(step) : step.instruction,
      distanceMeters: toMetres(step.length),
      durationSeconds: step.time,
    })),
    attribution: '© OpenStreetMap contributors, ODbL (https://www.openstreetmap.org/copyright)',
  };
}

const toMetres = (kilometres: number | null): number | null =>
  kilometres === null ? null : Math.round(kilometres * 1000);

/** The two streets that one is longest on, in the order of the way. */
function summarizeStreets(steps: readonly ValhallaStep[]): string {
  const lengths = new Map<string, number>();
  for (const { street_names: names, length } of steps) {
    const name = names?.[0];
    if (name) lengths.set(name, (lengths.get(name) ?? 0) + (length ?? 0));
  }
  const longest = [...lengths.entries()].sort(([, a], [, b]) => b - a).slice(0, 2);
  const main = new Set(longest.map(([name]) => name));
  return [...lengths.keys()].filter((name) => main.has(name)).join(', ');
}

/** Types that are not here are those where one goes on. */
const maneuvers: Readonly<Record<number, Omit<Maneuver, 'street'>>> = {
  1: { action: 'depart' },
  2: { action: 'depart' },
  3: { action: 'depart' },
  4: { action: 'arrive' },
  5: { action: 'arrive' },
  6: { action: 'arrive' },
  9: { action: 'turn', side: 'slight right' },
  10: { action: 'turn', side: 'right' },
  11: { action: 'turn', side: 'sharp right' },
  12: { action: 'turn', side: 'uturn' },
  13: { action: 'turn', side: 'uturn' },
  14: { action: 'turn', side: 'sharp left' },
  15: { action: 'turn', side: 'left' },
  16: { action: 'turn', side: 'slight left' },
  17: { action: 'ramp', side: 'straight' },
  18: { action: 'ramp', side: 'right' },
  19: { action: 'ramp', side: 'left' },
  20: { action: 'ramp', side: 'right' },
  21: { action: 'ramp', side: 'left' },
  22: { action: 'fork', side: 'straight' },
  23: { action: 'fork', side: 'right' },
  24: { action: 'fork', side: 'left' },
  25: { action: 'merge' },
  26: { action: 'roundabout' },
  27: { action: 'leave roundabout' },
  37: { action: 'merge' },
  38: { action: 'merge' },
};

function writeChineseInstruction({ type, street_names: streets, roundabout_exit_count: exit }: ValhallaStep): string {
  return writeInstruction(
    { action: 'continue', ...maneuvers[type ?? 0], street: streets?.[0], exit: exit ?? undefined },
    'zh',
  );
}

/** No path, no street near, too far, or two places without a way between them. */
function classify({ status, json }: ProviderReply): FailureKind | undefined {
  const code = errorReply.safeParse(json).data?.error_code;
  if (code === undefined) return undefined;
  if ([154, 170, 171, 442].includes(code)) return 'empty';
  return status === 200 ? 'lying' : undefined;
}

const errorReply = z.object({ error_code: z.number() });

export default defineProvider(facts, { route });
