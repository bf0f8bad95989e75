/** Reads the guides from `src/locales/<language>/guides/<id>.md`. A guide that a language lacks is read in English. */
import { existsSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';
import { parse } from 'yaml';
import { isRecord } from '../lib/record.ts';
import { FALLBACK, LOCALES } from './texts.ts';

export interface GuideLink {
  title: string;
  url: string;
  note: string;
}

/** Texts may hold `code` between backticks. */
export interface GuidePart {
  title: string;
  text: string[];
  items: string[];
  links: GuideLink[];
  /** Names of the samples that the page inserts: `<!-- sample: name -->`. */
  samples: string[];
}

export interface GuideText {
  title: string;
  /** In one sentence. */
  about: string;
  parts: GuidePart[];
}

const kept = new Map<string, GuideText>();

export function readGuide(id: string, language: string): GuideText {
  const key = `${language} ${id}`;
  const guide = kept.get(key) ?? parseGuide(readFileSync(findFile(id, language), 'utf8'));
  kept.set(key, guide);
  return guide;
}

function findFile(id: string, language: string): URL {
  const own = new URL(`${language}/guides/${id}.md`, LOCALES);
  return existsSync(own) ? own : new URL(`${FALLBACK}/guides/${id}.md`, LOCALES);
}

export function parseGuide(file: string): GuideText {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const facts: unknown = parse(head);
  const { title, about } = isRecord(facts) ? facts : {};
  const parts: GuidePart[] = [];
  for (const token of marked.lexer(body)) {
    const part = parts.at(-1);
    if (isHeading(token)) parts.push({ title: token.text, text: [], items: [], links: [], samples: [] });
    else if (part) addToken(part, token);
  }
  return { title: String(title), about: String(about), parts };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isComment = (token: Token): token is Tokens.HTML => token.type === 'html';

function addToken(part: GuidePart, token: Token): void {
  if (isParagraph(token)) part.text.push(joinLines(token.text));
  else if (isComment(token)) {
    const [, sample] = /^<!-- sample: ([\w-]+) -->/.exec(token.text) ?? [];
    if (sample !== undefined) part.samples.push(sample);
  } else if (isList(token))
    for (const { text } of token.items) {
      const [, title, url, note] = /^\[([^\]]+)\]\(([^)]+)\)(?:: |：)([\s\S]+)$/.exec(text) ?? [];
      if (title !== undefined && url !== undefined && note !== undefined)
        part.links.push({ title, url, note: joinLines(note) });
      else part.items.push(joinLines(text));
    }
}

/** Lines of a paragraph are joined as a browser joins them. */
const joinLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
