/** Makes it when it is first asked for, and gives the same from then on. What throws is tried again. */
export function runOnce<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
