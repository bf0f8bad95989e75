/** Pages and files that callers name: read through the guard, redirects followed by hand, refused when they are no text. */
import { CallerLeft } from '../kernel/chain.ts';
import { FareboxError } from '../kernel/errors.ts';
import { UpstreamFailure } from '../kernel/failure.ts';
import { invalidInput } from '../kernel/input.ts';
import { decodePage } from './charset.ts';
import { errorCode, exchange, type Limits, type RawReply, type RequestContext } from './exchange.ts';

export interface Page {
  /** As the caller named it, in normal form. */
  url: string;
  /** After redirects. */
  finalUrl: string;
  status: number;
  /** Media type in lower case, without parameters. */
  contentType: string;
  charset: string;
  /** Bytes that were read. */
  bytes: number;
  text: string;
  /** The page is longer than what was read. */
  truncated: boolean;
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
const URL_CHARS_MAX = 4096;

const textTypes = /^(text\/|application\/(json|xml|javascript|ecmascript|xhtml\+xml|[\w.-]+\+(json|xml))$)/;

/** Throws INVALID_INPUT for what callers may not name; then nothing has been sent. Use it before a provider reads a URL. */
export async function admitUrl(text: string, ctx: RequestContext): Promise<URL> {
  const url = parsedUrl(text);
  await ctx.outside.transport.admit(url);
  return url;
}

/**
 * A text page. Throws INVALID_INPUT (address), UNREADABLE_TARGET (a PDF, an image, a 403 …) or an UpstreamFailure
 * (`not_found` for a 404, `timeout`, `cut`, `overloaded`).
 */
export async function fetchPage(text: string, ctx: RequestContext): Promise<Page> {
  const accept = 'text/html,application/xhtml+xml;q=0.9,text/*;q=0.8,*/*;q=0.5';
  const url = parsedUrl(text);
  const limits = limitsOf(PAGE_BYTES_MAX, 'truncate', isTextType);
  const { reply, finalUrl } = await measured(ctx, () => followed(url, { accept }, ctx, limits));
  const header = reply.headers['content-type'] ?? '';
  const contentType = typeOf(header);
  if (!isTextType(contentType) || isBinary(reply.bytes)) throw unreadable(kindOfDocument(contentType, reply.bytes));
  const { text: read, charset } = decodePage(reply.bytes, header);
  return {
    url: url.href,
    finalUrl: finalUrl.href,
    status: reply.status,
    contentType: contentType || 'text/html',
    charset,
    bytes: reply.bytes.byteLength,
    text: reply.truncated ? read.replace(/\ufffd+$/, '') : read,
    truncated: reply.truncated,
  };
}

/** A file (image, audio) whose media type `accepts`; at most 10 MiB. Throws like `fetchPage`. */
export async function fetchFile(
  text: string,
  ctx: RequestContext,
  accepts: (contentType: string) => boolean,
  bytesMax = FILE_BYTES_MAX,
): Promise<WebFile> {
  const limits = limitsOf(bytesMax, 'fail', accepts);
  const { reply, finalUrl } = await measured(ctx, () => followed(parsedUrl(text), { accept: '*/*' }, ctx, limits));
  const contentType = typeOf(reply.headers['content-type'] ?? '');
  if (!accepts(contentType)) throw unreadable(`The target is of type ${contentType.slice(0, 100) || 'unknown'}.`);
  return { finalUrl: finalUrl.href, contentType, bytes: reply.bytes };
}

function limitsOf(bodyBytesMax: number, overCap: Limits['overCap'], accepts: (type: string) => boolean): Limits {
  const wantsBody: Limits['wantsBody'] = (status, headers) =>
    status >= 200 && status < 300 && accepts(typeOf(headers['content-type'] ?? ''));
  return { bodyBytesMax, stallMs: STALL_MS, overCap, wantsBody };
}

async function followed(
  start: URL,
  headers: Record<string, string>,
  ctx: RequestContext,
  limits: Limits,
): Promise<{ reply: RawReply; finalUrl: URL }> {
  let url = start;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const request = { provider: 'web', method: 'GET', url, headers, guarded: true } as const;
    const reply = await exchange(request, ctx, limits).catch((thrown) => {
      throw explained(thrown, hops > 0);
    });
    const next = redirectOf(reply, url);
    if (!next) {
      assertRead(reply.status);
      return { reply, finalUrl: url };
    }
    url = next;
  }
  throw unreadable(`The page redirects more than ${REDIRECTS_MAX} times.`);
}

/** Where a redirect leads, without credentials; null when the reply is none. */
function redirectOf({ status, headers }: RawReply, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null;
  const { location } = headers;
  if (!URL.canParse(location, from.href)) throw unreadable('The page redirects to something that is no address.');
  const url = new URL(location, from);
  url.username = '';
  url.password = '';
  return url;
}

function assertRead(status: number): void {
  if (status >= 200 && status < 300) return;
  const message = `The address answered with HTTP status ${status}.`;
  if (status === 404 || status === 410) throw new UpstreamFailure('not_found', 'web', { status, message });
  if (status === 429) throw new UpstreamFailure('rate', 'web', { status, message });
  if (status >= 500) throw new UpstreamFailure('overloaded', 'web', { status, message });
  throw unreadable(message);
}

/** The target's failure in words for the caller, who named it. */
function explained(thrown: unknown, redirected: boolean): unknown {
  if (thrown instanceof FareboxError && thrown.code === 'INVALID_INPUT' && redirected) {
    return invalidInput([{ path: 'url', message: 'This page redirects to an address that is not public' }]);
  }
  if (!(thrown instanceof UpstreamFailure)) return thrown;
  const code = errorCode(thrown);
  if (code === 'ENOTFOUND') return unreadable('The host of this address does not exist.', thrown);
  const message =
    thrown.kind === 'timeout'
      ? 'The address did not answer in time. Nothing was charged.'
      : thrown.kind === 'malformed'
        ? 'The answer of this address is too large or broken. Nothing was charged.'
        : 'The server of this address could not be reached, or broke off. Nothing was charged.';
  return new UpstreamFailure(thrown.kind, 'web', { ...thrown.facts, message, cause: thrown });
}

async function measured<T>(ctx: RequestContext, run: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const done = (outcome: string): void => ctx.outside.observe('web', outcome, performance.now() - startedMs);
  try {
    const value = await run();
    done('ok');
    return value;
  } catch (thrown) {
    done(thrown instanceof UpstreamFailure ? thrown.kind : thrown instanceof CallerLeft ? 'ended' : 'refused');
    throw thrown;
  }
}

function parsedUrl(text: string): URL {
  if (text.length <= URL_CHARS_MAX && URL.canParse(text)) return new URL(text);
  throw invalidInput([{ path: 'url', message: 'Not an address; it starts with https:// or http://' }]);
}

function typeOf(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase();
}

/** A page without a type is read and looked at. */
function isTextType(contentType: string): boolean {
  return contentType === '' || textTypes.test(contentType);
}

/** What is labelled as text and is none: a PDF, or zero bytes outside UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024));
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return true;
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !marked && head.includes(0);
}

function kindOfDocument(contentType: string, bytes: Uint8Array): string {
  const pdf = contentType === 'application/pdf' || Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
  if (pdf) return 'The target is a PDF document; only text pages can be read.';
  const named = /^[\w.+-]+\/[\w.+-]+$/.test(contentType) && !textTypes.test(contentType);
  return `The target is ${named ? `of type ${contentType.slice(0, 100)}` : 'binary data'}; this tool can't read it.`;
}

function unreadable(message: string, cause?: unknown): FareboxError {
  return new FareboxError('UNREADABLE_TARGET', {
    message: `${message} Nothing was charged.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
