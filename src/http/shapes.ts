/** What a path decides before any tool is known: the shape of its errors, whether pages may call it, its limit. */
import type { HttpConfig } from './settings.ts';

export type Shape = 'gateway' | 'newsroom' | 'oauth';

const GATEWAY_ROOTS = ['/api/proxy', '/api/v2', '/api/account', '/api/stripe', '/api/capabilities'];

export function chooseShape(pathname: string): Shape {
  return GATEWAY_ROOTS.some((root) => isUnder(pathname, root)) ? 'gateway' : 'newsroom';
}

/** Where clients get and give back tokens; the consent page beside them is for its own origin. */
const TOKEN_PATHS = new Set(['/oauth/token', '/oauth/register', '/oauth/revoke']);

/** APIs that take a bearer: a page of any origin may call them, since nothing is sent along by itself. */
const BEARER_ROOTS = ['/api', '/v1', '/auth', '/billing', '/.well-known'];
/** Signing in is for our own pages; a webhook is for its sender. */
const OWN_PATHS = new Set(['/auth/send-code', '/auth/verify', '/billing/webhook', '/api/stripe/webhook']);

/** Bearer APIs answer pages of any origin; everything else has no CORS header at all. */
export function hasCors(pathname: string): boolean {
  if (TOKEN_PATHS.has(pathname)) return true;
  if (isOperatorPath(pathname)) return true;
  return BEARER_ROOTS.some((root) => isUnder(pathname, root)) && !OWN_PATHS.has(pathname);
}

export interface LimitGroup {
  /** Put before the address in the limiter's key. */
  prefix: string;
  /** Requests a minute and address. */
  points: number;
  pointsText: string;
  /** A path of the group that does not exist is limited too, rather than answered 404 without end. */
  limitsUnknownPaths: boolean;
  /** `/admin/…` and `/internal/…`: an address that guesses is shut out of them. */
  isForOperators: boolean;
}

export interface LimitGroups {
  /** Undefined for what is never limited. */
  find(pathname: string): LimitGroup | undefined;
}

/** Their sender repeats what is refused, and each is worth an answer. */
const WEBHOOKS = new Set(['/billing/webhook', '/api/stripe/webhook']);

export function createLimitGroups(config: HttpConfig): LimitGroups {
  const group = (prefix: string, points: number, isOperators = false): LimitGroup => ({
    prefix: `${prefix} `,
    points,
    pointsText: String(points),
    limitsUnknownPaths: prefix !== 'other',
    isForOperators: isOperators,
  });
  const tools = group('tools', config.rateLimitPerMinute);
  const admin = group('admin', config.adminRateLimitPerMinute, true);
  const other = group('other', config.otherRateLimitPerMinute);
  return {
    find(pathname) {
      if (pathname.startsWith('/api/proxy/') || pathname.startsWith('/api/v2/')) return tools;
      if (isUnder(pathname, '/mcp') || pathname === '/api/proxy' || pathname === '/api/v2') return tools;
      if (isOperatorPath(pathname)) return admin;
      return WEBHOOKS.has(pathname) ? undefined : other;
    },
  };
}

/** The page at /admin itself holds nothing. */
function isOperatorPath(pathname: string): boolean {
  return pathname.startsWith('/admin/') || pathname.startsWith('/internal/');
}

export function isUnder(pathname: string, root: string): boolean {
  return pathname.startsWith(root) && (pathname.length === root.length || pathname.charCodeAt(root.length) === 0x2f);
}
