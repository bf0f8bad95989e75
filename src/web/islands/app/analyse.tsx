/** Analysis of a text or a page address, with its results. */
import { useState } from 'preact/hooks';
import { Failure, takeForm, useAction } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { AnalysisView } from './analysis-view.tsx';
import { onAnalyse, t } from './say.ts';
import type { Analysis } from './types.ts';

const CHARS_MAX = 60_000;

export function Analyse() {
  const [analysis, setAnalysis] = useState<Analysis>();
  const [hasUrl, setHasUrl] = useState(false);
  const { isBusy, error, run } = useAction();
  const start = takeForm((form) => {
    run(async () => {
      const content = String(form.get('content') ?? '').trim();
      const url = String(form.get('url') ?? '').trim();
      const given = { ...(content ? { content } : {}), ...(url ? { url } : {}) };
      const made = await ask('POST', '/api/analyze', given);
      setAnalysis(made);
      history.replaceState(null, '', `/app/results?id=${made.result_id}`);
    });
  });
  return (
    <>
      {!analysis && (
        <form onSubmit={start}>
          <p class="note">{onAnalyse('intro')}</p>
          <label for="content">{t('text')}</label>
          <textarea id="content" class="prose" name="content" rows={12} maxLength={CHARS_MAX} required={!hasUrl} />
          <label for="url">{onAnalyse('url')}</label>
          <input
            id="url"
            name="url"
            type="url"
            maxLength={2_000}
            placeholder="https://"
            onInput={({ currentTarget }) => setHasUrl(currentTarget.value.trim() !== '')}
          />
          <p class="actions">
            <button class="short" type="submit" disabled={isBusy}>
              {onAnalyse('run')}
            </button>
            {isBusy && (
              <span class="note" role="status">
                <progress aria-label={onAnalyse('run')} /> {onAnalyse('takes')}
              </span>
            )}
          </p>
        </form>
      )}
      {error !== undefined && <Failure error={error} />}
      {analysis && <AnalysisView analysis={analysis} />}
    </>
  );
}
