/** The error page for browsers, in place of the JSON that programs get. */
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import { formatText } from '../../locales/format.ts';
import { chooseLanguage, type Language } from '../../locales/language.ts';
import { findText, texts } from '../../locales/texts.ts';
import { IdText } from '../components/id-text.tsx';
import { renderPage } from '../page.tsx';
import { explainErrorCode } from '../texts/error-texts.ts';
import { formatWait } from '../texts/waits.ts';

export interface ErrorPageProps {
  code: ErrorCode;
  status: number;
  /** The sentences of the error, in English. */
  message: string;
  next: string;
  retryAfterSeconds: number | undefined;
  requestId: string;
  acceptLanguage: string | null;
}

const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const SERVER_FAULT = 500;
const UNAVAILABLE = 503;

export function renderErrorPage(props: ErrorPageProps): string {
  const { status, requestId, acceptLanguage } = props;
  const language = chooseLanguage(acceptLanguage);
  const words = texts('errors', language);
  const title = findText(words.titles, status) ?? (status >= SERVER_FAULT ? words.serverFault : words.failed);
  const body = (
    <>
      <p class="status-code" aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p>{explain(props, language)}</p>
      <p class="ways">
        {status === UNAUTHORIZED ? <a href="/login">{words.signIn}</a> : null}
        <a href="/">{words.home}</a>
        <a href="/tools">{words.tools}</a>
        <a href="/docs">{words.docs}</a>
      </p>
      <p class="note">
        {words.requestId} <IdText id={requestId} copy={texts('shell', language).copy} />
      </p>
    </>
  );
  return renderPage({ title, body, language, hasOwnHeading: true });
}

function explain({ code, status, message, next, retryAfterSeconds }: ErrorPageProps, language: Language): string {
  const words = texts('errors', language);
  const known = findText(words.texts, status);
  if (known !== undefined) return known;
  if (status === TOO_MANY_REQUESTS && retryAfterSeconds !== undefined)
    return formatText(words.tryIn, { wait: formatWait(retryAfterSeconds, language) }, language);
  if (status >= SERVER_FAULT && status !== UNAVAILABLE) return words.serverFaultText;
  return explainErrorCode(code, language) ?? `${message} ${next}`;
}
