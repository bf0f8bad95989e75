/** The documents of `docs`, as the build has rendered them (`render-manual.mjs`). */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runOnce } from '../../lib/memoize.ts';
import type { Language } from '../../locales/language.ts';
import { readOptionalTexts } from '../../locales/texts.ts';

/** Above `src` and above `dist/src`. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/manual/' : '../../../manual/', import.meta.url);

export interface ManualDocument {
  /** `operating.md` */
  name: string;
  title: string;
}

export const listManual = runOnce((): readonly ManualDocument[] =>
  JSON.parse(readFileSync(new URL('contents.json', FOLDER), 'utf8')),
);

/** Title and subject in the language of the page; the document itself is in English. */
export function describeManual({ name, title }: ManualDocument, language: Language): { title: string; about: string } {
  const own = readOptionalTexts('docs-manual', language)[name.replace(/\.md$/, '')];
  const [first = title, about = ''] = typeof own === 'string' ? own.split(' | ') : [title];
  return { title: first, about };
}

/** HTML, without the title. */
export const readManualText = ({ name }: ManualDocument): Promise<string> =>
  readFile(new URL(`${name}.html`, FOLDER), 'utf8');
