/** Figures as pages show them. */
import type { Language } from '../../locales/language.ts';

const SECOND_MS = 1_000;

/** `340 ms`, `1.2 s`. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  return ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;
}

/** Never rounded up to all of them. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = Math.floor((part / whole) * 1_000) / 10;
  return `${percent === 100 && part < whole ? 99.9 : percent}%`;
}

export const formatCount = (count: number, language: Language): string => count.toLocaleString(language);

/** `November 23, 2026` in the words of the language. */
export const formatDate = (ms: number, language: Language, timeZone: string): string =>
  new Date(ms).toLocaleDateString(language, { dateStyle: 'long', timeZone });
