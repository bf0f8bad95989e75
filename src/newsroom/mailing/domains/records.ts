/** DNS records of a sending domain: what to publish, and how it compares with what is found. Rules: docs/sending.md. */
import { truncate } from '../../../text/truncate.ts';
import { isDmarc, isSpf, nameKey } from '../campaigns/checks/sender-domain.ts';
import type { SendingDomainRow } from './tables.ts';

export const PURPOSES = ['ownership', 'dkim', 'spf', 'dmarc'] as const;
export type Purpose = (typeof PURPOSES)[number];
/** `unknown`: the name servers gave no usable answer. */
export const RECORD_STATUSES = ['unchecked', 'found', 'missing', 'differs', 'unknown'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

export interface ExpectedRecord {
  purpose: Purpose;
  name: string;
  /** Of a TXT record. */
  value: string;
  /** The domain isn't verified without it. */
  isRequired: boolean;
}

export interface RecordCheck {
  status: RecordStatus;
  /** Texts at its name that concern it, cut. */
  found: string[];
}

export type RecordChecks = Partial<Record<Purpose, RecordCheck>>;

export const readChecks = (text: string): RecordChecks => JSON.parse(text);

export const UNCHECKED: RecordCheck = { status: 'unchecked', found: [] };

const OWNERSHIP = 'farebox-verification=';
const FOUND_MAX = 5;
const FOUND_CHARS_MAX = 600;

export type DomainDetails = Pick<SendingDomainRow, 'domain' | 'token' | 'selector' | 'public_key'>;

/** `spfInclude`: of the operator's mail servers; null: SPF isn't asked for. */
export function listRecords(
  { domain, token, selector, public_key }: DomainDetails,
  spfInclude: string | null,
): ExpectedRecord[] {
  const required = { isRequired: true };
  const advised = { isRequired: false };
  return [
    { purpose: 'ownership', name: `_farebox.${domain}`, value: `${OWNERSHIP}${token}`, ...required },
    { purpose: 'dkim', name: nameKey({ selector, domain }), value: `v=DKIM1; k=rsa; p=${public_key}`, ...required },
    ...(spfInclude === null
      ? []
      : [{ purpose: 'spf' as const, name: domain, value: `v=spf1 include:${spfInclude} ~all`, ...advised }]),
    { purpose: 'dmarc', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none', ...advised },
  ];
}

/** `texts`: those at its name; null: nobody answered. */
export function compareRecord({ purpose, value }: ExpectedRecord, texts: readonly string[] | null): RecordCheck {
  if (texts === null) return { status: 'unknown', found: [] };
  const relevant = texts.filter(CONCERNS[purpose]);
  const found = relevant.slice(0, FOUND_MAX).map((text) => truncate(text, FOUND_CHARS_MAX).toWellFormed());
  if (relevant.length === 0) return { status: 'missing', found };
  return { status: isAsExpected(purpose, relevant, value) ? 'found' : 'differs', found };
}

const all = (): boolean => true;
const CONCERNS: Readonly<Record<Purpose, (text: string) => boolean>> = {
  ownership: all,
  dkim: all,
  spf: isSpf,
  dmarc: isDmarc,
};

function isAsExpected(purpose: Purpose, texts: readonly string[], value: string): boolean {
  if (purpose === 'ownership') return texts.some((text) => text.trim() === value);
  // Verifiers may choose any of several records, and several SPF or DMARC records count as none.
  const [text = '', ...more] = texts;
  if (more.length > 0) return false;
  if (purpose === 'dmarc') return true;
  if (purpose === 'spf') {
    const include = /include:\S+/.exec(value)?.[0] ?? '';
    return text
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.replace(/^\+/, '') === include.toLowerCase());
  }
  return isSameKey(readTags(text), readTags(value));
}

/** `v=DKIM1; k=rsa; p=…` */
function readTags(text: string): Map<string, string> {
  const pairs = text.split(';').map((part) => part.split('='));
  return new Map(pairs.map(([tag = '', ...rest]) => [tag.trim().toLowerCase(), rest.join('=').replace(/\s/g, '')]));
}

/** RFC 6376 §3.6.1: what is left out has the value that we need. */
function isSameKey(found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): boolean {
  const [version, type, hashes] = [found.get('v'), found.get('k'), found.get('h')];
  const allows = (list: string | undefined, word: string): boolean =>
    list === undefined || list.split(':').some((one) => one === word || one === '*');
  const isUsable = (version ?? 'DKIM1') === 'DKIM1' && (type ?? 'rsa') === 'rsa';
  return (
    isUsable && allows(hashes, 'sha256') && allows(found.get('s'), 'email') && found.get('p') === expected.get('p')
  );
}
