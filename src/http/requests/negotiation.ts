/** Content negotiation: pages, compression and languages (RFC 9110, 12.5). */
import type { IncomingHttpHeaders } from 'node:http';

/** The language that a reader has chosen on a page stands before those that the browser asks for. */
export function readAcceptLanguage({ cookie = '', 'accept-language': header }: IncomingHttpHeaders): string | null {
  const [, chosen] = /(?:^|; )lang=([a-z]{2})(?:;|$)/.exec(cookie) ?? [];
  const values = [chosen, header].filter((value) => value !== undefined);
  return values.length > 0 ? values.join(', ') : null;
}

export function acceptsGzip(encodings: string | undefined): boolean {
  return (
    encodings !== undefined &&
    /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(encodings)
  );
}
