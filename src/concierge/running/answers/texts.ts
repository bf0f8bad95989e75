/** Texts: translations, what models said, pictures described, articles of an encyclopedia, pages. */

import { cutCodePoints } from '../../../text/truncate.ts';
import type { RouteLanguage } from '../../types.ts';
import { readRecords, readText, readValue, shorten } from '../values.ts';
import type { AnswerTeller } from './types.ts';

const TEXT_MAX = 4_000;
/** Of all pages together. */
const PAGE_MAX = 1_000;
const PAGES_MAX = 5;

const repeat = (text: string) => ({ en: text, ja: text, zh: text });

/** Nothing but the text itself, which is what was asked for. */
const tellText: AnswerTeller = ({ output }) => {
  const text = readText(output, 'translated') ?? readText(output, 'response') ?? readText(output, 'description');
  return text === undefined ? null : repeat(shortenText(text, TEXT_MAX));
};

const tellArticle: AnswerTeller = ({ output }) => {
  const [title, extract, url] = [readText(output, 'title'), readText(output, 'extract'), readText(output, 'url')];
  if (title === undefined || extract === undefined) return null;
  const text = shorten(extract, 1_500);
  if (url === undefined) return repeat(text);
  return { en: `${text} (${url})`, ja: `${text}（${url}）`, zh: `${text}（${url}）` };
};

/** One page or several, each with its beginning; which one failed says itself. */
const tellPage: AnswerTeller = ({ output }) => {
  const pages = readRecords(output, 'pages').slice(0, PAGES_MAX);
  const each = Math.floor(PAGE_MAX / Math.max(1, pages.length));
  const parts = pages.length > 1 ? pages.flatMap((one) => tellOnePage(one, each) ?? []) : [];
  const [first = tellOnePage({ ...pages[0], ...output }, PAGE_MAX)] = parts;
  if (!first) return null;
  const say = (language: RouteLanguage): string =>
    (parts.length > 0 ? parts : [first]).map((one) => one[language]).join('\n');
  return { en: say('en'), ja: say('ja'), zh: say('zh') };
};

function tellOnePage(
  output: Record<string, unknown>,
  charactersMax: number,
): Readonly<Record<RouteLanguage, string>> | null {
  const url = readText(output, 'finalUrl') ?? readText(output, 'url');
  const content = readText(output, 'content') ?? readText(output, 'markdown');
  if (url === undefined) return null;
  if (content === undefined) {
    const title = readText(output, 'title');
    if (readValue(output, 'error') === undefined) return title === undefined ? null : repeat(`${title} (${url})`);
    return { en: `${url} could not be read.`, ja: `${url} は読み取れませんでした。`, zh: `无法读取 ${url}。` };
  }
  const title = readText(output, 'title') ?? url;
  const text = shortenText(content, charactersMax);
  return { en: `${title} (${url}): ${text}`, ja: `${title}（${url}）：${text}`, zh: `${title}（${url}）：${text}` };
}

/** Lines stay lines. */
function shortenText(text: string, charactersMax: number): string {
  const whole = text.trim();
  const shortened = cutCodePoints(whole, charactersMax);
  return shortened === whole ? whole : `${shortened.trimEnd()}…`;
}

export const textFamilies: readonly AnswerTeller[] = [tellArticle, tellPage, tellText];
