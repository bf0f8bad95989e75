/** A score as a dial. */

const RADIUS = 52;
const ROUND = 2 * Math.PI * RADIUS;
/** Of a full turn. */
const SWEEP = 0.75;

export function NqDial({ score, label }: { score: number | null; label: string }) {
  const part = (Math.min(Math.max(score ?? 0, 0), 100) / 100) * SWEEP;
  const tone = score === null ? 'none' : score >= 70 ? 'good' : score >= 40 ? 'caution' : 'bad';
  return (
    <svg class={`dial ${tone}`} viewBox="0 0 128 128" role="img" aria-label={label}>
      <circle class="track" cx={64} cy={64} r={RADIUS} stroke-dasharray={`${ROUND * SWEEP} ${ROUND}`} />
      <circle class="mark" cx={64} cy={64} r={RADIUS} stroke-dasharray={`${ROUND * part} ${ROUND}`} />
      <text x={64} y={74} text-anchor="middle">
        {score === null ? '–' : Math.round(score)}
      </text>
    </svg>
  );
}
