/** Improvement of a text: suggestions are applied one by one, and the score follows. */
import { useState } from 'preact/hooks';
import { Failure, useAction } from '../common/parts.tsx';
import { ask, toCount } from '../common/workspace.ts';
import { LiveScore } from './live-score.tsx';
import { onAnalyse, t } from './say.ts';
import type { Analysis } from './types.ts';
import { type LiveScore as Score, toScoreFields, useLiveScore } from './use-score.ts';

type Change = NonNullable<Analysis['optimized']>['changes'][number];

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
  const score = useLiveScore(text, nq ?? undefined);
  if (!nq) return null;
  const changes = optimized?.changes ?? [];
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
      <div class="editor follows">
        <WorkingText text={text} onChange={setText} score={score} language={analysis.language} />
        <div>
          <h2>{t('nq')}</h2>
          <LiveScore score={score} />
          {optimized && changes.length > 0 && (
            <section>
              <h2>
                {onAnalyse('changes')}{' '}
                <span class="note amount">
                  {toCount(done.size)} / {toCount(changes.length)}
                </span>
              </h2>
              <ul class="changes">
                {changes.map((change) => (
                  <ChangeRow
                    key={`${change.dimension} ${change.why} ${change.after}`}
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
        </div>
      </div>
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
    <li class={state}>
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
  score: Score;
  language: string;
}

/** Placeholders to fill in are in brackets. */
const OPEN_PLACE = /\[[^\]\n]+\]|【[^】\n]+】/;

function WorkingText({ text, onChange, score, language }: WorkingProps) {
  const { isBusy, error, run } = useAction();
  const keep = (): void =>
    run(async () => {
      const [title = '', ...rest] = text.trim().split('\n');
      const { company } = await ask('GET', '/auth/me');
      const body = rest.join('\n').trim() || title;
      const release = {
        ...{ company_id: company.company_id, title, body, source_type: 'optimized' },
        ...toScoreFields(score),
      };
      const made = await ask('POST', '/api/press-release', release);
      location.assign(`/app/releases?id=${made.press_release_id}`);
    });
  return (
    <section>
      <h2>{onAnalyse('working')}</h2>
      <textarea
        class="prose"
        rows={14}
        value={text}
        lang={language}
        aria-label={onAnalyse('working')}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {OPEN_PLACE.test(text) && <p class="state caution">{onAnalyse('confirm')}</p>}
      <p class="actions">
        <button class="short" type="button" disabled={isBusy} onClick={keep}>
          {onAnalyse('toRelease')}
        </button>
      </p>
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}
