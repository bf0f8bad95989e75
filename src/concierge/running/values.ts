/** Reading answers whose shape only their tool knows. */
import { isRecord } from '../../lib/record.ts';
import { cutCodePoints } from '../../text/truncate.ts';

/** `results[0].latitude`: own members and places in lists only; undefined where there is nothing. Empty: the whole. */
export function readValue(output: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  let value = output;
  for (const name of names) {
    if (Array.isArray(value)) value = /^\d{1,6}$/.test(name) ? value[Number(name)] : undefined;
    else value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

export const readText = (output: unknown, path: string): string | undefined => {
  const value = readValue(output, path);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

export const readNumber = (output: unknown, path: string): number | undefined => {
  const value = readValue(output, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** For people, in any of the languages: 11,879,552.5 and 0.0000001234, never 1.234e-7. */
export const formatNumber = (value: number): string => (Math.abs(value) < 1 ? small : grouped).format(value || 0);

/** The records of a list. */
export function readRecords(output: unknown, path: string): Record<string, unknown>[] {
  const value = readValue(output, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** At most so many characters, whole ones, at the end of a sentence where there is one. */
export function shorten(text: string, charactersMax: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shortened = cutCodePoints(line, charactersMax);
  if (shortened === line) return line;
  const end = Math.max(
    shortened.lastIndexOf('. '),
    shortened.lastIndexOf('。'),
    shortened.lastIndexOf('！'),
    shortened.lastIndexOf('？'),
  );
  return end > shortened.length / 2 ? shortened.slice(0, end + 1) : `${shortened.trimEnd()}…`;
}

/** Quotes data about a person for a language model as JSON, so that it can't end the quotation. */
export const quoteJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Drops notes about the call that don't concern the subject. */
export function dropNotes(output: unknown): unknown {
  if (!isRecord(output)) return output;
  const { attempts: _attempts, sourceUsed: _source, attribution: _attribution, ...rest } = output;
  return rest;
}
