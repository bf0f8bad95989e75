/** Messages with marked names and topics: the corpus of spans, and the slots of our cases. */
import { readFileSync } from 'node:fs';
import type { Slot } from '../../../src/concierge/learned/boundaries.ts';
import type { Case } from '../scoring.ts';
import { caseFiles, spanFiles } from './examples.ts';

export interface Marked {
  message: string;
  /** In the message as it is written. */
  spans: { slot: Slot; start: number; end: number }[];
  /** The rules were tuned on it: what they cut out tells less than of others. */
  isTunedOn: boolean;
}

export function readMarked(): Marked[] {
  return [...spanFiles().flatMap(linesIn), ...caseFiles().flatMap(casesIn)];
}

const isSlot = (name: string): name is Slot => ['place', 'from', 'to', 'topic', 'text'].includes(name);

/** `tools<TAB>message` with ⟦slot:…⟧ around each span, `\n` for a line end. */
function linesIn(file: string): Marked[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const text = line.split('\t')[1]?.replaceAll('\\n', '\n');
      return text === undefined ? [] : [markedIn(text)];
    });
}

function markedIn(text: string): Marked {
  const spans: Marked['spans'] = [];
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

/** Which slot the value of an input is. */
const slots: Readonly<Record<string, Slot>> = {
  'geocode.q': 'place',
  'geocode-premium.q': 'place',
  'smart-geo.query': 'place',
  'directions.origin': 'from',
  'directions.destination': 'to',
  'encyclopedia.query': 'topic',
  'smart-search.query': 'topic',
  'smart-news.query': 'topic',
  'smart-translate.text': 'text',
  'translate.text': 'text',
  'smart-tts.text': 'text',
};

function casesIn(file: string): Marked[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases.flatMap(({ message, slots: given }) => {
    const found = new Map<Slot, { slot: Slot; start: number; end: number }>();
    for (const [tool, inputs] of Object.entries(given)) {
      for (const [field, wanted] of Object.entries(inputs)) {
        const slot = slots[`${tool}.${field}`];
        const at = slot && placeOf(message, wanted);
        if (slot && at) found.set(slot, { slot, ...at });
      }
    }
    return found.size === 0 ? [] : [{ message, spans: [...found.values()], isTunedOn: true }];
  });
}

/** Where a message says it, in one of the ways that are right. */
function placeOf(message: string, wanted: unknown): { start: number; end: number } | null {
  const ways = (Array.isArray(wanted) ? wanted : [wanted]).filter((way): way is string => typeof way === 'string');
  for (const way of ways) {
    const start = message.toLowerCase().indexOf(way.toLowerCase());
    if (way !== '' && start >= 0 && message.length === message.toLowerCase().length)
      return { start, end: start + way.length };
  }
  return null;
}
