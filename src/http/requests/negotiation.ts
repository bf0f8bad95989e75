/** Content negotiation: pages, compression and languages (RFC 9110, 12.5). */
import type { IncomingHttpHeaders } from 'node:http';

/** The language that a reader has chosen on a page stands before those that the browser asks for. */
export function readAcceptLanguage({ cookie = '', 'accept-language': header }: IncomingHttpHeaders): string | null {
  const [, chosen] = /(?:^|; )lang=([a-z]{2})(?:;|$)/.exec(cookie) ?? [];
  const values = [chosen, header].filter((value) => value !== undefined);
  return values.length > 0 ? values.join(', ') : null;
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
  const [family = ''] = type.split('/');
  for (const [index, name] of [type, `${family}/*`, '*/*'].entries()) {
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
  const ranges = accept.split(',').map(parseRange);
  const htmlRank = rankType('text/html', ranges);
  return htmlRank >= 0 && htmlRank >= rankType('application/json', ranges);
}
