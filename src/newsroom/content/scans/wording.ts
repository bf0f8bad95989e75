/** Findings and recommendations of a health report, in the language of the releases. */
import { texts } from '../../../locales/texts.ts';
import type { Language } from '../../../text/language.ts';

export const FINDING_CODES = [
  'no_releases',
  'title_too_long',
  'title_too_short',
  'no_image',
  'no_quote',
  'no_numbers',
  'irregular_cadence',
  'long_gap',
  'hype',
  'low_nq',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

export const explainFinding = (code: FindingCode, language: Language): { text: string; fix: string } =>
  texts('scan-findings', language)[code];
