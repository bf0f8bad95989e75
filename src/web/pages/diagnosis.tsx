/** The diagnosis report of an article: its score with the places that show it, what would help, and another headline. */
import { Page } from '../../kernel/tool/reply.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { renderPage } from '../page.tsx';

export interface ShownDiagnosis {
  title: string;
  companyName: string | null;
  score: number;
  dimensions: readonly {
    key: string;
    label: string;
    score: number;
    max: number;
    reason: string;
    evidence: readonly { text: string }[];
  }[];
  suggestions: readonly { text: string; example: string; gain: number }[];
  /** Null where the headline is as good. */
  betterTitle: string | null;
}

const EVIDENCE_MAX = 3;

const NO_SUCH_PAGE = 404;

/** Shown for an unknown article. */
export function renderNoDiagnosis(language: Language): Page {
  const { title, missing } = texts('diagnosis', language);
  return new Page(renderPage({ title, body: <p>{missing}</p>, language }), undefined, NO_SUCH_PAGE);
}

/** In the language of the article. */
export function renderDiagnosis(diagnosis: ShownDiagnosis, language: Language): Page {
  const { title, companyName, score, dimensions, suggestions, betterTitle } = diagnosis;
  const words = texts('diagnosis', language);
  const body = (
    <>
      <p>{words.intro}</p>
      <h2>{title}</h2>
      {companyName === null ? null : <p>{companyName}</p>}
      <p class="state">
        {words.score}: <strong>{Math.round(score)}</strong> / 100
      </p>
      <h2>{words.suggestions}</h2>
      {suggestions.length === 0 ? <p>{words.none}</p> : null}
      <ol>
        {suggestions.map(({ text, example, gain }) => (
          <li key={text}>
            {text} (+{Math.round(gain)}){example === '' ? null : <blockquote>{example}</blockquote>}
          </li>
        ))}
      </ol>
      {betterTitle === null ? null : (
        <>
          <h2>{words.headline}</h2>
          <dl>
            <dt>{words.before}</dt>
            <dd>{title}</dd>
            <dt>{words.after}</dt>
            <dd>{betterTitle}</dd>
          </dl>
        </>
      )}
      <h2>{words.dimensions}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.dimension}</th>
            <th scope="col">{words.points}</th>
            <th scope="col">{words.evidence}</th>
          </tr>
        </thead>
        <tbody>
          {dimensions.map(({ key, label, score: points, max, reason, evidence }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                {Math.round(points * 10) / 10} / {max}
              </td>
              <td>
                {reason}
                {evidence.slice(0, EVIDENCE_MAX).map(({ text }, index) => (
                  <q key={`${key} ${index}`}>{text}</q>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <small>{words.footer}</small>
      </p>
    </>
  );
  return new Page(renderPage({ title: words.title, body, language, isWide: true }));
}
