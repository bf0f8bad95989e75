/** Measures whether a function's time grows linearly or quadratically with its input. */

const TRIES = 6;

/**
 * How many times as much processor time `work` takes for an input that is `times` as large. The least of some tries, or
 * the first below `enough`: other work on the machine makes some of them worse, and none better.
 */
export function measureGrowth(work: (size: number) => void, size: number, times: number, enough: number): number {
  const spend = (one: number): number => {
    const start = process.cpuUsage();
    work(one);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  work(size);
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least >= enough; attempt++) {
    const short = spend(size);
    least = Math.min(least, spend(size * times) / short);
  }
  return least;
}
