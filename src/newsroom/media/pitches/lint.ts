/** Checks a pitch before it is sent. */

import { countCodePoints } from '../../../text/code-points.ts';
import { foldText } from '../../../text/fold.ts';
import { findPlaceholders } from '../../analysis/facts-check/placeholders.ts';
import type { Lint, News, Outlet } from './types.ts';
import { isTooLong } from './write.ts';

const SUBJECT_MAX = { ja: 30, zh: 30, en: 70 } as const;
/** Says what the mail is for; not counted. */
const PURPOSE = /^(?:【[^】]*】|Press release: ?)/;

export function lintPitch(
  { language }: News,
  { hasConsentBasis }: Pick<Outlet, 'hasConsentBasis'>,
  { subject, body }: { subject: string; body: string },
): Lint[] {
  const lints: Lint[] = [];
  const add = (code: Lint['code'], level: Lint['level'], field: string, text: string): void => {
    lints.push({ code, level, field, text });
  };
  for (const [field, text] of [
    ['subject', subject],
    ['body', body],
  ] as const) {
    if (text.replace(PURPOSE, '').trim() === '')
      add(field === 'subject' ? 'empty_subject' : 'empty_body', 'error', field, 'It is empty.');
    if (findPlaceholders(foldText(text).plain).length > 0) {
      add('placeholder_left', 'error', field, 'A placeholder is not filled in yet.');
    }
  }
  const most = SUBJECT_MAX[language];
  if (countCodePoints(subject.replace(PURPOSE, '')) > most) {
    add('subject_too_long', 'warning', 'subject', `Behind its purpose it has more than ${most} characters.`);
  }
  if (isTooLong(body, { language })) add('body_too_long', 'warning', 'body', 'Editors read only the beginning.');
  if (!hasConsentBasis) add('no_consent_basis', 'warning', 'to', 'No consent basis is recorded for this outlet.');
  return lints;
}
