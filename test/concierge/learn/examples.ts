/** Messages with the tools that they ask for, as the learner takes them: our cases and the corpus beside them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/sources.ts';
import type { Case } from '../scoring.ts';

export interface Example {
  message: string;
  /** Lists of tools that are right, each in order of execution; an empty one: no tool. */
  expect: string[][];
  /** The lexicons were tuned on it: what they say of it tells less than of others. */
  isTunedOn: boolean;
}

const CASES = join(root, 'test/concierge/cases');
const CORPUS = join(root, 'test/concierge/corpus');

/** In the order of their files, so that learning gives the same twice. */
export function readExamples(): Example[] {
  return [...caseFiles().flatMap(casesIn), ...files(CORPUS, '.tsv').flatMap(linesIn)];
}

const files = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file));

export const caseFiles = (): string[] => files(CASES, '.json');
export const spanFiles = (): string[] => files(join(CORPUS, 'spans'), '.tsv');

function casesIn(file: string): Example[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases.map(({ message, expect }) => ({ message, expect, isTunedOn: true }));
}

/** `tool,tool|tool<TAB>message`: lists with `|` between, `none` for no tool, `\n` for a line end. */
function linesIn(file: string): Example[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const [labels = '', message = ''] = line.split('\t');
      const expect = labels
        .split('|')
        .map((list) => (list === 'none' ? [] : list.split(',').map((tool) => tool.trim())));
      return { message: message.replaceAll('\\n', '\n'), expect, isTunedOn: false };
    });
}

/** Of the messages, whatever their files are called. */
export function fingerprintOf(): string {
  const hash = createHash('sha256');
  for (const file of [...caseFiles(), ...files(CORPUS, '.tsv'), ...spanFiles()]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
