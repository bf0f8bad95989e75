/** Everything that an analysis says. */
import { useState } from 'preact/hooks';
import { Back } from '../common/back.tsx';
import { Ago, Failure, useAction } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { Improve } from './improve.tsx';
import { MarkedText } from './marked-text.tsx';
import { QualityView } from './quality.tsx';
import { onAnalyse, t } from './say.ts';
import type { Analysis } from './types.ts';

export function AnalysisView({ analysis }: { analysis: Analysis }) {
  const { title, summary, nq, keywords, categories, faq, language } = analysis;
  return (
    <>
      <Back href="/app/results" list={t('results')} title={title ?? t('untitled')} />
      <h2 class="headline" lang={language}>
        {title ?? t('untitled')}
      </h2>
      {summary && (
        <p class="lead-in" lang={language}>
          {summary}
        </p>
      )}
      <p class="tags">
        {(categories ?? []).map(({ key, label }) => (
          <span key={key} class="tag">
            {label}
          </span>
        ))}{' '}
        <span class="note">
          {onAnalyse('analysed')} <Ago at={analysis.created_at} />
        </span>
      </p>
      {nq && <QualityView quality={nq} />}
      <MarkedText analysis={analysis} />
      <Improve analysis={analysis} />
      {keywords && keywords.length > 0 && (
        <section>
          <h2>{onAnalyse('keywords')}</h2>
          <p class="tags" lang={language}>
            {keywords.map(({ term }) => (
              <span key={term} class="tag">
                {term}
              </span>
            ))}
          </p>
        </section>
      )}
      {faq && faq.length > 0 && (
        <section lang={language}>
          <h2>{onAnalyse('faq')}</h2>
          {faq.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      )}
      {analysis.json_ld && (
        <details>
          <summary>{onAnalyse('jsonLd')}</summary>
          <pre>
            <code>{JSON.stringify(analysis.json_ld, null, 2)}</code>
          </pre>
        </details>
      )}
      <Feedback resultId={analysis.result_id} />
    </>
  );
}

function Feedback({ resultId }: { resultId: string }) {
  const [isGiven, setGiven] = useState(false);
  const { isBusy, error, run } = useAction();
  const give = (rating: 1 | -1): void =>
    run(async () => {
      await ask('POST', '/api/feedback', { result_id: resultId, rating });
      setGiven(true);
    });
  if (isGiven) return <p role="status">{onAnalyse('thanks')}</p>;
  return (
    <p class="actions">
      {onAnalyse('feedback')}
      <button class="second short" type="button" disabled={isBusy} onClick={() => give(1)}>
        {onAnalyse('up')}
      </button>
      <button class="second short" type="button" disabled={isBusy} onClick={() => give(-1)}>
        {onAnalyse('down')}
      </button>
      {error !== undefined && <Failure error={error} />}
    </p>
  );
}
