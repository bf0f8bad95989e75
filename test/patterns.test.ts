/**
 * No regular expression takes more than linear time: each literal of the product is run on texts made from its own parts. What
 * only meets texts of ours, the operator's or a bounded length is named here, with the length up to which it is quick.
 */
import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { buildAttacks } from './harness/attacks.ts';
import { filesBelow, parseSource } from './harness/sources.ts';

const CHARACTERS = 12_000;
const TIMEOUT_MS = 250;
const TRIES = 2;
/** The measure itself is never cut short, however busy the machine is: without an end nothing would be slow. */
const REFERENCE_TIMEOUT_MS = 5_000;
/** What takes the square of the length takes four times as long for all of it, what is linear a hundredth. */
const REFERENCE = { form: /x+$/g, texts: [`${'x'.repeat(CHARACTERS / 2)}y`] };
const REFERENCES_MAX = 1.5;

/** Where no caller's text goes: scripts of pages and what is run by developers. */
const elsewhere = /^src\/(?:web\/islands|concierge\/training|config|cli|server)\//;

/** By the beginning of a file, or of a pattern in it: the most characters that it meets. */
const shortTexts: Readonly<Record<string, number>> = {
  // Of a message so much is read.
  'src/concierge/': 4_000,
  'src/database/definitions.ts:([^/]+?)': 200,
  'src/lib/money.ts:0+$': 40,
  // The operator's own addresses and feeds.
  'src/providers/shared/network/outgoing.ts:\\/+$': 300,
  'src/providers/rss.ts:(?<![^\\s,])': 2_000,
  'src/providers/shared/network/charset.ts:<meta': 4_096,
};

const findBound = (place: string): number =>
  Object.entries(shortTexts).find(([beginning]) => place.startsWith(beginning))?.[1] ?? CHARACTERS;

interface Pattern {
  place: string;
  form: RegExp;
  characters: number;
}

function listPatterns(file: string): Pattern[] {
  const source = parseSource(file);
  return source.nodes.flatMap((node) => {
    const { regex } = node;
    if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return [];
    const flags = String(regex.flags);
    // What is sticky is tried at one place, everything else at each.
    const form = new RegExp(String(regex.pattern), flags.includes('y') ? flags : `${flags.replace('g', '')}g`);
    const place = `${file}:${source.lineAt(node.start)} ${form}`;
    return [{ place, form, characters: findBound(`${file}:${form.source}`) }];
  });
}

const box: { form: RegExp; texts: readonly string[] } = { form: /x/, texts: [] };
const script = new Script(
  'for (const text of texts) { form.lastIndex = 0; form.sticky ? form.exec(text) : text.replace(form, ""); }',
);
createContext(box);

/** Milliseconds that the process computes; what takes too long is ended. */
function measure(form: RegExp, texts: readonly string[], timeout = TIMEOUT_MS): number {
  Object.assign(box, { form, texts });
  const before = process.cpuUsage();
  try {
    script.runInContext(box, { timeout });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const msMax =
  REFERENCES_MAX * Math.max(...[0, 1, 2].map(() => measure(REFERENCE.form, REFERENCE.texts, REFERENCE_TIMEOUT_MS)));

/** The text that it is slow on; undefined when there is none. */
function findSlowText({ form, characters }: Pattern): string | undefined {
  const texts = buildAttacks(form)(characters);
  if (texts.length === 0 || measure(form, texts) <= msMax) return undefined;
  return texts.find((text) => Array.from({ length: TRIES }).every(() => measure(form, [text]) > msMax));
}

it('finds a pattern that is slow', () => {
  const slow = [/\s+$/, /(?:a|a)+b/, /^(\w+\s?)*$/, /x*x*y/];
  const quick = [/(?<!\s)\s+$/, /a+/, /^\w+$/, /\{[^{}]+\}/, /[^\n]{0,40}x/];
  const isSlow = (form: RegExp): boolean =>
    findSlowText({ place: '', form: new RegExp(form, 'g'), characters: CHARACTERS }) !== undefined;
  expect(slow.filter((form) => !isSlow(form))).toEqual([]);
  expect(quick.filter(isSlow)).toEqual([]);
});

it('has no pattern that is slow on what callers send', { timeout: 120_000 }, () => {
  const files = [...filesBelow('src'), ...filesBelow('tools')].filter((file) => file.endsWith('.ts'));
  const patterns = files.filter((file) => !elsewhere.test(file)).flatMap(listPatterns);
  const slow = patterns.flatMap((pattern) => {
    const text = findSlowText(pattern);
    return text === undefined ? [] : [`${pattern.place} on ${JSON.stringify(text.slice(0, 30))}`];
  });
  expect(slow).toEqual([]);
  expect(patterns.length).toBeGreaterThan(1_000);
});
