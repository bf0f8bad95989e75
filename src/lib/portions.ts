/** Cuts a list into portions of at most so many, in its order; none for an empty list. */
export const cutPortions = <Item>(items: readonly Item[], most: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));
