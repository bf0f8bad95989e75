/** Messages between the main thread and a database thread, including errors. */
import { type ErrorCode, type ErrorDetails, FareboxError } from '../kernel/errors/errors.ts';
import { isStoreFailure } from './failure.ts';

export type WriteJob =
  | { kind: 'write'; name: string; input: unknown }
  /** Every purge there is. */
  | { kind: 'purge' }
  /** Stands in for a write whose input can't cross a thread, so that it fails alone. */
  | { kind: 'unsendable'; name: string };

export interface SerializedError {
  /** One of ours, or `store` for a database that is gone, or null for a defect. */
  code: ErrorCode | 'store' | null;
  message: string;
  facts: ErrorDetails;
}

export type JobResult<Output = unknown> = { output: Output } | { error: SerializedError };

/** Of a thread that writes. Rows and messages are short-lived: a third of what V8 would take is collected as cheaply. */
export const YOUNG_MB = 12;

/** Promise of a job that a thread is working on. */
export interface Waiting<Output = unknown> {
  accept(output: Output): void;
  reject(error: Error): void;
}

/** The outcome of a write is not known: it may have been committed. */
export class UncertainOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection broke before the commit was confirmed.', { cause });
    this.name = 'UncertainOutcome';
  }
}

/** Can it cross a thread? */
export function isSendable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** Memory that an answer can hand over instead of copying it: bytes among the members of its output that are alone in theirs. */
export function listTransferable(result: JobResult): ArrayBuffer[] {
  if ('error' in result || typeof result.output !== 'object' || result.output === null) return [];
  const memories = Object.values(result.output).flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && isAlone(value) ? [value.buffer] : [],
  );
  return [...new Set(memories)];
}

/** Small buffers of Node share their memory. */
const isAlone = ({ byteOffset, buffer }: Uint8Array): boolean =>
  byteOffset === 0 && buffer.byteLength > Buffer.poolSize;

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
