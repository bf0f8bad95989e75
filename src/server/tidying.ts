/**
 * Memory given back in quiet times: V8 keeps what a start or a busy hour has taken until it collects, and where nothing
 * happens it never does.
 */
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';

const LOOK_MS = 5_000;
/** Less is not worth the tenth of a second that collecting takes. */
const GROWN_BYTES_MIN = 16 * 1024 * 1024;

/** Collects when the heap has grown and `countWork` says the same twice. What it returns ends that. */
export function tidyWhenQuiet(countWork: () => number): () => void {
  let latestCount = Number.NaN;
  let tidyBytes = 0;
  const timer = setInterval(() => {
    const count = countWork();
    const isQuiet = count === latestCount;
    latestCount = count;
    if (!isQuiet || getHeapStatistics().total_heap_size - tidyBytes < GROWN_BYTES_MIN) return;
    collectGarbage(() => {
      tidyBytes = getHeapStatistics().total_heap_size;
    });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The one way without a flag of V8 that lets go of emptied pages as well. */
function collectGarbage(onDone: () => void): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.enable');
  session.post('HeapProfiler.collectGarbage', () => {
    session.disconnect();
    onDone();
  });
}
