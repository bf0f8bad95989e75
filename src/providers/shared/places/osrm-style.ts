/** Routes in OSRM's format, and its errors. */
import { z } from 'zod';
import { type FailureKind, UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { figure } from '../figures.ts';
import type { RouteLanguage } from '../instructions.ts';
import type { ProviderReply } from '../provider.ts';
import type { Point } from './coordinates.ts';

export const profiles = ['driving', 'driving-traffic', 'walking', 'cycling'] as const;
export type Profile = (typeof profiles)[number];

export interface RouteRequest {
  from: Point;
  to: Point;
  profile: Profile;
  language: RouteLanguage;
}

export interface RouteStep {
  instruction: string;
  distanceMeters: number | null;
  durationSeconds: number | null;
}

export interface Route {
  distanceMeters: number | null;
  durationSeconds: number | null;
  /** The main streets, in a few words. */
  summary: string;
  steps: RouteStep[];
  attribution: string;
}

const step = z.object({
  distance: figure,
  duration: figure,
  name: z.string().nullish(),
  maneuver: z.object({
    type: z.string(),
    modifier: z.string().nullish(),
    exit: figure,
    instruction: z.string().nullish(),
  }),
});

export type OsrmStep = z.output<typeof step>;

export const osrmReply = z.object({
  code: z.literal('Ok'),
  routes: z.array(
    z.object({
      distance: figure,
      duration: figure,
      legs: z.array(z.object({ summary: z.string().nullish(), steps: z.array(step) })),
    }),
  ),
});

/** The first route of a reply. Throws `empty` when there is none. */
export function readFirstRoute(
  { routes }: z.output<typeof osrmReply>,
  source: string,
  instruction: (step: OsrmStep) => string,
): Omit<Route, 'attribution'> {
  const [route] = routes;
  if (!route || (route.distance === null && route.duration === null)) throw new UpstreamFailure('empty', source);
  return {
    distanceMeters: route.distance,
    durationSeconds: route.duration,
    summary: route.legs
      .map(({ summary }) => summary)
      .filter(Boolean)
      .join(', '),
    steps: route.legs.flatMap(({ steps }) =>
      steps.map((one) => ({
        instruction: instruction(one),
        distanceMeters: one.distance,
        durationSeconds: one.duration,
      })),
    ),
  };
}

/** `lon,lat;lon,lat`, as the path wants it. */
export const formatPoints = ({ from, to }: RouteRequest): string =>
  [from, to].map(({ longitude, latitude }) => `${longitude},${latitude}`).join(';');

/** No way, no street near, or too far: there is no route. Errors have a code of their own, also in a 200. */
export function classifyRoute({ status, json }: ProviderReply): FailureKind | undefined {
  const { code = '', message = '' } = errorReply.safeParse(json).data ?? {};
  if (code === 'NoRoute' || code === 'NoSegment' || code === 'TooBig') return 'empty';
  if (code === 'InvalidInput' && /distance/i.test(message)) return 'empty';
  return status === 200 && code !== 'Ok' && (code !== '' || message !== '') ? 'lying' : undefined;
}

const errorReply = z.object({ code: z.string().optional(), message: z.string().optional() });
