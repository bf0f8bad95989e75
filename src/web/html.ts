/**
 * Pages made on the server: a template that escapes whatever is put into it, and the frame around every page. Pages have
 * few moving parts and show a few facts each, so plain text templates do what a component library would.
 */

import { getAssetPath } from './assets.ts';

/** Markup that is safe as it stands: made by `html`, or by nobody. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number;

/** Texts are escaped for content and quoted attributes alike; what `html` has made passes as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, index) => `${part}${index < values.length ? renderValue(values[index] ?? '') : ''}`).join(''),
  );
}

function renderValue(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeText(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A name that somebody has chosen: in quotation marks, and unable to turn the text around it. */
export function quoteName(name: string): Html {
  return html`<q><bdi>${name}</bdi></q>`;
}

/** The address if a browser may follow it from a link of ours, else null: no `javascript:`. */
export function toSafeHref(address: string): string | null {
  const known = URL.canParse(address) && ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol);
  return known ? address : null;
}

const NAME = 'Farebox';

export interface PageParts {
  title: string;
  body: Html;
  /** The browser goes on to this address by itself; the body should link to it as well. */
  goesTo?: string;
  /** Of its words; default English. */
  language?: string;
  /** For everybody: search engines may show it. Default: it is for one reader. */
  isPublic?: boolean;
  /** Room for tables instead of a narrow column. */
  isWide?: boolean;
  /** Their addresses; default: the style of all pages. */
  styles?: readonly string[];
  /** Addresses of ordinary scripts, which run before the island. */
  scripts?: readonly string[];
  /** The script of this page, by its source. */
  island?: `islands/${string}`;
}

/** A whole page. */
export function renderPage({
  title,
  body,
  goesTo,
  language = 'en',
  isPublic = false,
  isWide = false,
  styles = [getAssetPath('styles/base.css')],
  scripts = [],
  island,
}: PageParts): string {
  const refresh = goesTo === undefined ? html`` : html`<meta http-equiv="refresh" content="0; url=${goesTo}">`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPublic ? html`` : html`<meta name="robots" content="noindex">`}
${refresh}
<title>${title === NAME ? NAME : `${title} · ${NAME}`}</title>
<link rel="icon" href="data:,">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${scripts.map((src) => html`<script src="${src}" defer></script>`)}
${island === undefined ? '' : html`<script type="module" src="${getAssetPath(island)}"></script>`}
</head>
<body>
${isWide ? html`<main class="wide">` : html`<main>`}
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}
