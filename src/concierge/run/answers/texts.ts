/** Texts: translations, what models said, pictures described, articles of an encyclopedia, pages. */
import type { RouteLanguage } from '../../types.ts';
import { recordsAt, shortened, textAt, valueAt } from '../values.ts';
import type { Family } from './shapes.ts';

const TEXT_MAX = 4_000;
/** Of all pages together. */
const PAGE_MAX = 1_000;
const PAGES_MAX = 5;

const same = (text: string) => ({ en: text, ja: text, zh: text });

/** Nothing but the text itself, which is what was asked for. */
const plain: Family = ({ output }) => {
  const text = textAt(output, 'translated') ?? textAt(output, 'response') ?? textAt(output, 'description');
  return text === undefined ? null : same(shortenedText(text, TEXT_MAX));
};

const article: Family = ({ output }) => {
  const [title, extract, url] = [textAt(output, 'title'), textAt(output, 'extract'), textAt(output, 'url')];
  if (title === undefined || extract === undefined) return null;
  const said = shortened(extract, 1_500);
  if (url === undefined) return same(said);
  return { en: `${said} (${url})`, ja: `${said}（${url}）`, zh: `${said}（${url}）` };
};

/** One page or several, each with its beginning; which one failed says itself. */
const page: Family = ({ output }) => {
  const pages = recordsAt(output, 'pages').slice(0, PAGES_MAX);
  const each = Math.floor(PAGE_MAX / Math.max(1, pages.length));
  const told = pages.length > 1 ? pages.flatMap((one) => pageText(one, each) ?? []) : [];
  const [first = pageText({ ...pages[0], ...output }, PAGE_MAX)] = told;
  if (!first) return null;
  const say = (language: RouteLanguage): string =>
    (told.length > 0 ? told : [first]).map((one) => one[language]).join('\n');
  return { en: say('en'), ja: say('ja'), zh: say('zh') };
};

function pageText(
  output: Record<string, unknown>,
  charactersMax: number,
): Readonly<Record<RouteLanguage, string>> | null {
  const url = textAt(output, 'finalUrl') ?? textAt(output, 'url');
  const content = textAt(output, 'content') ?? textAt(output, 'markdown');
  if (url === undefined) return null;
  if (content === undefined) {
    const title = textAt(output, 'title');
    if (valueAt(output, 'error') === undefined) return title === undefined ? null : same(`${title} (${url})`);
    return { en: `${url} could not be read.`, ja: `${url} は読み取れませんでした。`, zh: `无法读取 ${url}。` };
  }
  const title = textAt(output, 'title') ?? url;
  const said = shortenedText(content, charactersMax);
  return { en: `${title} (${url}): ${said}`, ja: `${title}（${url}）：${said}`, zh: `${title}（${url}）：${said}` };
}

/** Lines stay lines. */
function shortenedText(text: string, charactersMax: number): string {
  const characters = Array.from(text.trim());
  return characters.length <= charactersMax
    ? characters.join('')
    : `${characters.slice(0, charactersMax).join('').trimEnd()}…`;
}

export const textFamilies: readonly Family[] = [article, page, plain];
