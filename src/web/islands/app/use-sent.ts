/** What an operation answers that is asked with a body. */
import { useEffect, useState } from 'preact/hooks';
import type { Reading } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';

export function useSent<A>(path: string, body: object): Reading<A> {
  const [state, setState] = useState<{ data: A | undefined; error: unknown }>({ data: undefined, error: undefined });
  const [round, setRound] = useState(0);
  const text = JSON.stringify(body);
  useEffect(() => {
    let isOver = false;
    ask<A>('POST', path, JSON.parse(text)).then(
      (data) => isOver || setState({ data, error: undefined }),
      (error: unknown) => isOver || setState({ data: undefined, error }),
    );
    return () => {
      isOver = true;
    };
  }, [path, text, round]);
  return { ...state, reload: () => setRound((before) => before + 1) };
}
