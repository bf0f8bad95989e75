/** Messages with marked names and topics: those of `spans`, and the inputs that the cases say. */
import { readFileSync } from 'node:fs';
import type { Slot } from '../../../src/concierge/reading/message.ts';
import { type Case, caseFiles, spanFiles } from './examples.ts';

export interface MarkedMessage {
  message: string;
  /** In the message as it is written. */
  spans: { slot: Slot; start: number; end: number }[];
  /** The rules were tuned on it: what they cut out tells less than of others. */
  isTunedOn: boolean;
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
  return { message: message + text.slice(at), spans, isTunedOn: false };
}

/** Which slot the value of an input is, by `tool.field`. */
const slots: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('./slots.json', import.meta.url), 'utf8'),
);

function readCases(file: string): MarkedMessage[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases.flatMap(({ message, slots: slotValues }) => {
    const marks = new Map<Slot, { slot: Slot; start: number; end: number }>();
    for (const [tool, inputs] of Object.entries(slotValues)) {
      for (const [field, wanted] of Object.entries(inputs)) {
        const slot = slots[`${tool}.${field}`] ?? '';
        const at = isSlot(slot) && findPlace(message, wanted);
        if (isSlot(slot) && at) marks.set(slot, { slot, ...at });
      }
    }
    return marks.size === 0 ? [] : [{ message, spans: [...marks.values()], isTunedOn: true }];
  });
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
