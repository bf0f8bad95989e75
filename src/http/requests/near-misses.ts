/** Hints for requests that nearly match: another method, another path, a key without its scheme. */
import type { IncomingMessage } from 'node:http';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Identify } from '../../kernel/ports.ts';
import type { Mode, Principal } from '../../kernel/principal.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import type { ErrorShape } from '../../kernel/tool/toolset.ts';
import { isVisibleTo } from '../../mcp/search/visibility.ts';
import type { Exchange } from '../exchange.ts';
import { parseBearerToken } from './credentials.ts';

export interface MissDeps {
  registry: Registry;
  identify: Identify;
  /** Whether a source of this tool is set up; default: of each. */
  isSetUp?: ((tool: RegisteredTool, mode: Mode) => boolean) | undefined;
}

const NEAREST_NAMES = 3;
const OUR_KEY = /^fbx_(?:live|test)_/;
/** Methods that every path has which has the others. */
const SILENT_METHODS = new Set(['HEAD', 'OPTIONS']);

/** `name`: what the path would be the path of. Tools that the caller has under another path are pointed at. */
export async function explainUnknownTool(
  { registry, identify, isSetUp = () => true }: MissDeps,
  { req, pathname, address }: Exchange,
  name: string,
): Promise<FareboxError> {
  const principal = await identifyForHint(identify, req, address.ip);
  const isUsable = (tool: RegisteredTool): boolean =>
    tool.toolset.layer !== null &&
    isVisibleTo(tool, principal, false) &&
    // A stranger may come back with a test key.
    (principal.kind === 'anonymous' || isSetUp(tool, principal.mode));
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  const meant = [name, segment].map((one) => registry.get(one)).find((tool) => tool !== undefined && isUsable(tool));
  if (meant) {
    const { method, path } = meant;
    return new FareboxError('UNKNOWN_TOOL', {
      message: `The tool ${meant.name} has a different path.`,
      next: `Use ${method} ${path}.`,
      details: { nearest: [meant.name], method, path },
    });
  }
  const nearest = registry.nearest(name, NEAREST_NAMES, isUsable);
  return new FareboxError('UNKNOWN_TOOL', { details: { nearest } });
}

/** Only keys of ours are looked up: what else a token is, such as a guess at the operator's, shows in no answer here. */
async function identifyForHint(identify: Identify, { headers }: IncomingMessage, ip: string): Promise<Principal> {
  const token = parseBearerToken(headers.authorization);
  const anonymous = { kind: 'anonymous', mode: 'live', ip } as const;
  if (token === undefined || !OUR_KEY.test(token)) return anonymous;
  try {
    return await identify(token, ip);
  } catch (thrown) {
    if (thrown instanceof FareboxError) return anonymous;
    throw thrown;
  }
}

/** The newsroom's sentence for it is fixed. */
export function createMethodError(method: string, allow: readonly string[], shape: ErrorShape): FareboxError {
  const names = allow.filter((one) => !SILENT_METHODS.has(one));
  const methods = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join('');
  const methodName = /^[A-Z]{1,16}$/.test(method) ? method : 'this method';
  return new FareboxError('METHOD_NOT_ALLOWED', {
    ...(shape === 'gateway' ? { message: `This path accepts ${methods}, not ${methodName}.` } : {}),
    next: `Use ${methods}.`,
  });
}

/** A 401 of a request whose header Authorization holds something, but no bearer token, says so; others stay as they are. */
export function explainMissingToken(thrown: unknown, { headers: { authorization } }: IncomingMessage): unknown {
  if (!(thrown instanceof FareboxError) || thrown.code !== 'UNAUTHENTICATED') return thrown;
  if (authorization === undefined || parseBearerToken(authorization) !== undefined) return thrown;
  if (/^payment /i.test(authorization)) return thrown;
  const { reason, guess } = thrown.facts;
  if (reason !== undefined || guess !== undefined) return thrown;
  return new FareboxError('UNAUTHENTICATED', {
    message:
      'The header Authorization holds no key of the form "Bearer <API_KEY>": the word Bearer and a space come first.',
    next: 'Send the header "Authorization: Bearer <API_KEY>".',
    cause: thrown,
  });
}
