/** For pages that our finder cannot read: plain Readability, and at last the text of the body. Nobody is refused for our fault. */
import { type ArticleJob, cutText, type PageArticle, readBaseUrl } from './content.ts';
import { parseDocument, removeUnseen } from './document.ts';
import { joinLines, measureText } from './dom.ts';
import { writeSafeHtml } from './html.ts';
import { writePartMarkdown } from './markdown.ts';
import { escapeText } from './markdown-text.ts';
import { parseWithReadability } from './readable-part.ts';

/** Null: Readability finds nothing. */
export function readWithReadability({ text, finalUrl, format, charsMax }: ArticleJob): PageArticle | null {
  const document = parseDocument(text);
  const base = readBaseUrl(document, finalUrl);
  const title = joinLines(document.querySelector('title')?.textContent) || null;
  for (const element of [...document.querySelectorAll('title')]) element.remove();
  const parts = parseWithReadability(document);
  const root = parts?.content;
  if (!root || joinLines(root.textContent) === '') return null;
  const content =
    format === 'html' ? writeSafeHtml(root, base) : writePartMarkdown({ root, stats: measureText(root) }, base);
  return {
    title,
    ...cutText(content.trim(), charsMax),
    description: parts.excerpt || null,
    author: parts.byline || null,
    publishedAt: parts.publishedTime || null,
    language: parts.lang || null,
  };
}

/** Parses nothing, so that nothing can go wrong. Null: there is no text. */
export function readBodyText({ text, format, charsMax }: ArticleJob): PageArticle | null {
  const visible = removeUnseen(text).replace(/<(?:!--|(?:script|style|svg|template)[\s>])[\s\S]*$/i, ' ');
  const title = joinLines(/<title[^<>]*>([^<]*)/i.exec(visible)?.[1]) || null;
  const body = visible.replace(/^[\s\S]*?<\/head\s*>/i, '').replace(/<title[^<>]*>[^<]*/gi, ' ');
  const lines = body
    .replace(/<\/?[a-z!?][^<>]*>/gi, (tag) => (/^<\/?(?:a|b|i|em|strong|span|code|sub|sup)\b/i.test(tag) ? '' : '\n'))
    .split('\n')
    .map((line) => joinLines(line))
    .filter((line) => line !== '');
  if (lines.length === 0) return null;
  // Entities stay as they are, and `<` alone is text.
  const content =
    format === 'html'
      ? lines.map((line) => `<p>${line.replace(/</g, '&lt;')}</p>`).join('')
      : lines.map((line) => escapeText(line).replaceAll('\\&', '&')).join('\n\n');
  return { title, ...cutText(content, charsMax), description: null, author: null, publishedAt: null, language: null };
}
