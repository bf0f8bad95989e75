/**
 * Addresses that a caller names and a tool will read. Whether they may be named, and whether their hosts exist, shows without
 * asking anybody but a name server: so it is decided before anything is charged (money.md §6).
 */

import { isRecord } from '../../lib/record.ts';
import { FareboxError } from '../errors/errors.ts';
import { toCallerError, UpstreamFailure } from '../errors/failure.ts';
import { type Share, type TurnOwner, toShare } from '../threads/turns.ts';
import type { UpstreamEnvironment } from '../tool/context.ts';
import { createInvalidInputError } from '../tool/input.ts';
import type { CallExecution } from './execution.ts';

/** The longest that one call waits for the look-ups of its hosts, which run side by side. */
const LOOK_UP_MS_MAX = 5_000;
const ADDRESS_CHARS_MAX = 4_096;

interface Target {
  /** Of the field, as issues name it: `url`, `urls.1`. */
  path: string;
  text: string;
}

/** Throws INVALID_INPUT, UNREADABLE_TARGET (no such host) or UPSTREAM_FAILED (nobody can say); then nothing was sent. */
export function assertTargets(
  { tool, input, principal, priceMicros }: Pick<CallExecution, 'tool' | 'input' | 'principal' | 'priceMicros'>,
  environment: UpstreamEnvironment,
): Promise<void> | undefined {
  const { fetches = [] } = tool.definition;
  const targets = fetches.flatMap((field) => listTargets(field, input[field]));
  return targets.length === 0 ? undefined : admitTargets(targets, environment, toShare(principal, priceMicros));
}

async function admitTargets(targets: readonly Target[], environment: UpstreamEnvironment, share: Share): Promise<void> {
  const time = new AbortController();
  const late = new Promise<never>((_resolve, reject) => {
    time.signal.addEventListener('abort', () => reject(time.signal.reason), { once: true });
  });
  const end = (): void => time.abort(new UpstreamFailure('unreachable', 'web', { message: TOO_SLOW }));
  const timer = setTimeout(end, LOOK_UP_MS_MAX);
  const owner = { share, signal: time.signal };
  try {
    await Promise.race([late, Promise.all(targets.map((target) => admitTarget(target, environment, owner)))]);
  } catch (thrown) {
    throw thrown instanceof UpstreamFailure ? toCallerError(thrown, []) : thrown;
  } finally {
    clearTimeout(timer);
  }
}

const TOO_SLOW = 'The host name could not be resolved in time. Nothing was charged.';

/** Other values hold no address: a picture that was sent itself, a field that was left out. */
function listTargets(field: string, value: unknown): Target[] {
  if (typeof value === 'string') return [{ path: field, text: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((text, at) => (typeof text === 'string' ? [{ path: `${field}.${at}`, text }] : []));
}

async function admitTarget(
  { path, text }: Target,
  { transport }: UpstreamEnvironment,
  owner: TurnOwner,
): Promise<void> {
  try {
    await transport.admit(parseAddress(text), owner);
  } catch (thrown) {
    if (!(thrown instanceof FareboxError) || thrown.code !== 'INVALID_INPUT') throw thrown;
    throw createInvalidInputError([{ path, message: readIssue(thrown) }]);
  }
}

/** An issue names the field `url`, which the tool may call otherwise. */
function readIssue({ facts: { details }, message }: FareboxError): string {
  const [issue]: unknown[] = Array.isArray(details?.issues) ? details.issues : [];
  return isRecord(issue) && typeof issue.message === 'string' ? issue.message : message;
}

/** The web address that a caller has written. Throws INVALID_INPUT for what is none. */
export function parseAddress(text: string): URL {
  if (text.length <= ADDRESS_CHARS_MAX && URL.canParse(text)) return new URL(text);
  throw createInvalidInputError([{ path: 'url', message: 'Must be a URL that starts with https:// or http://' }]);
}
