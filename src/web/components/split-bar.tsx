/** A whole and its parts as one bar; the unused rest stays empty. The figures are also in a table. */

export interface Part {
  /** Names its colour. */
  tone: string;
  label: string;
  value: number;
}

const WIDTH = 600;
const HEIGHT = 20;

export function SplitBar({ title, whole, parts }: { title: string; whole: number; parts: readonly Part[] }) {
  const scale =
    WIDTH /
    Math.max(
      whole,
      parts.reduce((sum, { value }) => sum + value, 0),
      1,
    );
  let x = 0;
  const rects = parts.map(({ tone, label, value }) => {
    const at = x;
    x += value * scale;
    return { tone, label, value, at, width: value * scale };
  });
  const text = parts.map(({ label, value }) => `${label} ${value}`).join(', ');
  return (
    <figure class="split">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${title}: ${text}`}>
        <rect class="room" width={WIDTH} height={HEIGHT} />
        {rects.map(({ tone, label, value, at, width }) => (
          <rect key={tone} class={tone} x={at} width={width} height={HEIGHT}>
            <title>{`${label}: ${value}`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  );
}
