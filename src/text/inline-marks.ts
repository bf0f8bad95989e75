/** Emphasis and links inside a line of a release or a mail: `**bold**` and `[text](https://…)`. */
import { readHeading } from './release-blocks.ts';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  /** `href` is a web address as it was written. */
  | { kind: 'link'; text: string; href: string };

const MARKS = /\*\*([^*\n]{1,500})\*\*|\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>"]{1,1000})\)/gu;

export function readInline(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const { 0: whole, 1: strong, 2: label = '', 3: href = '', index } of line.matchAll(MARKS)) {
    if (index > end) parts.push({ kind: 'text', text: line.slice(end, index) });
    parts.push(strong === undefined ? { kind: 'link', text: label, href } : { kind: 'strong', text: strong });
    end = index + whole.length;
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) });
  return parts;
}

/** Without marks, for readers of plain text; the address of a link stands behind its text. */
export const writePlain = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trimStart().startsWith('#') ? (readHeading(line) ?? line) : line))
    .join('\n')
    .replace(MARKS, (_whole, strong: string | undefined, label: string, href: string) =>
      strong === undefined ? `${label} (${href})` : strong,
    );

const HASHES = /^([ \t]{0,3})(#{1,4})(?=[ \t]\S)/gmu;

/** Blanks in place of the marks: what is read of the text stands where it stood. */
export const blankMarks = (text: string): string =>
  text
    .replace(HASHES, (_whole, indent: string, hashes: string) => indent + ' '.repeat(hashes.length))
    .replace(MARKS, (whole, strong: string | undefined, label: string) =>
      strong === undefined ? ` ${label.padEnd(whole.length - 1)}` : `  ${strong}  `,
    );
