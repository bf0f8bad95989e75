/** Makes it when it is first asked for, and gives the same from then on. What throws is tried again. */
export function runOnce<T>(make: () => T): () => T {
  let memo: { value: T } | undefined;
  return () => {
    memo ??= { value: make() };
    return memo.value;
  };
}
