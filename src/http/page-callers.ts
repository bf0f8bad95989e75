/**
 * Who asks from a page of this server: a cookie says it, and a browser sends cookies along by itself. So it counts for what
 * the pages themselves ask, and for nobody else's links and forms. security.md 13.
 */
import type { IncomingMessage } from 'node:http';
import { FareboxError } from '../kernel/errors.ts';
import { readPageCookie } from '../kernel/page-cookie.ts';
import type { IdentifyPage } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Exchange } from './exchange.ts';

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

const createOtherSiteError = (): FareboxError =>
  new FareboxError('FORBIDDEN', {
    message: 'This request comes from another site.',
    next: 'Send it from a page of this server, or with a key in the Authorization header.',
  });
