/** What a path decides before any tool is known: the shape of its errors, whether pages may call it, its limit. */
import type { HttpConfig } from './settings.ts';

export type Shape = 'gateway' | 'newsroom';

const GATEWAY_ROOTS = ['/api/proxy', '/api/v2', '/api/account', '/api/stripe', '/api/capabilities'];

export function shapeOf(pathname: string): Shape {
  return GATEWAY_ROOTS.some((root) => isUnder(pathname, root)) ? 'gateway' : 'newsroom';
}

/** Bearer APIs answer pages of any origin; everything else has no CORS header at all. */
export function hasCors(pathname: string): boolean {
  return isUnder(pathname, '/api') || isUnder(pathname, '/v1') || isUnder(pathname, '/.well-known');
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
  isOperators: boolean;
}

export interface LimitGroups {
  of(pathname: string): LimitGroup;
}

export function limitGroups(config: HttpConfig): LimitGroups {
  const group = (prefix: string, points: number, isOperators = false): LimitGroup => ({
    prefix: `${prefix} `,
    points,
    pointsText: String(points),
    limitsUnknownPaths: prefix !== 'other',
    isOperators,
  });
  const tools = group('tools', config.rateLimitPerMinute);
  const admin = group('admin', config.adminRateLimitPerMinute, true);
  const other = group('other', config.otherRateLimitPerMinute);
  return {
    of(pathname) {
      if (pathname.startsWith('/api/proxy/') || pathname.startsWith('/api/v2/')) return tools;
      if (isUnder(pathname, '/mcp') || pathname === '/api/proxy' || pathname === '/api/v2') return tools;
      // The page at /admin itself holds nothing.
      return pathname.startsWith('/admin/') || pathname.startsWith('/internal/') ? admin : other;
    },
  };
}

export function isUnder(pathname: string, root: string): boolean {
  return pathname.startsWith(root) && (pathname.length === root.length || pathname.charCodeAt(root.length) === 0x2f);
}
