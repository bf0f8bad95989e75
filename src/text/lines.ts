/** Puts a text on one line: characters that could start another line or header become spaces. */
export const writeOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
