/** Bars of daily results; the table around it holds the totals. */

export interface DayBar {
  day: string;
  /** As shown. */
  text: string;
  /** Null: nothing happened. */
  state: 'good' | 'caution' | 'bad' | null;
}

const STEP = 4;
const WIDTH = 3;
const HEIGHT = 28;

export function DayBars({ days, title }: { days: readonly DayBar[]; title: string }) {
  return (
    <svg
      class="days"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      {days.map(({ day, text, state }, index) => (
        <rect key={day} class={state ?? 'none'} x={index * STEP} y={0} width={WIDTH} height={HEIGHT}>
          {state === null ? null : <title>{`${day}: ${text}`}</title>}
        </rect>
      ))}
    </svg>
  );
}
