/** Brings requests under /mcp to the MCP door: body, caller and headers are ready when it begins. */

import type { IncomingMessage } from 'node:http';
import { PAID_MCP_PATH } from '../describe/mcp-servers.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { createUnknownCredentialError } from '../kernel/errors/refusal.ts';
import type { Identify, LimitState } from '../kernel/ports.ts';
import { isOriginNamed } from '../mcp/protocol/origins.ts';
import type { McpDoor, McpRequest } from '../mcp/types.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';
import { readBody } from './requests/body.ts';
import { parseBearerToken, QUERY_KEY } from './requests/credentials.ts';
import type { Guards } from './requests/guards.ts';
import { MCP_PREFLIGHT_HEADERS } from './requests/headers.ts';
import { isUnder } from './rules.ts';

export interface McpMountDeps {
  door: McpDoor;
  identify: Identify;
  bodyLimitBytes: number;
  guards: Pick<Guards, 'countFailure'>;
  /** Callers without a key may pay for single calls. */
  takesPayments: boolean;
  /** Counts one more request against the caller's limit. */
  countRequest(): LimitState | undefined | Promise<LimitState>;
}

/** Answers one request under /mcp; throws what the door is to refuse with. */
export async function serveMcp(deps: McpMountDeps, exchange: Exchange): Promise<void> {
  const { req, res, pathname } = exchange;
  const query = new URLSearchParams(exchange.search);
  // A key in an address ends up in the logs of others, and MCP clients can send headers.
  if (query.has(QUERY_KEY)) exchange.isPrivate = true;
  query.delete(QUERY_KEY);
  const { requestId, callerGone, trace } = exchange;
  const request = { pathname, query, requestId, callerGone, trace };
  if (exchange.method === 'OPTIONS' && exchange.pageOrigin !== undefined) {
    exchange.send(204, [...exchange.buildHeaders(), ...MCP_PREFLIGHT_HEADERS], '', '');
    return;
  }
  // Some clients probe with GET alone whether a server asks for a sign-in, or whether their token still works.
  const caller = await identifyCaller(deps, exchange, isUnder(pathname, PAID_MCP_PATH));
  if (exchange.method !== 'POST') {
    exchange.presetHeaders();
    await deps.door.handle(req, res, { ...request, ...caller, body: undefined });
    return;
  }
  const bytes = await readBody(req, res, deps.bodyLimitBytes);
  const message = readMessage(bytes);
  // Each message of a batch is as much work as a request of its own.
  if (Array.isArray(message.body)) await countBatch(deps, exchange, message.body.length);
  exchange.presetHeaders();
  await deps.door.handle(req, res, { ...request, ...caller, ...message });
}

/**
 * If calls need no key, the sender of an invalid token is anonymous and is refused at the first call that needs a key.
 */
async function identifyCaller(
  deps: McpMountDeps,
  exchange: Exchange,
  isPaid: boolean,
): Promise<Pick<McpRequest, 'principal' | 'tokenError'>> {
  const token = parseBearerToken(exchange.req.headers.authorization);
  const { ip } = exchange.address;
  exchange.hadToken = token !== undefined;
  try {
    const principal = await deps.identify(token, ip);
    // ADMIN_TOKEN opens the operator's paths alone: nobody can try here whether it is right.
    if (principal.kind === 'operator') throw createUnknownCredentialError(token ?? '');
    // A probe by GET still finds out that there is a sign-in.
    const mayPay = deps.takesPayments && exchange.method === 'POST';
    if (principal.kind === 'anonymous' && isPaid && !mayPay) throw new FareboxError('UNAUTHENTICATED');
    exchange.mode = principal.mode;
    return { principal };
  } catch (thrown) {
    if (isPaid || !(thrown instanceof FareboxError) || thrown.code !== 'UNAUTHENTICATED') throw thrown;
    await deps.guards.countFailure(thrown, exchange);
    exchange.mode = 'live';
    return { principal: { kind: 'anonymous', mode: 'live', ip }, tokenError: thrown };
  }
}

/** The origin of the page that asks, where it is one of `names`. */
export function findPageOrigin({ headers: { origin } }: IncomingMessage, names: readonly string[]): string | undefined {
  return origin !== undefined && isOriginNamed(origin, names) ? origin : undefined;
}

async function countBatch({ countRequest }: McpMountDeps, exchange: Exchange, messages: number): Promise<void> {
  for (let counted = 1; counted < messages; counted++) {
    exchange.limit = await countRequest();
    if (exchange.limit?.isAllowed !== false) continue;
    throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: exchange.limit.resetSeconds });
  }
}

function readMessage(bytes: Buffer): Pick<McpRequest, 'body' | 'bodyError'> {
  if (bytes.length === 0) return { body: undefined };
  try {
    return { body: parseJson(bytes) };
  } catch (error) {
    return {
      body: undefined,
      bodyError: error instanceof FareboxError ? error.message : 'The request body is not valid JSON.',
    };
  }
}
