/** Work in the background: its progress from the job's own counters, also after a reload. */
import { useEffect, useState } from 'preact/hooks';
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
export function usePoll<A>(path: string, isBusy: (data: A) => boolean): Poll<A> {
  const [state, setState] = useState<{ data: A | undefined; error: unknown }>({ data: undefined, error: undefined });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (waitMs: number): Promise<void> => {
      try {
        const data = await read<A>(path);
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
  return { ...state, poke: () => setRound((before) => before + 1) };
}
