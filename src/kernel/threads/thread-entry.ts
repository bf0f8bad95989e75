/** Common setup of worker-thread entry files. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Defect, describeDefect } from './thread-pool.ts';

/** Of `nice`: with both at work on one processor, the main thread gets three quarters of it. */
const NICENESS = 5;

/** Gives way to the main thread, which answers calls. Only Linux has a priority for each thread: elsewhere nothing changes. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(NICENESS);
}

/** The whole of a pool's thread: answers each message with what the work makes of it, or with what nobody foresaw. */
export function answerTasks<Input, Answer>(work: (input: Input) => Answer | Promise<Answer>): void {
  giveWay();
  parentPort?.on('message', async (input: Input) => {
    parentPort?.postMessage(await attempt(work, input));
  });
}

async function attempt<Input, Answer>(
  work: (input: Input) => Answer | Promise<Answer>,
  input: Input,
): Promise<Answer | Defect> {
  try {
    return await work(input);
  } catch (thrown) {
    return describeDefect(thrown);
  }
}
