/** Caps of a key as callers write and see them: amounts in USD. */
import { z } from 'zod';
import type { Caps } from '../../kernel/principal.ts';
import { objectOf } from '../../kernel/tool/fields.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { fromUsd, MICROS_PER_GRANT_MAX, toUsd } from '../../lib/money.ts';

const capUsd = (about: string) =>
  z.number().min(0).max(toUsd(MICROS_PER_GRANT_MAX)).optional().describe(`${about} in USD. Default: no limit.`);

/** A misspelt limit would be none: what is not known is refused. */
export const capsInput = z
  .strictObject({
    total: capUsd('Maximum total spending of the key'),
    perDay: capUsd('Maximum spending of the key per UTC day'),
    perCall: capUsd('Maximum price of one call'),
    tools: z
      .array(z.string().min(1).max(100))
      .max(200)
      .optional()
      .describe('Names of the tools that the key may call. Default: all tools.'),
  })
  .describe('Limits of the key, enforced on every call.');

export const capsOutput = objectOf('Limits of the key; a missing field means no limit.', {
  total: z.number().optional().describe('Maximum total spending of the key in USD.'),
  perDay: z.number().optional().describe('Maximum spending of the key per UTC day in USD.'),
  perCall: z.number().optional().describe('Maximum price of one call in USD.'),
  tools: z.array(z.string()).optional().describe('Names of the tools that the key may call.'),
});

/** Throws INVALID_INPUT for a tool that does not exist. */
export function parseUsdCaps(caps: z.output<typeof capsInput>, registry: Registry): Caps {
  const tools = caps.tools && checkTools(caps.tools, registry);
  return {
    ...(caps.total === undefined ? {} : { totalMicros: fromUsd(caps.total) }),
    ...(caps.perDay === undefined ? {} : { perDayMicros: fromUsd(caps.perDay) }),
    ...(caps.perCall === undefined ? {} : { perCallMicros: fromUsd(caps.perCall) }),
    ...(tools === undefined ? {} : { tools }),
  };
}

export function formatUsdCaps(caps: Caps): z.input<typeof capsOutput> {
  return {
    ...(caps.totalMicros === undefined ? {} : { total: toUsd(caps.totalMicros) }),
    ...(caps.perDayMicros === undefined ? {} : { perDay: toUsd(caps.perDayMicros) }),
    ...(caps.perCallMicros === undefined ? {} : { perCall: toUsd(caps.perCallMicros) }),
    ...(caps.tools === undefined ? {} : { tools: [...caps.tools] }),
  };
}

export const hasCaps = (caps: Caps): boolean => Object.values(caps).some((cap) => cap !== undefined);

/** Current names of these tools; a name that no tool has would be a cap nobody meant. */
function checkTools(names: readonly string[], registry: Registry): string[] {
  const issues = names.flatMap((name, index) =>
    registry.get(name)
      ? []
      : [{ path: `caps.tools.${index}`, message: `No such tool; near: ${registry.nearest(name, 3).join(', ')}` }],
  );
  if (issues.length > 0) throw createInvalidInputError(issues);
  return [...new Set(names.map((name) => registry.get(name)?.name ?? name))];
}
