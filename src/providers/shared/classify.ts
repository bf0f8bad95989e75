/** Maps an HTTP reply to a failure kind unless its provider does so itself. */
import type { FailureKind } from '../../kernel/errors/failure.ts';
import type { ProviderSettings } from '../../kernel/ports.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import { isRecord } from '../../lib/record.ts';
import { truncate } from '../../text/truncate.ts';

/** The kind of failure a status stands for; undefined for 2xx. A 404 is our mistake unless the provider says otherwise. */
export function classifyStatus(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 498 || status === 529) return 'overloaded';
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'overloaded';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 410) return 'retired';
  if (status === 429) return 'rate';
  return 'bad_request';
}

/**
 * `Retry-After` (seconds or an HTTP date) or `retry-after-ms`, in milliseconds; undefined when absent or unreadable. A date
 * is compared with that of the reply, so that clocks may differ.
 */
export function parseRetryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const [, seconds] = /^(\d+(?:\.\d+)?)(?:\s*,.*)?$/.exec(value) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const atMs = parseHttpDate(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - (parseHttpDate(headers.date ?? '') || nowMs));
}

/** The oldest form of an HTTP date names no zone, and all of them are in UTC. */
function parseHttpDate(text: string): number {
  if (!text.includes(':')) return Number.NaN;
  return Date.parse(/(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text} GMT`);
}

const SECRET_CHARS_MIN = 4;
const CAUSE_CHARS_MAX = 2_000;

/** Upstream text for the log: shortened, with every secret of the provider's settings taken out, URL-encoded ones too. */
export function redactSecrets(text: string, facts: ProviderDefinition, settings: ProviderSettings): string {
  let clean = text.slice(0, CAUSE_CHARS_MAX * 4);
  for (const [name, spec] of Object.entries(facts.settings)) {
    const secret = settings[name];
    if (spec.kind !== 'secret' || !secret || secret.length < SECRET_CHARS_MIN) continue;
    clean = clean.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]');
  }
  return truncate(clean, CAUSE_CHARS_MAX);
}

/** Whether the JSON of a reply has this member, and it says something: many upstreams put their errors inside a 200. */
export function hasMember(json: unknown, member: string): boolean {
  return isRecord(json) && Object.hasOwn(json, member) && Boolean(json[member]);
}
