/** Fills the values of a text in, with plurals and numbers as its language has them (ICU message syntax). */
import { IntlMessageFormat } from 'intl-messageformat';

export type TextValues = Readonly<Record<string, string | number>>;

const kept = new Map<string, IntlMessageFormat>();

/** A text that can't be filled in is returned as it is. */
export function formatText(text: string, values: TextValues, language: string): string {
  if (!text.includes('{')) return text;
  try {
    const key = `${language} ${text}`;
    const message = kept.get(key) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
    kept.set(key, message);
    return String(message.format(values));
  } catch {
    return text;
  }
}
