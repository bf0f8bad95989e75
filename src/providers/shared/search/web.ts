/** Pages and files that callers name: read through the guard, redirects followed by hand, refused when they are no text. */

import { parseAddress } from '../../../kernel/call/targets.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { type FailureKind, UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { FailedRequest } from '../../../kernel/errors/failure-log.ts';
import { CallerGoneError } from '../../../kernel/tool/chain.ts';
import { createInvalidInputError } from '../../../kernel/tool/input.ts';
import { parseRetryAfterMs } from '../classify.ts';
import { createNoHostError, isNoSuchName } from '../look-up.ts';
import { type ExchangeLimits, exchange, type RawReply, type RequestContext } from '../network/exchange.ts';
import type { PageSource } from '../page/content.ts';

export interface WebPage {
  /** As the caller named it, in normal form. */
  url: string;
  /** After redirects. */
  finalUrl: string;
  status: number;
  /** Media type in lower case, without parameters. */
  contentType: string;
  source: PageSource;
  etag: string | null;
  lastModified: string | null;
}

export interface VisitOptions {
  /** Media types to ask for; default those of pages. */
  accept?: string;
  /** Asked before each request, also of a redirect; refuses by throwing. */
  admitVisit?(url: URL): Promise<void>;
  /** The `etag` of an earlier answer: a page that is still the same has the status 304 and no text. */
  ifNoneMatch?: string;
  /** The same with its `lastModified`. */
  ifModifiedSince?: string;
}

export interface WebFile {
  finalUrl: string;
  contentType: string;
  bytes: Uint8Array;
}

const REDIRECTS_MAX = 5;
const PAGE_BYTES_MAX = 5 * 1024 * 1024;
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const STALL_MS = 10_000;
const PAGE_TYPES = 'text/html,application/xhtml+xml;q=0.9,text/*;q=0.8,*/*;q=0.5';
const NOT_MODIFIED = 304;

const textTypes = /^(text\/|application\/(json|xml|javascript|ecmascript|xhtml\+xml|[\w.-]+\+(json|xml))$)/;

/**
 * For an address that a page links to, before a provider reads it; those in the input have been checked. Throws like the
 * transport's `admit`.
 */
export async function admitUrl(text: string, ctx: RequestContext): Promise<URL> {
  const url = parseAddress(text);
  await ctx.environment.transport.admit(url, ctx);
  return url;
}

/**
 * A text page, not decoded yet: that is work for the threads that read pages. Throws INVALID_INPUT (address),
 * UNREADABLE_TARGET (a PDF, an image, a 403 …) or an UpstreamFailure (`not_found` for a 404, `timeout`, `cut`, `overloaded`,
 * `unreachable`).
 */
export async function fetchPage(text: string, ctx: RequestContext, options: VisitOptions = {}): Promise<WebPage> {
  const { accept = PAGE_TYPES, ifNoneMatch, ifModifiedSince, admitVisit } = options;
  const url = parseAddress(text);
  const limits = buildLimits(PAGE_BYTES_MAX, 'truncate', isTextType);
  const headers = {
    accept,
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    ...(ifModifiedSince === undefined ? {} : { 'if-modified-since': ifModifiedSince }),
  };
  const { reply, finalUrl } = await observeRequest(ctx, () =>
    followRedirects(url, ctx, { headers, limits, admitVisit }),
  );
  const header = reply.headers['content-type'] ?? '';
  const contentType = parseMediaType(header);
  if (reply.status !== NOT_MODIFIED && (!isTextType(contentType) || isBinary(reply.bytes)))
    throw createUnreadableError(describeDocument(contentType, reply.bytes));
  return {
    url: url.href,
    finalUrl: finalUrl.href,
    status: reply.status,
    contentType: contentType || 'text/html',
    source: { bytes: reply.bytes, typeHeader: header, truncated: reply.truncated },
    etag: reply.headers.etag ?? null,
    lastModified: reply.headers['last-modified'] ?? null,
  };
}

/** A file (image, audio) whose media type `accepts`; at most 10 MiB. Throws like `fetchPage`. */
export async function fetchFile(
  text: string,
  ctx: RequestContext,
  accepts: (contentType: string) => boolean,
  bytesMax = FILE_BYTES_MAX,
): Promise<WebFile> {
  const limits = buildLimits(bytesMax, 'fail', accepts);
  const { reply, finalUrl } = await observeRequest(ctx, () =>
    followRedirects(parseAddress(text), ctx, { headers: { accept: '*/*' }, limits }),
  );
  const contentType = parseMediaType(reply.headers['content-type'] ?? '');
  if (!accepts(contentType))
    throw createUnreadableError(`The target is of type ${contentType.slice(0, 100) || 'unknown'}.`);
  return { finalUrl: finalUrl.href, contentType, bytes: reply.bytes };
}

function buildLimits(
  bodyBytesMax: number,
  overCap: ExchangeLimits['overCap'],
  accepts: (type: string) => boolean,
): ExchangeLimits {
  const wantsBody: ExchangeLimits['isBodyWanted'] = (status, headers) =>
    status >= 200 && status < 300 && accepts(parseMediaType(headers['content-type'] ?? ''));
  return { bodyBytesMax, stallMs: STALL_MS, overCap, isBodyWanted: wantsBody };
}

interface Visit {
  admitVisit?: VisitOptions['admitVisit'] | undefined;
  headers: Record<string, string>;
  limits: ExchangeLimits;
}

async function followRedirects(
  start: URL,
  ctx: RequestContext,
  { headers, limits, admitVisit }: Visit,
): Promise<{ reply: RawReply; finalUrl: URL }> {
  let url = start;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    await admitVisit?.(url);
    const request = { provider: 'web', method: 'GET', url, headers, isGuarded: true } as const;
    const reply = await exchange(request, ctx, limits).catch((thrown) => {
      throw explainFailure(thrown, hops > 0);
    });
    const next = readRedirect(reply, url);
    if (!next) {
      const isConditional = 'if-none-match' in headers || 'if-modified-since' in headers;
      if (reply.status !== NOT_MODIFIED || !isConditional) assertReadable(reply);
      return { reply, finalUrl: url };
    }
    url = next;
  }
  throw createUnreadableError(`The page redirects more than ${REDIRECTS_MAX} times.`);
}

/** Target of a redirect, without credentials; null for another reply. */
function readRedirect({ status, headers }: RawReply, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null;
  const { location } = headers;
  if (!URL.canParse(location, from.href)) throw createUnreadableError('The page redirects to an invalid address.');
  const url = new URL(location, from);
  url.username = '';
  url.password = '';
  return url;
}

function assertReadable({ status, headers }: RawReply): void {
  if (status >= 200 && status < 300) return;
  const message = `The address returned HTTP status ${status}.`;
  if (status === 404 || status === 410) throw new UpstreamFailure('not_found', 'web', { status, message });
  if (status === 429 || status >= 500) {
    const retryAfterMs = parseRetryAfterMs(headers, Date.now());
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    throw new UpstreamFailure(status === 429 ? 'rate' : 'overloaded', 'web', { status, message, ...wait });
  }
  throw createUnreadableError(message, new UpstreamFailure('bad_request', 'web', { status }));
}

/** The target's failure in words for the caller, who named it. */
function explainFailure(thrown: unknown, redirected: boolean): unknown {
  if (thrown instanceof FareboxError && thrown.code === 'INVALID_INPUT' && redirected) {
    return createInvalidInputError([{ path: 'url', message: 'This page redirects to an address that is not public' }]);
  }
  if (!(thrown instanceof UpstreamFailure)) return thrown;
  if (isNoSuchName(thrown)) return createNoHostError(thrown);
  const message = failureWords[thrown.kind] ?? 'The server closed the connection early. Nothing was charged.';
  return new UpstreamFailure(thrown.kind, 'web', { ...thrown.facts, message, cause: thrown });
}

const failureWords: Readonly<Partial<Record<FailureKind, string>>> = {
  timeout: 'The address did not respond in time. Nothing was charged.',
  malformed: 'The response of this address is too large or invalid. Nothing was charged.',
  unreachable: 'The server could not be reached. Nothing was charged.',
  overloaded: 'The TLS connection to the server failed. Nothing was charged.',
};

async function observeRequest<T>(ctx: RequestContext, run: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const observe = (outcome: string, failed?: FailedRequest): void =>
    ctx.environment.observe('web', outcome, performance.now() - startedMs, failed);
  try {
    const value = await run();
    observe('ok');
    return value;
  } catch (thrown) {
    const outcome = thrown instanceof CallerGoneError ? 'ended' : 'refused';
    observe(thrown instanceof UpstreamFailure ? thrown.kind : outcome, { thrown, ctx });
    throw thrown;
  }
}

function parseMediaType(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase();
}

/** A page without a type is read and looked at. */
function isTextType(contentType: string): boolean {
  return contentType === '' || textTypes.test(contentType);
}

/** Most control characters that a text may have, as a share of its bytes: pages have a stray zero byte or two. */
const CONTROLS_MAX = 0.05;

/** Content labeled as text that isn't: a PDF, or control characters all over, outside UTF-16, markup and zipped text. */
function isBinary(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024));
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return true;
  const start = head.toString('latin1');
  const isMarked = ['\xff\xfe', '\xfe\xff', '\x1f\x8b'].some((mark) => start.startsWith(mark));
  if (isMarked || /^(?:\xef\xbb\xbf)?\s*</.test(start.replaceAll('\0', ''))) return false;
  return head.filter(isControl).byteLength > head.byteLength * CONTROLS_MAX;
}

/** No tab, line break or escape, with which ISO-2022-JP begins. */
const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b);

function describeDocument(contentType: string, bytes: Uint8Array): string {
  const pdf = contentType === 'application/pdf' || Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
  if (pdf) return 'The target is a PDF document; only text pages can be read.';
  const isBinary = /^[\w.+-]+\/[\w.+-]+$/.test(contentType) && !textTypes.test(contentType);
  return `The target is ${isBinary ? `of type ${contentType.slice(0, 100)}` : 'binary data'}; this tool can't read it.`;
}

function createUnreadableError(message: string, cause?: unknown): FareboxError {
  return new FareboxError('UNREADABLE_TARGET', {
    message: `${message} Nothing was charged.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
