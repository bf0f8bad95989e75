/** Lets features declare writes, long reads and purges. Names are unique across the product. */
import type {
  EventDefinition,
  FollowerDefinition,
  PurgeDefinition,
  ReadDefinition,
  Tx,
  View,
  WriteDefinition,
  WriteOptions,
} from './types.ts';

/**
 * In a `writes.ts` (or `…-writes.ts`), exported: the thread that writes finds it there by its name. On SQLite it shares a
 * commit with others that wait, so it should take a millisecond or less: large work comes in portions.
 */
export function defineWrite<Input, Output>(
  name: string,
  run: (tx: Tx, input: Input) => Output | Promise<Output>,
  options: WriteOptions = {},
): WriteDefinition<Input, Output> {
  return { kind: 'write', name, run: async (tx, input) => run(tx, input), ...options };
}

/** In a `reads.ts` (or `…-reads.ts`), exported: for what may take longer than a millisecond. */
export function defineRead<Input, Output>(
  name: string,
  run: (view: View, input: Input) => Output | Promise<Output>,
): ReadDefinition<Input, Output> {
  return { kind: 'read', name, run: async (view, input) => run(view, input) };
}

/** Beside the write that tells of it with `tx.tell`. */
export function defineEvent<Payload>(name: string): EventDefinition<Payload> {
  return { kind: 'event', name };
}

/** In a `writes.ts`, exported: runs inside the write that tells of the event, and fails it by throwing. */
export function defineFollower<Payload>(
  event: EventDefinition<Payload>,
  run: (tx: Tx, payload: Payload) => Promise<void>,
): FollowerDefinition<Payload> {
  return { kind: 'follower', event: event.name, run };
}

/** In a `writes.ts`, exported. */
export function definePurge(name: string, run: (tx: Tx) => Promise<number>): PurgeDefinition {
  return { kind: 'purge', name, run };
}
