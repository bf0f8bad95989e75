/** A text that is improved: changes are applied one by one, and the score follows. */
import { useState } from 'preact/hooks';
import { Failure, useAction } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { QualityView } from './quality.tsx';
import { onAnalyse, t } from './say.ts';
import type { Analysis, Change, Me, Quality, Release } from './types.ts';

/** Longer ones are cut in the answer: those can't be looked for. */
const CUT = '…';

const canApply = (text: string, { before, after }: Change): boolean =>
  !after.endsWith(CUT) && (before === '' || text.includes(before));

const apply = (text: string, { before, after }: Change): string =>
  before === '' ? `${text.trimEnd()}\n\n${after}` : text.replace(before, () => after);

export function Improve({ analysis }: { analysis: Analysis }) {
  const { optimized, nq } = analysis;
  const [text, setText] = useState(analysis.text);
  const [done, setDone] = useState<ReadonlySet<Change>>(new Set());
  if (!nq) return null;
  const take = (change: Change): void => {
    setText(apply(text, change));
    setDone(new Set([...done, change]));
  };
  return (
    <>
      <section>
        <h2>{onAnalyse('suggestions')}</h2>
        <ol class="suggestions" lang={analysis.language}>
          {nq.suggestions.map(({ dimension, gain, text: words, example }) => (
            <li key={dimension}>
              {words} <span class="tag good">{onAnalyse('gain', { gain })}</span>
              <p class="note">{onAnalyse('example', { example })}</p>
            </li>
          ))}
        </ol>
      </section>
      {optimized && optimized.changes.length > 0 && (
        <section>
          <h2>{onAnalyse('changes')}</h2>
          <ul class="changes">
            {optimized.changes.map((change) => (
              <ChangeRow
                key={`${change.dimension} ${change.why}`}
                change={change}
                state={done.has(change) ? 'done' : canApply(text, change) ? 'open' : 'closed'}
                onApply={() => take(change)}
              />
            ))}
          </ul>
          <button
            class="second short"
            type="button"
            onClick={() => setText([optimized.title, optimized.body.trim()].join('\n\n'))}
          >
            {onAnalyse('applyAll')}
          </button>
        </section>
      )}
      <WorkingText text={text} onChange={setText} first={nq} />
    </>
  );
}

interface ChangeProps {
  change: Change;
  state: 'open' | 'done' | 'closed';
  onApply: () => void;
}

function ChangeRow({ change: { before, after, why }, state, onApply }: ChangeProps) {
  return (
    <li>
      <p>{why}</p>
      {before && (
        <p>
          <del>{before}</del>
        </p>
      )}
      <p>
        <ins>{after}</ins>
      </p>
      <button class="second short" type="button" disabled={state !== 'open'} onClick={onApply}>
        {onAnalyse(state === 'done' ? 'applied' : 'apply')}
      </button>
    </li>
  );
}

interface WorkingProps {
  text: string;
  onChange: (text: string) => void;
  /** Of the text as it came. */
  first: Quality;
}

function WorkingText({ text, onChange, first }: WorkingProps) {
  const [quality, setQuality] = useState(first);
  const scoring = useAction();
  const keeping = useAction();
  const score = (): void =>
    scoring.run(async () => {
      setQuality(await ask<Quality>('POST', '/api/press-release/predict-nq', { text }));
    });
  const keep = (): void =>
    keeping.run(async () => {
      const [title = '', ...rest] = text.trim().split('\n');
      const { company } = await ask<Me>('GET', '/auth/me');
      const body = rest.join('\n').trim() || title;
      const release = { company_id: company.company_id, title, body, source_type: 'optimized' };
      const made = await ask<Release>('POST', '/api/press-release', release);
      location.assign(`/app/releases?id=${made.press_release_id}`);
    });
  return (
    <section>
      <h2>{onAnalyse('working')}</h2>
      <textarea
        class="prose"
        rows={14}
        value={text}
        aria-label={onAnalyse('working')}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {/\[[^\]\n]+\]/.test(text) && <p class="state caution">{onAnalyse('confirm')}</p>}
      <p class="actions">
        <button class="second short" type="button" disabled={scoring.isBusy} onClick={score}>
          {onAnalyse('scoreAgain')}
        </button>
        <button class="short" type="button" disabled={keeping.isBusy} onClick={keep}>
          {onAnalyse('toRelease')}
        </button>
      </p>
      {scoring.error !== undefined && <Failure error={scoring.error} />}
      {keeping.error !== undefined && <Failure error={keeping.error} />}
      {quality !== first && (
        <div role="status" aria-label={t('nq')}>
          <QualityView quality={quality} isShort />
        </div>
      )}
    </section>
  );
}
