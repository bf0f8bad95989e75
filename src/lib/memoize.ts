/** Memoizes `make`. A failed call is retried by the next one. */
export function runOnce<T>(make: () => T): () => T {
  let memo: { value: T } | undefined;
  return () => {
    memo ??= { value: make() };
    return memo.value;
  };
}

/** The same, made anew when `readKey` gives another value. */
export function runOncePer<K, V>(readKey: () => K, make: (key: K) => V): () => V {
  let memo: { key: K; value: V } | undefined;
  return () => {
    const key = readKey();
    if (memo === undefined || memo.key !== key) memo = { key, value: make(key) };
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
