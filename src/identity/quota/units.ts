/** The units of plans as calls use them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createStoreUnavailableError } from '../../database/failure.ts';
import type { Database } from '../../database/types.ts';
import { type ErrorObject, FareboxError } from '../../kernel/errors/errors.ts';
import type { UnitLedger } from '../../kernel/ports.ts';
import type { IdentitySettings } from '../deps.ts';
import { findUnitCall } from './reads.ts';
import { releaseUnit, reserveUnit, settleUnit, UNITS_HELD } from './writes.ts';

/** Longest wait of a call for the last units of its plan while running calls hold them. */
const HELD_MS_MAX = 3_000;
const HELD_STEP_MS = 100;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

export function openUnits(
  database: Pick<Database, 'db' | 'write' | 'findOwner'>,
  { plans, presentation: { zone } }: Pick<IdentitySettings, 'plans' | 'presentation'>,
): UnitLedger {
  return {
    open: async (unit) => {
      const owner = database.findOwner();
      if (owner === null) throw createStoreUnavailableError(new Error('This instance has lost its lock.'));
      const reserve = () => database.write(reserveUnit, { ...unit, owner, plans, zone });
      for (let waitedMs = 0; waitedMs < HELD_MS_MAX; waitedMs += HELD_STEP_MS) {
        try {
          return await reserve();
        } catch (thrown) {
          if (!isHeld(thrown)) throw thrown;
          await sleep(HELD_STEP_MS);
        }
      }
      return await reserve();
    },
    settle: async ({ callId, output, answer }) => {
      const isKept = answer !== undefined && Buffer.byteLength(answer) <= ANSWER_BYTES_MAX;
      return await database.write(settleUnit, { callId, output, answer: isKept ? answer : null, zone });
    },
    release: async ({ callId, failure }) => {
      await database.write(releaseUnit, { callId, failure: JSON.stringify(failure) });
    },
    readState: async (callId) => {
      const call = await findUnitCall(database.db, callId);
      if (!call) return { state: 'unknown' };
      if (call.state === 'open') return { state: 'running', callId };
      if (call.state === 'settled') return { state: 'finished', answer: call.answer };
      return { state: 'released', failure: parseFailure(call.failure) };
    },
  };
}

const isHeld = (thrown: unknown): boolean =>
  thrown instanceof FareboxError && thrown.facts.details?.reason === UNITS_HELD.reason;

/** Written by a release alone, always as an ErrorObject. */
function parseFailure(json: string | null): ErrorObject {
  const failure: ErrorObject = JSON.parse(json ?? 'null');
  return failure;
}
