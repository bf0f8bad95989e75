/** Looks up the sender domain's public records: SPF, DKIM and DMARC. */
import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { DkimKey } from '../../../../mail/types.ts';

export interface DomainCheck {
  /** `pass`: it names who may send, and whether this server is among them its mail provider knows. `fail`: nobody may. */
  spf: 'pass' | 'fail' | 'none' | 'unknown';
  /** `none`: mails are not signed. `fail`: the domain does not publish this key. */
  dkim: 'pass' | 'fail' | 'none' | 'unknown';
  dmarc: 'none' | 'quarantine' | 'reject' | 'unknown';
}

/** Texts at a name; null: nobody answers. */
export type FindTexts = (name: string) => Promise<string[] | null>;

const UNKNOWN: DomainCheck = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' };
const PATIENCE_MS = 1_500;
const KEPT_MS = 600_000;
const KEPT_MAX = 200;

/** Answers from what it has looked up within ten minutes. `dkim` undefined: mails are not signed. */
export function createDomainChecks(dkim: DkimKey | undefined, findTexts: FindTexts) {
  const checks = new LRUCache<string, Promise<DomainCheck>>({ max: KEPT_MAX, ttl: KEPT_MS });
  return (domain: string): Promise<DomainCheck> => {
    const cached = checks.get(domain);
    if (cached) return cached;
    const check = checkDomain(domain, dkim, findTexts);
    checks.set(domain, check);
    return check;
  };
}

/** Nothing is looked up while mails are files. */
export const checkNothing = (): Promise<DomainCheck> => Promise.resolve(UNKNOWN);

async function checkDomain(domain: string, dkim: DkimKey | undefined, findTexts: FindTexts): Promise<DomainCheck> {
  const [own, policy, key] = await Promise.all([
    findTexts(domain),
    findPolicy(domain, findTexts),
    dkim === undefined ? [] : findTexts(nameKey(dkim)),
  ]);
  return { spf: readSpf(own), dkim: dkim === undefined ? 'none' : readDkim(key, dkim), dmarc: readDmarc(policy) };
}

/** DNS name of the public key. */
export const nameKey = ({ selector, domain }: Pick<DkimKey, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`;

export const isSpf = (text: string): boolean => /^v=spf1(?:\s|$)/i.test(text);
export const isDmarc = (text: string): boolean => /^v=dmarc1\b/i.test(text);

/** Of the domain or, where that has none, of the nearest one above it that has (RFC 7489 names the organisation's). */
export async function findPolicy(domain: string, findTexts: FindTexts): Promise<string[] | null> {
  const labels = domain.split('.');
  for (let at = 0; at <= labels.length - 2; at++) {
    const texts = await findTexts(`_dmarc.${labels.slice(at).join('.')}`);
    if (texts === null || texts.some(isDmarc)) return texts;
  }
  return [];
}

export function readSpf(texts: readonly string[] | null): DomainCheck['spf'] {
  if (texts === null) return 'unknown';
  const record = texts.find(isSpf);
  if (record === undefined) return 'none';
  return /^v=spf1\s+-all\s*$/i.test(record) ? 'fail' : 'pass';
}

export function readDkim(texts: readonly string[] | null, key: Pick<DkimKey, 'privateKey'>): DomainCheck['dkim'] {
  if (texts === null) return 'unknown';
  const published = `p=${exportPublicKey(key).value}`;
  return texts.some((text) => text.replace(/\s/g, '').includes(published)) ? 'pass' : 'fail';
}

/** As the record that publishes it has it. */
export function exportPublicKey({ privateKey }: Pick<DkimKey, 'privateKey'>): { type: string; value: string } {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { type: 'rsa', value: der.toString('base64') };
}

export function readDmarc(texts: readonly string[] | null): DomainCheck['dmarc'] {
  if (texts === null) return 'unknown';
  const record = texts.find(isDmarc) ?? '';
  const [, policy = 'none'] = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record) ?? [];
  const text = policy.toLowerCase();
  return text === 'quarantine' || text === 'reject' ? text : 'none';
}

/** DNS lookups. */
export interface Names {
  findTexts: FindTexts;
  /** Hosts that take mail for a domain; null: nobody answers. */
  findMailServers(domain: string): Promise<string[] | null>;
}

export interface ZoneNames extends Names {
  /** Name servers of a zone; null: nobody answers. */
  findNameServers(zone: string): Promise<string[] | null>;
}

/** `servers`: `9.9.9.9`, `[2620:fe::fe]:53`; none: those of the system. */
export function createNames(
  servers: readonly string[] = [],
  { timeoutMs, tries } = { timeoutMs: PATIENCE_MS, tries: 1 },
): ZoneNames {
  const ask = async (find: (resolver: Resolver) => Promise<string[]>): Promise<string[] | null> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      return await find(resolver);
    } catch (thrown) {
      const isAbsent = thrown instanceof Error && 'code' in thrown && ABSENT.has(String(thrown.code));
      return isAbsent ? [] : null;
    }
  };
  return {
    findTexts: (name) => ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    // A host alone is its own mail server (RFC 5321); a record of one dot says that there is none (RFC 7505).
    async findMailServers(domain) {
      const named = await ask(async (resolver) => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange));
      if (named === null || named.length > 0) return named?.filter((host) => host !== '') ?? null;
      const hosts = await ask((resolver) => resolver.resolve4(domain));
      return hosts !== null && hosts.length > 0 ? [domain] : hosts;
    },
    findNameServers: (zone) => ask((resolver) => resolver.resolveNs(zone)),
  };
}

const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
