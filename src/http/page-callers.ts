/**
 * Identifies callers of this server's own pages by cookie. Browsers send cookies automatically, so the cookie counts
 * only for requests from these pages, not from other sites' links and forms. security.md 13.
 */
import type { IncomingMessage } from 'node:http';
import { FareboxError } from '../kernel/errors/errors.ts';
import { readPageCookie } from '../kernel/page-cookie.ts';
import type { IdentifyPage } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Exchange } from './exchange.ts';
import type { ToolRoute } from './routes.ts';

export interface PageCallerDeps {
  identifyPage: IdentifyPage;
  baseUrl: string;
}

/**
 * Null without the cookie, with one that has ended, and for data that another site asks for. Throws FORBIDDEN when another
 * site asks for a change. `isPage`: what is asked for is shown by the browser itself, and no script of another site reads it.
 */
export async function identifyPageCaller(
  { identifyPage, baseUrl }: PageCallerDeps,
  { req, method, address }: Exchange,
  isPage: boolean,
): Promise<Principal | null> {
  const cookie = readPageCookie(baseUrl, req.headers.cookie);
  if (cookie === undefined) return null;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isFromOwnPage(req, baseUrl, isRead)) {
    if (!isRead) throw createOtherSiteError();
    if (!isPage) return null;
  }
  return await identifyPage(cookie, address.ip);
}

/** A browser names the page that asks in one of three ways; over plain http to another machine the first is missing. */
function isFromOwnPage({ headers }: IncomingMessage, baseUrl: string, isRead: boolean): boolean {
  const { 'sec-fetch-site': site, origin, referer, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  const page = origin ?? (isRead ? referer : undefined);
  if (page === undefined || !URL.canParse(page)) return false;
  const { origin: asking, host: askingHost } = new URL(page);
  return asking === new URL(baseUrl).origin || askingHost === host;
}

/**
 * A change that only pages of this server ask for is refused to pages of others, with or without a cookie: a browser names
 * who asks. An untyped body is what a page of another site can send without asking first. Throws FORBIDDEN or
 * UNSUPPORTED_MEDIA_TYPE.
 */
export function assertFromOwnSite({ req, method }: Exchange, { rules, tool }: ToolRoute, baseUrl: string): void {
  if (method === 'GET' || method === 'HEAD' || rules.hasCors) return;
  const { 'sec-fetch-site': site, origin, 'content-type': type = '' } = req.headers;
  const isFromBrowser = site !== undefined || origin !== undefined;
  if (isFromBrowser && site !== 'none' && !isFromOwnPage(req, baseUrl, false)) throw createOtherSiteError();
  if (tool.definition.body === undefined && type.trim() === '' && hasBody(req)) {
    throw new FareboxError('UNSUPPORTED_MEDIA_TYPE', { next: 'Send JSON with Content-Type: application/json.' });
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const createOtherSiteError = (): FareboxError =>
  new FareboxError('FORBIDDEN', {
    message: 'This request comes from another site.',
    next: 'Send it from a page of this server, or with a key in the Authorization header.',
  });
