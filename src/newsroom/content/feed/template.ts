/**
 * Documents of the feed are stored as templates: the address of the server, the zone of its times and the epoch may change,
 * and what is read a thousand at a time must not be made anew each time. What is filled in stands between characters that
 * Unicode keeps out of texts, and that are taken out of every text which comes in.
 */
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import type { Site } from './types.ts';

/** Stands for the address of the server. */
export const BASE = '\uffff';
/** Stands before and behind what is filled in: an instant, or the sequence. */
export const MARK = '\ufffe';
/** Stands for the sequence of the line. */
export const SEQUENCE = `${MARK}#${MARK}`;

/** Stands for an instant. */
export const markTime = (ms: number): string => `${MARK}${ms}${MARK}`;

/** The same value without the characters that mean something here. */
export function cleanTexts<Value>(value: Value): Value {
  const clean: Value = JSON.parse(JSON.stringify(value).replace(/[\ufffe\uffff]/g, '\ufffd'));
  return clean;
}

/** A template as one line of JSON that may stand in a script element: breaks of JavaScript and `<` are escaped. */
export const writeTemplate = (value: object): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029').replaceAll('<', '\\u003c');

export function fillTemplate(template: string, { baseUrl, zone }: Site, sequence: string): string {
  return template.replace(/\uffff|\ufffe([^\ufffe]*)\ufffe/g, (whole: string, mark: string | undefined) => {
    if (whole === BASE) return baseUrl;
    return mark === '#' || mark === undefined ? sequence : formatTime(Number(mark), zone);
  });
}

const QUARTER_MS = 900_000;
const OFFSETS_MAX = 20_000;
/** Offsets change at quarters of an hour only, and asking for one takes longer than all the rest. */
const offsets = new Map<string, { ms: number; text: string }>();

/** `2026-11-21T09:00:00+09:00`, to the second. */
export function formatTime(ms: number, zone: string): string {
  const { ms: offsetMs, text } = findOffset(ms, zone);
  return `${new Date(ms + offsetMs).toISOString().slice(0, 19)}${text}`;
}

function findOffset(ms: number, zone: string): { ms: number; text: string } {
  const key = `${Math.floor(ms / QUARTER_MS)} ${zone}`;
  const cached = offsets.get(key);
  if (cached) return cached;
  const local = formatZonedTime(ms, zone);
  const secondMs = Math.floor(ms / 1000) * 1000;
  const offset = { ms: Date.parse(`${local.slice(0, 19)}Z`) - secondMs, text: local.slice(19) };
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
