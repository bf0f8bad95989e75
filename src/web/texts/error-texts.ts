/** Texts of errors by code in the language of a page. English comes with the error itself. */
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import { readOptionalTexts } from '../../locales/texts.ts';

/** Null where the language has no text of its own. */
export function explainErrorCode(code: ErrorCode, language: string): string | null {
  const text = readOptionalTexts('error-codes', language)[code];
  return typeof text === 'string' ? text : null;
}

/** By code, for scripts. */
export const listErrorTexts = (language: string): Readonly<Record<string, unknown>> =>
  readOptionalTexts('error-codes', language);

/** For the scripts of signed-in pages: `error_` and the code. */
export function listReasonTexts(language: string): Readonly<Record<string, unknown>> {
  const texts = Object.entries(readOptionalTexts('error-reasons', language));
  const { TOOL_UNAVAILABLE: no_provider, ACCOUNT_SUSPENDED: account_suspended } = listErrorTexts(language);
  const shared =
    no_provider === undefined ? {} : { error_no_provider: no_provider, error_account_suspended: account_suspended };
  return { ...Object.fromEntries(texts.map(([code, text]) => [`error_${code}`, text])), ...shared };
}
