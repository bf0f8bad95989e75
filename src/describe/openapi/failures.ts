/** Derives the errors that an operation can return from the tool's definition. */
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import { readProperties } from '../../kernel/tool/json-schema.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';

/** Any request: a bad header, a bad key, a limit, and what befalls a server. */
const ALWAYS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'ACCOUNT_SUSPENDED',
  'RATE_LIMITED',
  'INTERNAL',
  'OVERLOADED',
  'STORE_UNAVAILABLE',
  'DRAINING',
  'UPSTREAM_TIMEOUT',
];
const WITH_BODY: readonly ErrorCode[] = ['TOO_LARGE'];
const WITH_JSON: readonly ErrorCode[] = ['INVALID_JSON'];
const PRICED: readonly ErrorCode[] = ['INSUFFICIENT_BALANCE', 'PRICE_ABOVE_MAX', 'REFUND_LIMIT'];
const CLAIMED: readonly ErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'IN_PROGRESS', 'ANSWER_NOT_KEPT', 'CALL_RECOVERED'];
/** Links that lead nowhere, or not any more. */
const PAGES: readonly ErrorCode[] = ['NOT_FOUND', 'GONE'];
const ASKING: readonly ErrorCode[] = ['NO_RESULT', 'UPSTREAM_FAILED', 'TOOL_UNAVAILABLE'];
/** Inputs that name a page, a picture or a sound. */
const TARGETS: ReadonlySet<string> = new Set(['url', 'urls', 'image', 'audio']);

/** Each once. */
export function listFailureCodes(tool: RegisteredTool): ErrorCode[] {
  const { access, method, definition, reply, effect, priceMicros, toolset, path } = tool;
  const isSold = toolset.layer !== null;
  const readsTarget = Object.keys(readProperties(tool.inputSchema)).some((name) => TARGETS.has(name));
  const codes: (readonly ErrorCode[])[] = [
    ALWAYS,
    ...(method === 'GET' ? [] : [WITH_BODY]),
    ...(method === 'GET' || definition.body === 'raw' ? [] : [WITH_JSON]),
    // Where input is read as FastAPI reads it, another type of body is an input that does not fit.
    ...(method === 'GET' || toolset.errors === 'newsroom' ? [] : [['UNSUPPORTED_MEDIA_TYPE'] as const]),
    ...(reply === 'json' ? [['NOT_ACCEPTABLE'] as const] : []),
    ...(access === 'public' ? [] : [['FORBIDDEN'] as const]),
    ...(access === 'operator' ? [['ADMIN_LOCKED'] as const] : []),
    ...(isSold && access !== 'public' ? [['CAP_REACHED'] as const] : []),
    ...(path.includes('{') ? [['NOT_FOUND'] as const] : []),
    ...(reply === 'page' ? [PAGES] : []),
    ...(!isSold && effect !== 'read' ? [['CONFLICT'] as const] : []),
    ...(priceMicros > 0 ? [PRICED] : []),
    ...(claimsKeys(tool) ? [CLAIMED] : []),
    ...(isSold && (definition.uses || definition.quote || readsTarget) ? [ASKING] : []),
    ...(isSold && definition.uses && !definition.passThrough
      ? [['CONTENT_FILTERED', 'CONTEXT_LENGTH_EXCEEDED'] as const]
      : []),
    ...(isSold && readsTarget ? [['UNREADABLE_TARGET'] as const] : []),
    definition.failsWith ?? [],
  ];
  return [...new Set(codes.flat())];
}

/** Whether an idempotency key makes repeats of this tool one call. */
export function claimsKeys({ priceMicros, effect, definition, reply }: RegisteredTool): boolean {
  if (definition.secret || (reply !== 'json' && reply !== 'bytes')) return false;
  return priceMicros > 0 || effect !== 'read';
}
