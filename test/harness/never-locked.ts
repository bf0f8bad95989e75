import type { Lockout } from '../../src/kernel/ports.ts';

/** For tests of something else: no address is ever locked. */
export const neverLocked: Lockout = {
  assertOpen: async () => {},
  recordFailure: async () => {},
  recordSuccess: async () => {},
};
