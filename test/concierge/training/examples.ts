/** Messages with the tools that they ask for: cases, which also say the inputs, and plain lists of messages. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A message with the tools and inputs that are right for it. */
export interface Case {
  message: string;
  /** Lists of tools that are right, each in order of execution; an empty one: no tool. */
  expect: string[][];
  /** Tool → field → a value, or a list of those that are right. */
  slots: Record<string, Record<string, unknown>>;
}

export interface Example {
  message: string;
  expect: string[][];
  /** The lexicons were tuned on it: what they say of it tells less than of others. */
  isTunedOn: boolean;
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PRECISE = join(FOLDER, '../precision/tuned.txt');

/** In the order of their files, so that learning gives the same twice. */
export function readExamples(): Example[] {
  return [...caseFiles().flatMap(readCases), ...messageFiles().flatMap(readLines)];
}

/** What only the aims are learned from: questions that no tool is named for, and the messages that the precision was tuned on. */
export const readAimExamples = (): Example[] => [
  ...readExamples(),
  ...listFiles('questions').flatMap(readLines),
  ...readPrecise(),
];

/** The messages that the precision was tuned on: `message => tool {input} + tool | tool`, `-` or `~` for no tool. */
function readPrecise(): Example[] {
  return readFileSync(PRECISE, 'utf8')
    .split('\n')
    .filter((line) => line.includes(' => '))
    .map((line) => {
      const [message = '', answers = ''] = line.split(' => ');
      const expect = answers
        .split(' | ')
        .map((answer) => answer.split(' + ').map((step) => step.trim().split(' ')[0] ?? ''))
        .map((tools) => tools.filter((tool) => tool !== '-' && tool !== '~'));
      return { message, expect, isTunedOn: true };
    });
}

const listFiles = (folder: string): string[] =>
  readdirSync(join(FOLDER, folder))
    .sort()
    .map((file) => join(FOLDER, folder, file));

export const caseFiles = (): string[] => listFiles('cases');
export const spanFiles = (): string[] => listFiles('spans');
const messageFiles = (): string[] => listFiles('messages');

function readCases(file: string): Example[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases.map(({ message, expect }) => ({ message, expect, isTunedOn: true }));
}

/** `tool,tool|tool<TAB>message`: lists with `|` between, `none` for no tool, `\n` for a line end. */
function readLines(file: string): Example[] {
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
export const readFingerprint = (): string => hashFiles([...caseFiles(), ...messageFiles(), ...spanFiles()]);

export const readAimFingerprint = (): string =>
  hashFiles([...caseFiles(), ...messageFiles(), ...listFiles('questions'), PRECISE]);

function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
