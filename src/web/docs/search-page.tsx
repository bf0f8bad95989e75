/** The form that searches pages, tools and documents, and its results. */
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import type { SearchEntry } from './search.ts';

export const QUERY_LENGTH_MAX = 100;

export function SearchForm({ text, language }: { text: string; language: Language }) {
  const words = texts('docs', language);
  return (
    <search>
      <form class="search" action="/docs">
        <label for="q">{words.search}</label>
        <input id="q" name="q" type="search" maxlength={QUERY_LENGTH_MAX} value={text} autocomplete="off" />
        <button type="submit">{words.find}</button>
      </form>
    </search>
  );
}

interface ResultsProps {
  text: string;
  results: readonly SearchEntry[];
  language: Language;
}

/** `islands/live-search.ts` and the command palette take it out of the page. */
export function SearchResults({ text, results, language }: ResultsProps) {
  const words = texts('docs', language);
  if (text === '') return <div id="results" />;
  const count = results.length;
  return (
    <div id="results">
      <p class="note" role="status">
        {count === 0
          ? formatText(words.noResults, { query: text }, language)
          : formatText(words.results, { count }, language)}
      </p>
      <ol class="found">
        {results.map(({ kind, title, href, text: about, language: own }) => (
          <li key={href}>
            <a href={href}>
              <span class="found-title" lang={own === language ? undefined : own}>
                {title}
              </span>
              <span class="tag">{words.kinds[kind]}</span>
              {about === '' ? null : (
                <span class="found-text" lang={own === language ? undefined : own}>
                  <Excerpt text={about} query={text} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

const BEFORE = 40;
const LENGTH = 150;

/** The text around the first word that was looked for. */
function Excerpt({ text, query }: { text: string; query: string }) {
  const lower = text.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  const found = words.map((word) => ({ word, at: lower.indexOf(word) })).find(({ word, at }) => word !== '' && at >= 0);
  if (!found || lower.length !== text.length) return <>{cut(text, 0)}</>;
  const start = Math.max(0, found.at - BEFORE);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1 || start;
  const begin = from > found.at ? start : from;
  const shown = cut(text, begin);
  const at = found.at - begin;
  return (
    <>
      {begin > 0 ? '… ' : ''}
      {shown.slice(0, at)}
      <mark>{shown.slice(at, at + found.word.length)}</mark>
      {shown.slice(at + found.word.length)}
    </>
  );
}

const cut = (text: string, from: number): string =>
  text.slice(from, from + LENGTH).toWellFormed() + (from + LENGTH < text.length ? '…' : '');
