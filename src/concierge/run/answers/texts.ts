/** Texts: translations, what models said, pictures described, articles of an encyclopedia, pages. */
import { recordsAt, shortened, textAt } from '../values.ts';
import type { Family } from './shapes.ts';

const TEXT_MAX = 4_000;
const PAGE_MAX = 800;

const same = (text: string) => ({ en: text, ja: text, zh: text });

/** Nothing but the text itself, which is what was asked for. */
const plain: Family = ({ output }) => {
  const text = textAt(output, 'translated') ?? textAt(output, 'response') ?? textAt(output, 'description');
  return text === undefined ? null : same(shortenedText(text));
};

const article: Family = ({ output }) => {
  const [title, extract, url] = [textAt(output, 'title'), textAt(output, 'extract'), textAt(output, 'url')];
  if (title === undefined || extract === undefined) return null;
  const said = shortened(extract, 1_500);
  const source = url === undefined ? '' : ` (${url})`;
  return { en: `${said}${source}`, ja: `${said}${source}`, zh: `${said}${source}` };
};

const page: Family = ({ output }) => {
  const [first] = recordsAt(output, 'pages');
  const content = textAt(output, 'content') ?? textAt(first, 'markdown') ?? textAt(first, 'content');
  const url = textAt(output, 'finalUrl') ?? textAt(output, 'url') ?? textAt(first, 'url');
  if (content === undefined || url === undefined) return null;
  const title = textAt(output, 'title') ?? textAt(first, 'title') ?? url;
  const said = shortened(content, PAGE_MAX);
  return {
    en: `${title} (${url}): ${said}`,
    ja: `${title}（${url}）：${said}`,
    zh: `${title}（${url}）：${said}`,
  };
};

/** Lines stay lines. */
function shortenedText(text: string): string {
  const characters = Array.from(text.trim());
  return characters.length <= TEXT_MAX ? characters.join('') : `${characters.slice(0, TEXT_MAX).join('')}…`;
}

export const textFamilies: readonly Family[] = [article, page, plain];
