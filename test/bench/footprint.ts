/** Part `footprint`: cold start to the first answer of 200, and memory before and after many paid calls. */
import { type BenchedFarebox, paidRequest, startFarebox } from './farebox.ts';
import { judge, median, print } from './measure.ts';
import { type LoadGenerator, rssMb, type Server } from './processes.ts';

const STARTS = 3;
const START_MS_MAX = 1_000;
const IDLE_MB_MAX = 120;
/** V8 gives back what the start took once nothing has happened for a while. */
const IDLE_MS = 20_000;
const CALLS = 100_000;
/** A heap that is full before it is collected swings; a leak of 1 kB a call would be 50 MB here. */
const GROWTH_MB_MAX = 40;
const LOAD_MS_MAX = 40_000;

export async function benchFootprint(load: LoadGenerator, upstream: Server): Promise<void> {
  print('\nCold start and memory');
  const startsMs: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const farebox = await startFarebox(upstream.url);
    startsMs.push(farebox.startMs);
    await farebox.stop();
  }
  judge(
    `start to the first 200, after the build (median of ${STARTS})`,
    median(startsMs),
    START_MS_MAX,
    'at most',
    ' ms',
  );
  const farebox = await startFarebox(upstream.url);
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    judge(`memory when idle for ${IDLE_MS / 1000} s`, rssMb(farebox.pid), IDLE_MB_MAX, 'at most', ' MB');
    const halfMb = await afterCalls(load, farebox, CALLS / 2);
    const fullMb = await afterCalls(load, farebox, CALLS / 2);
    print(`  memory after ${CALLS / 2} and ${CALLS} paid calls: ${halfMb.toFixed(0)} and ${fullMb.toFixed(0)} MB`);
    judge('growth over the second half', fullMb - halfMb, GROWTH_MB_MAX, 'at most', ' MB');
  } finally {
    await farebox.stop();
  }
}

async function afterCalls(load: LoadGenerator, { url, pid, apiKey }: BenchedFarebox, calls: number): Promise<number> {
  const order = { url, request: paidRequest(apiKey), connections: 32, warmMs: 0, measureMs: LOAD_MS_MAX };
  const { answered } = await load.run({ ...order, requestsMax: calls });
  if (answered < calls) print(`  (only ${answered} of ${calls} calls within ${LOAD_MS_MAX / 1000} s)`);
  return rssMb(pid);
}
