/** Operator actions on the upstreams of `farebox.yaml`. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';

export const upstreamField = z.string().min(1).max(40).describe('Name of the upstream in farebox.yaml.');
export const toolField = z
  .string()
  .min(1)
  .max(128)
  .describe('Name of the tool, as used by the upstream or in farebox.yaml.');

/** Throws NOT_FOUND without a farebox.yaml. */
export function requireUpstreams({ services: { upstreams } }: CallContext) {
  if (upstreams) return upstreams;
  throw new FareboxError('NOT_FOUND', {
    message: 'This server was started without a farebox.yaml.',
    next: 'Create farebox.yaml as docs/own-tools.md describes, then restart the server.',
  });
}
