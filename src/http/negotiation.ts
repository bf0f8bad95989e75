/** Which form of a document a reader gets (RFC 9110, 12.5.1), and in which language. */
import type { IncomingHttpHeaders } from 'node:http';

/** The language that a reader has chosen on a page stands before those that the browser asks for. */
export function readAcceptLanguage({ cookie = '', 'accept-language': asked }: IncomingHttpHeaders): string | null {
  const [, chosen] = /(?:^|; )lang=([a-z]{2})(?:;|$)/.exec(cookie) ?? [];
  const wishes = [chosen, asked].filter((wish) => wish !== undefined);
  return wishes.length > 0 ? wishes.join(', ') : null;
}

/** The form that `accept` likes best; of equals the first, which is also the one for a reader that likes none. */
export function chooseForm<F extends { type: string }>(forms: readonly [F, ...F[]], accept: string | undefined): F {
  const [first, ...others] = forms;
  if (accept === undefined || others.length === 0) return first;
  const ranges = accept.split(',').map(parseRange);
  let best = { form: first, rank: rankType(first.type, ranges) };
  for (const form of others) {
    const rank = rankType(form.type, ranges);
    if (rank > best.rank) best = { form, rank };
  }
  return best.form;
}

interface MediaRange {
  type: string;
  quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, quality = '1'] = parameters.map((part) => /^q=(\d(?:\.\d{0,3})?)$/.exec(part)).find((match) => match) ?? [];
  return { type, quality: Number(quality) };
}

/** Quality first; a type that is named stands above one that a wildcard covers. Below zero: not wanted. */
function rankType(type: string, ranges: readonly MediaRange[]): number {
  const [bare = ''] = type.split(';');
  const [family = ''] = bare.split('/');
  for (const [index, name] of [bare, `${family}/*`, '*/*'].entries()) {
    const range = ranges.find((candidate) => candidate.type === name);
    if (range) return range.quality === 0 ? -1 : range.quality * 10 - index;
  }
  return -1;
}

export function acceptsGzip(encodings: string | undefined): boolean {
  return (
    encodings !== undefined &&
    /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(encodings)
  );
}

/** Whether whoever asks is a browser that shows pages: it names HTML, and likes it no less than JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/html')) return false;
  const [html, json] = [{ type: 'text/html' }, { type: 'application/json' }];
  return chooseForm([html, json], accept) === html;
}
