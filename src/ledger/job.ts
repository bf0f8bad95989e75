/** What waits for a writer, and how its answers and errors cross a thread. */
import { type ErrorCode, type ErrorFacts, FareboxError } from '../kernel/errors.ts';
import { isStoreFailure } from '../storage/failure.ts';
import type { Op, Verdict } from './op.ts';
import type { Inputs, OperationName, Outputs } from './operations.ts';

/** A named operation. */
export interface RunJob<N extends OperationName = OperationName> {
  kind: 'run';
  name: N;
  input: Inputs[N];
}

export type Job = Op | RunJob;

export interface SerializedError {
  /** One of ours, or `store` for a database that is gone, or null for a defect. */
  code: ErrorCode | 'store' | null;
  message: string;
  facts: ErrorFacts;
}

export type JobResult<N extends OperationName = OperationName> =
  | { verdict: Verdict }
  | { output: Outputs[N] }
  | { error: SerializedError };

/** The outcome of a write is not known: it may have been committed. */
export class UncertainOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection broke before the commit was confirmed.', { cause });
    this.name = 'UncertainOutcome';
  }
}

export function isUncertain(thrown: unknown): boolean {
  return thrown instanceof UncertainOutcome;
}

export function serializeError(thrown: unknown): SerializedError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof FareboxError) {
    const { cause: _, ...facts } = thrown.facts;
    return { code: thrown.code, message, facts };
  }
  return { code: isStoreFailure(thrown) ? 'store' : null, message, facts: {} };
}

export function deserializeError({ code, message, facts }: SerializedError): Error {
  if (code === null) return new FareboxError('INTERNAL', { cause: new Error(message) });
  if (code === 'store') {
    return new FareboxError('STORE_UNAVAILABLE', { cause: new Error(message), retryAfterSeconds: 2 });
  }
  return new FareboxError(code, facts);
}
