/** Headers of the request, as they came; `origin` is null for none. */
export interface Browser {
  origin: string | null;
  acceptLanguage: string | null;
  accept?: string;
  cookie?: string;
  /** The versions that the caller has already: see etag.ts. */
  ifNoneMatch?: string;
  userAgent?: string;
  /** SIGN-IN-WITH-X: proof of a wallet. */
  walletProof?: string;
  /** Only the head of the answer is asked for. */
  isHead?: boolean;
  /** `DNT: 1` or `Sec-GPC: 1`: whoever asks does not want to be tracked. */
  optsOut?: boolean;
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

/** Whether whoever asks is a browser that shows pages: it names HTML, and likes it no less than JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/html')) return false;
  const ranges = accept.split(',').map(parseRange);
  const htmlRank = rankType('text/html', ranges);
  return htmlRank >= 0 && htmlRank >= rankType('application/json', ranges);
}
