/** Response types by tool, or by method and path. */
import type { Outputs, Routes } from '#api';

export type Output<T extends keyof Outputs> = Outputs[T];
/** One entry of a list that a tool answers with. */
export type Item<T extends keyof Outputs> = ItemOf<Outputs[T]>;
export type ItemOf<A> = A extends { items: readonly (infer I)[] } | { calls: readonly (infer I)[] } ? I : never;

/** `api/campaigns/${number}?page=2` → `api/campaigns/*`. */
type Route<P extends string> = P extends `${infer Bare}?${string}`
  ? Route<Bare>
  : P extends `${infer Head}/${infer Rest}`
    ? `${Segment<Head>}/${Route<Rest>}`
    : Segment<P>;
/** Only what is not known to the letter can be left out of a record. */
type Segment<S extends string> = Record<never, never> extends Record<S, 1> ? '*' : S;

/** Unknown where no tool answers there. */
export type Answer<M extends string, P extends string> = `${M} ${Route<P>}` extends infer R extends keyof Routes
  ? Outputs[Routes[R]]
  : unknown;
