/** News quality as a dial, with its dimensions as bars. */
import { useState } from 'preact/hooks';
import { NqDial } from '../../components/nq-dial.tsx';
import { onAnalyse, t } from './say.ts';
import type { Dimension, Quality } from './types.ts';

export function QualityView({ quality, isShort = false }: { quality: Quality; isShort?: boolean }) {
  const { nq_score: score, grade, dimensions } = quality;
  const [isCounted, setCounted] = useState(false);
  return (
    // The short one stands in a part of the page that has the name already.
    <section class="quality" aria-label={isShort ? undefined : t('nq')}>
      <NqDial score={score} label={`${t('nqOf', { score })}, ${grade}`} />
      <ul>
        {dimensions.map((dimension) => (
          <DimensionBar key={dimension.key} dimension={dimension} isShort={!isCounted} />
        ))}
        {!isShort && (
          <li class="whole">
            <button class="plain" type="button" aria-pressed={isCounted} onClick={() => setCounted(!isCounted)}>
              {onAnalyse('howCounted')}
            </button>
          </li>
        )}
      </ul>
      {!isShort && <p class="note">{onAnalyse('formOnly')}</p>}
    </section>
  );
}

function DimensionBar({ dimension, isShort }: { dimension: Dimension; isShort: boolean }) {
  const { label, score, max, reason, level } = dimension;
  return (
    <li title={reason}>
      <span>{label}</span>
      <meter class={level} min={0} max={max} low={max * 0.4} high={max * 0.7} optimum={max} value={score}>
        {score}
      </meter>
      <span class="amount">
        {score}/{max}
      </span>
      {!isShort && <span class="note">{reason}</span>}
    </li>
  );
}

export function Score({ score, isStale = false }: { score: number | null; isStale?: boolean }) {
  if (score === null) return <span class="note">{t('noScore')}</span>;
  const tone = score >= 70 ? 'good' : score >= 40 ? 'caution' : 'bad';
  return (
    <span class={`tag ${isStale ? '' : tone}`}>
      NQ {Math.round(score)}
      {isStale && ' *'}
    </span>
  );
}
