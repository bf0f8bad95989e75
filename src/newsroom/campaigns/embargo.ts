/** Until when nobody may publish, as a mail says it. */
import { writeTime } from '../releases/sheet.ts';
import type { Language } from '../text/language.ts';
import type { Embargo } from './guard-writes.ts';
import { WORDING } from './wording.ts';

/** The line of it for a mail that does not have one. */
export function buildEmbargo(until: number, language: Language, timeZone: string): Embargo {
  const line = WORDING[language].embargo(writeTime(until, language, timeZone));
  // Times hold no character that means something in HTML.
  return { until, line, lineHtml: `<p>${line}</p>\n` };
}
