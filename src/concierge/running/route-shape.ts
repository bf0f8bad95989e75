import { z } from 'zod';
import type { EntityKind, MissingInput, Route } from '../types.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

const shape: z.ZodType<Route> = z.object({
  steps: z
    .array(
      z
        .object({
          tool: z.string(),
          input: z.record(z.string(), z.unknown()),
          from: z.record(z.string(), z.object({ step: z.number().int().min(0), path: z.string() })).optional(),
        })
        .transform(({ from, ...step }) => (from ? { ...step, from } : step)),
    )
    .max(6),
  leftOut: z.array(
    z.object({ tool: z.string(), target: z.string(), missing: z.custom<MissingInput>(isText).optional() }),
  ),
  confidence: z.number(),
  language: z.enum(['en', 'ja', 'zh']),
  matched: z.array(z.object({ tool: z.string(), terms: z.array(z.string()) })),
  alternatives: z.array(z.object({ tool: z.string(), score: z.number() })),
  template: z.string(),
  entities: z.array(
    z.object({ kind: z.custom<EntityKind>(isText), value: z.string(), start: z.number(), end: z.number() }),
  ),
});

/** A route as it was kept; undefined when it is not one (any more). */
export function readRoute(text: string): Route | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
