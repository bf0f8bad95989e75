/** What the world can look up about the domain that mail is from: SPF, DKIM and DMARC. */
import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { DkimKey } from '../../mail/compose.ts';

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
export function createDomainChecks(dkim: DkimKey | undefined, findTexts: FindTexts = askNameServer) {
  const kept = new LRUCache<string, Promise<DomainCheck>>({ max: KEPT_MAX, ttl: KEPT_MS });
  return (domain: string): Promise<DomainCheck> => {
    const known = kept.get(domain);
    if (known) return known;
    const check = checkDomain(domain, dkim, findTexts);
    kept.set(domain, check);
    return check;
  };
}

/** Nothing is looked up while mails are files. */
export const checkNothing = (): Promise<DomainCheck> => Promise.resolve(UNKNOWN);

async function checkDomain(domain: string, dkim: DkimKey | undefined, findTexts: FindTexts): Promise<DomainCheck> {
  const [own, policy, key] = await Promise.all([
    findTexts(domain),
    findTexts(`_dmarc.${domain}`),
    dkim === undefined ? [] : findTexts(`${dkim.selector}._domainkey.${dkim.domain}`),
  ]);
  return { spf: readSpf(own), dkim: dkim === undefined ? 'none' : readDkim(key, dkim), dmarc: readDmarc(policy) };
}

function readSpf(texts: readonly string[] | null): DomainCheck['spf'] {
  if (texts === null) return 'unknown';
  const record = texts.find((text) => /^v=spf1(?:\s|$)/i.test(text));
  if (record === undefined) return 'none';
  return /^v=spf1\s+-all\s*$/i.test(record) ? 'fail' : 'pass';
}

function readDkim(texts: readonly string[] | null, { privateKey }: DkimKey): DomainCheck['dkim'] {
  if (texts === null) return 'unknown';
  const key = createPublicKey(privateKey);
  const der = key.export({ type: 'spki', format: 'der' });
  // Ed25519 keys are published bare: the last 32 bytes.
  const published = (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64');
  return texts.some((text) => text.replace(/\s/g, '').includes(`p=${published}`)) ? 'pass' : 'fail';
}

function readDmarc(texts: readonly string[] | null): DomainCheck['dmarc'] {
  if (texts === null) return 'unknown';
  const record = texts.find((text) => /^v=dmarc1\b/i.test(text)) ?? '';
  const [, policy = 'none'] = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record) ?? [];
  const found = policy.toLowerCase();
  return found === 'quarantine' || found === 'reject' ? found : 'none';
}

const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

async function askNameServer(name: string): Promise<string[] | null> {
  try {
    const records = await new Resolver({ timeout: PATIENCE_MS, tries: 1 }).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (thrown) {
    const isAbsent = thrown instanceof Error && 'code' in thrown && ABSENT.has(String(thrown.code));
    return isAbsent ? [] : null;
  }
}
