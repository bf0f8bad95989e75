/** Messages with marked names and topics: those of `spans`, and the inputs that the cases say. */
import { readFileSync } from 'node:fs';
import type { Slot } from '../../../src/concierge/reading/message.ts';
import { type Case, caseFiles, spanFiles } from './examples.ts';

export interface MarkedSpan {
  slot: Slot;
  start: number;
  end: number;
  /** It is longer than that, without those. */
  isPart?: boolean;
  without?: { start: number; end: number }[];
}

export interface MarkedMessage {
  message: string;
  /** In the message as it is written. */
  spans: MarkedSpan[];
  /** What it surely says nothing of. */
  lacks: readonly Slot[];
}

export function readMarked(): MarkedMessage[] {
  return [...spanFiles().flatMap(readLines), ...caseFiles().flatMap(readCases)];
}

const isSlot = (name: string): name is Slot => ['place', 'from', 'to', 'topic', 'text'].includes(name);

/** `tools<TAB>message` with ⟦slot:…⟧ around each span, `\n` for a line end. */
function readLines(file: string): MarkedMessage[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const text = line.split('\t')[1]?.replaceAll('\\n', '\n');
      return text === undefined ? [] : [parseMarks(text)];
    });
}

function parseMarks(text: string): MarkedMessage {
  const spans: MarkedMessage['spans'] = [];
  let message = '';
  let at = 0;
  for (const { 0: all, 1: slot = '', 2: value = '', index } of text.matchAll(/⟦(\w+):([^⟧]*)⟧/g)) {
    message += text.slice(at, index);
    if (isSlot(slot)) spans.push({ slot, start: message.length, end: message.length + value.length });
    message += value;
    at = index + all.length;
  }
  return { message: message + text.slice(at), spans, lacks: [] };
}

/** Which slot the value of an input is, by `tool.field`. */
const slots: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('./slots.json', import.meta.url), 'utf8'),
);

function readCases(file: string): MarkedMessage[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases.flatMap(({ message, expect, slots: slotValues }) => {
    const marks = new Map<Slot, MarkedSpan>();
    for (const [tool, inputs] of Object.entries(slotValues)) {
      for (const [field, wanted] of Object.entries(inputs)) {
        const slot = slots[`${tool}.${field}`] ?? '';
        const at = isSlot(slot) && (findPlace(message, wanted) ?? findPart(message, wanted));
        if (isSlot(slot) && at) marks.set(slot, { slot, ...at });
      }
    }
    const lacks = listLacking(expect, slotValues).filter((slot) => !marks.has(slot));
    return marks.size + lacks.length === 0 ? [] : [{ message, spans: [...marks.values()], lacks }];
  });
}

/** Headlines are about nothing in particular; weather without a place is that of an address or of where its asker is. */
function listLacking([tools = []]: Case['expect'], slotValues: Case['slots']): Slot[] {
  const { 'smart-news': news, 'news-feed': feed } = slotValues;
  const isOfHeadlines = [news?.strategy, feed?.mode].includes('headlines');
  const isOfNoPlace = tools.includes('weather') && !tools.some((tool) => /^(?:smart-geo|geocode.*)$/.test(tool));
  const isOfOutput = /^(?:translate|smart-translate|smart-tts)$/.test(tools.at(-1) ?? '') && tools.length > 1;
  return [
    ...(isOfHeadlines ? (['topic'] as const) : []),
    ...(isOfNoPlace ? (['place'] as const) : []),
    ...(isOfOutput ? (['text'] as const) : []),
  ];
}

/** `{ has, lacks }`: from the first to the last word that it has. */
function findPart(message: string, expected: unknown): Pick<MarkedSpan, 'start' | 'end' | 'isPart' | 'without'> | null {
  if (typeof expected !== 'object' || expected === null || !('has' in expected)) return null;
  const has = Array.isArray(expected.has) ? expected.has : [];
  const lacks: unknown = 'lacks' in expected ? expected.lacks : [];
  const places = has.map((one) => findPlace(message, one));
  const known = places.flatMap((place) => place ?? []);
  if (known.length === 0 || known.length < places.length) return null;
  const without = (Array.isArray(lacks) ? lacks : []).flatMap((one) => findPlace(message, one) ?? []);
  const [start, end] = [Math.min(...known.map((one) => one.start)), Math.max(...known.map((one) => one.end))];
  return { start, end, isPart: true, without };
}

/** Where a message says it, in one of the ways that are right. */
function findPlace(message: string, expected: unknown): { start: number; end: number } | null {
  const texts = (Array.isArray(expected) ? expected : [expected]).filter((text) => typeof text === 'string');
  for (const text of texts) {
    const start = message.toLowerCase().indexOf(text.toLowerCase());
    if (text !== '' && start >= 0 && message.length === message.toLowerCase().length)
      return { start, end: start + text.length };
  }
  return null;
}
