/** Hook for the live score of a text. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../common/workspace.ts';
import type { Quality } from './types.ts';

/** After the last key. */
const QUIET_MS = 900;

export interface LiveScore {
  quality: Quality | undefined;
  error: unknown;
  /** A score of the text as it stands is on its way. */
  isBusy: boolean;
  retry(): void;
}

/** Some time after the last key was pressed; the text that is there from the start at once, unless `first` is its score. */
export function useLiveScore(text: string, first?: Quality): LiveScore {
  const [state, setState] = useState<{ quality: Quality | undefined; error: unknown; of: string | null }>({
    quality: first,
    error: undefined,
    of: first ? text : null,
  });
  const [round, setRound] = useState(0);
  const isFirst = useRef(true);
  const isText = /\p{L}/u.test(text);
  useEffect(() => {
    const waitMs = isFirst.current ? 0 : QUIET_MS;
    isFirst.current = false;
    if (!isText || state.of === text) return;
    let isOver = false;
    const timer = setTimeout(() => {
      ask('POST', '/api/press-release/predict-nq', { text }).then(
        (quality) => isOver || setState({ quality, error: undefined, of: text }),
        (error: unknown) => isOver || setState((before) => ({ ...before, error, of: text })),
      );
    }, waitMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, round]);
  const retry = (): void => {
    setState((before) => ({ ...before, error: undefined, of: null }));
    setRound((before) => before + 1);
  };
  return { quality: state.quality, error: state.error, isBusy: isText && state.of !== text, retry };
}

/** Fields that a release keeps of a score; empty for the score of another text. */
export const toScoreFields = ({ quality, isBusy, error }: LiveScore): object =>
  quality && !isBusy && error === undefined
    ? { nq_score: quality.nq_score, nq_dimensions: JSON.stringify(quality.dimensions) }
    : {};
