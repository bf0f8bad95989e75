/** Part `slow`: many calls in flight at once to an upstream that takes a second, as language models do. */
import { freeRequest, paidRequest, startFarebox } from './farebox.ts';
import { judge, print } from './measure.ts';
import { type LoadGenerator, rssMb, type Server } from './processes.ts';

const IN_FLIGHT = 2_000;
const ANSWER_S = 1;
/** Of what as many callers could get at most: one answer each for every second. */
const SHARE_MIN = 0.8;
const CALL_KB_MAX = 60;
const WARM_MS = 3_000;
const MEASURE_MS = 8_000;
/** How often memory is looked at. The least counts, after a collection: the rest are calls that have ended. */
const LOOK_MS = 250;

export async function benchSlowUpstream(load: LoadGenerator, upstream: Server): Promise<void> {
  print(`\n${IN_FLIGHT} paid calls in flight, to an upstream that answers after ${ANSWER_S} s`);
  const farebox = await startFarebox(upstream.url, {
    variables: {
      GROQ_BASE_URL: `${upstream.url}/slow/v1`,
      MAX_CONNECTIONS_PER_ADDRESS: '10000',
      REFUNDS_PER_HOUR: '1000000',
    },
  });
  try {
    const order = { url: farebox.url, request: paidRequest(farebox.apiKey) };
    // Before it counts: compiled by the same calls, few at once, and then grown by free ones that are answered at once. What the
    // collector takes for short-lived objects is not the waiting calls'.
    for (const request of [order.request, freeRequest(farebox.apiKey)]) {
      await load.run({ ...order, request, connections: 64, warmMs: 0, measureMs: WARM_MS });
    }
    const beforeMb = rssMb(farebox.pid);
    const looks: number[] = [];
    const timer = setInterval(() => looks.push(rssMb(farebox.pid)), LOOK_MS);
    const result = await load.run({ ...order, connections: IN_FLIGHT, warmMs: WARM_MS, measureMs: MEASURE_MS });
    clearInterval(timer);
    looks.splice(0, WARM_MS / LOOK_MS);
    judge(
      'answers a second, of one for each call in flight',
      (result.perSecond * ANSWER_S) / IN_FLIGHT,
      SHARE_MIN,
      'at least',
    );
    judge(
      'memory of a call in flight',
      ((Math.min(...looks) - beforeMb) * 1024) / IN_FLIGHT,
      CALL_KB_MAX,
      'at most',
      ' kB',
    );
    print(`  a call takes ${result.p50Ms.toFixed(0)} ms, of a hundred the slowest ${result.p99Ms.toFixed(0)} ms`);
  } finally {
    await farebox.stop();
  }
}
