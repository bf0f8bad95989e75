/** Chooses the rate-limit window of a request: per address, or per key where the path says so. */

import { readPageCookie } from '../../kernel/page-cookie.ts';
import type { Limiter, LimitState } from '../../kernel/ports.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Exchange } from '../exchange.ts';
import { findCredential } from '../requests/credentials.ts';
import type { LimitGroup } from '../rules.ts';
import type { HttpConfig } from '../settings.ts';

const WINDOW_SECONDS = 60;
/** So many keys of one address may use all that each may: whoever makes keys up is stopped there. */
const KEYS_PER_ADDRESS = 10;

export function countRequest(
  { limiter, config: { baseUrl } }: { limiter: Limiter; config: Pick<HttpConfig, 'baseUrl'> },
  exchange: Exchange,
  group: LimitGroup,
): LimitState | Promise<LimitState> {
  const { limitKey } = exchange.address;
  const { byKey } = group;
  const { headers } = exchange.req;
  const credential = byKey && (findCredential(headers) ?? readPageCookie(baseUrl, headers.cookie));
  if (!byKey || credential === undefined) return limiter.consume(group.prefix + limitKey, group.points, WINDOW_SECONDS);
  const { prefix, points, pointsText } = byKey;
  exchange.limitGroup = { ...group, prefix, points, pointsText };
  return chooseTighter(
    limiter.consume(prefix + sha256Hex(credential), points, WINDOW_SECONDS),
    limiter.consume(`${prefix.trim()}s ${limitKey}`, points * KEYS_PER_ADDRESS, WINDOW_SECONDS),
  );
}

async function chooseTighter(
  ofKey: LimitState | Promise<LimitState>,
  ofAddress: LimitState | Promise<LimitState>,
): Promise<LimitState> {
  const [key, address] = await Promise.all([ofKey, ofAddress]);
  return address.isAllowed ? key : address;
}
