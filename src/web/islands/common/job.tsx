/** Work in the background: its progress from the job's own counters, also after a reload. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from './answers.ts';
import { read } from './workspace.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;
const SLOWER = 1.5;

export interface Poll<A> {
  data: A | undefined;
  error: unknown;
  /** Asks at once, and often again. */
  poke(): void;
}

/** Asks again and again, more rarely with time, as long as `isBusy` says so. */
export function usePoll<P extends string>(
  path: P,
  isBusy: (data: Answer<'GET', P>) => boolean,
): Poll<Answer<'GET', P>> {
  const [state, setState] = useState<{ data?: Answer<'GET', P>; error: unknown }>({ error: undefined });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (waitMs: number): Promise<void> => {
      try {
        const data = await read(path);
        if (isOver) return;
        setState({ data, error: undefined });
        if (isBusy(data)) timer = setTimeout(() => void look(Math.min(waitMs * SLOWER, LONGEST_MS)), waitMs);
      } catch (error) {
        if (!isOver) setState((before) => ({ ...before, error }));
      }
    };
    void look(FIRST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [path, round]);
  return { data: state.data, error: state.error, poke: () => setRound((before) => before + 1) };
}
