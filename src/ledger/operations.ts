/** Every named write operation, in one place; `LedgerHandle.write(name, input)` runs one. Add yours here. */
import { deposit } from './deposit.ts';
import type { Operation } from './operation.ts';

export const operations = { deposit };

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationInput<N extends OperationName> =
  Operations[N] extends Operation<infer Input, infer _Output> ? Input : never;
export type OperationOutput<N extends OperationName> =
  Operations[N] extends Operation<infer _Input, infer Output> ? Output : never;
