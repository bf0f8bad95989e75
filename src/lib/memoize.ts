/** Makes it when it is first asked for, and gives the same from then on. What throws is tried again. */
export function runOnce<T>(make: () => T): () => T {
  let memo: { value: T } | undefined;
  return () => {
    memo ??= { value: make() };
    return memo.value;
  };
}

/** The same, made anew for whoever asks after `ms`; all who ask meanwhile get one. What fails is tried again. */
export function runOnceIn<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let memo: { value: Promise<T>; untilMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (memo && memo.untilMs > nowMs) return memo.value;
    const fresh = { value: make(), untilMs: nowMs + ms };
    memo = fresh;
    fresh.value.catch(() => {
      if (memo === fresh) memo = undefined;
    });
    return fresh.value;
  };
}
