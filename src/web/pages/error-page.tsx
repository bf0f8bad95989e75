/** Error page for browsers. */
import { chooseLanguage } from '../language.ts';
import { renderPage } from '../page.tsx';
import { errorWords } from '../words/errors.ts';

export interface ErrorPageProps {
  status: number;
  /** The sentences of the error, in English. */
  message: string;
  next: string;
  requestId: string;
  acceptLanguage: string | null;
}

const NOT_FOUND = 404;
const SERVER_FAULT = 500;

export function renderErrorPage({ status, message, next, requestId, acceptLanguage }: ErrorPageProps): string {
  const language = chooseLanguage(acceptLanguage);
  const words = errorWords[language];
  const isMissing = status === NOT_FOUND;
  const isFault = status >= SERVER_FAULT;
  const title = isMissing ? words.notFound : words.failed;
  const body = (
    <>
      <p class="status-code" aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p>{isMissing ? words.notFoundText : isFault ? words.failedText : null}</p>
      {isMissing ? null : (
        <p lang="en">
          {message} {next}
        </p>
      )}
      <p class="ways">
        <a href="/">{words.home}</a>
        <a href="/tools">{words.tools}</a>
        <a href="/docs">{words.docs}</a>
      </p>
      <p class="note">
        {words.requestId}: <code>{requestId}</code>
      </p>
    </>
  );
  return renderPage({ title, body, language, hasOwnHeading: true });
}
