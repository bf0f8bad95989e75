/** Bar chart of figures over time, with the same figures as an accessible table. */

export interface Bar {
  label: string;
  value: number;
  /** A part of it that counts for less, at its top. */
  faint?: number;
  /** As shown. */
  text: string;
}

const WIDTH = 600;
const HEIGHT = 140;
const GAP = 2;
/** A single day does not fill the width. */
const BARS_MIN = 14;
/** Smallest visible bar. */
const BAR_MIN = 2;

/** Number of the bar at a place between 0 and 1 of the width; the last one for what lies behind it. */
export const findBarAt = (place: number, count: number): number =>
  Math.min(Math.max(Math.floor(place * Math.max(count, BARS_MIN)), 0), count - 1);

/** They end before the width does. */
export const isNarrow = ({ length }: readonly Bar[]): boolean => length < BARS_MIN;

interface BarsProps {
  bars: readonly Bar[];
  title: string;
  /** Number of the one that is pointed at. */
  chosen?: number | undefined;
}

export function Bars({ bars, title, chosen }: BarsProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  const step = WIDTH / Math.max(bars.length, BARS_MIN);
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title}>
      {bars.map(({ label, value, faint = 0, text }, index) => {
        const height = value > 0 ? Math.max((value / highest) * HEIGHT, BAR_MIN) : 0;
        const faintHeight = value > 0 ? (faint / value) * height : 0;
        const width = Math.max(step - GAP, 1);
        return (
          <g key={label} class={index === chosen ? 'chosen' : undefined}>
            <title>{`${label}: ${text}`}</title>
            <rect class="room" x={index * step} y={0} width={step} height={HEIGHT} />
            <rect class="bar" x={index * step} y={HEIGHT - height} width={width} height={height} />
            {faintHeight > 0 && (
              <rect class="bar faint" x={index * step} y={HEIGHT - height} width={width} height={faintHeight} />
            )}
          </g>
        );
      })}
      <line x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
    </svg>
  );
}
