/** `farebox doctor` for outgoing email: the DNS records of the sender, and the return path of bounces. */

import type { Config } from '../../config/config.ts';
import type { Finding } from '../../database/examine.ts';
import { belongsToDomain } from '../../lib/domains.ts';
import type { DkimKey } from '../../mail/types.ts';
import {
  createNames,
  exportPublicKey,
  findPolicy,
  isDmarc,
  isSpf,
  type Names,
  nameKey,
  readDkim,
  readDmarc,
  readSpf,
} from '../../newsroom/mailing/campaigns/checks/sender-domain.ts';
import { findSecretFault, loadMailProviders } from '../../newsroom/mailing/providers/service.ts';
import type { MailProvider } from '../../newsroom/mailing/providers/types.ts';
import { toPrintable } from '../printing.ts';

const RECORD_CHARS_MAX = 200;
const SILENT = 'no response from the name servers. Run the check again';
const show = (record: string): string => toPrintable(record.slice(0, RECORD_CHARS_MAX));

interface SenderNames {
  /** Behind the @ of `From`. */
  from: string;
  /** Of the return path. */
  mail: string;
}

/** Nothing is looked up while mail is written to files. */
export async function examineSending(config: Config, names: Names = createNames()): Promise<Finding[]> {
  const { smtpUrl, mailFrom, baseUrl, mailDomain, mailPostalAddress, mailWebhooks } = config;
  if (smtpUrl === undefined) return [];
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  const from = mailFrom?.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase() ?? host;
  if (from === undefined) return [];
  const sender = { from, mail: mailDomain ?? from };
  const findings = await Promise.all([
    examineSpf(sender, names),
    examineDkim(config, from, names),
    examineDmarc(from, names),
    examineReturns(config, sender, names),
    ...(await loadMailProviders()).filter(({ id }) => mailWebhooks.has(id)).map((one) => describeWebhook(one, baseUrl)),
  ]);
  const fault = findSecretFault(await loadMailProviders(), mailWebhooks);
  if (fault !== null) findings.push({ what: 'Mail webhooks', state: 'failed', detail: fault });
  if (mailPostalAddress === '') {
    const detail =
      'not set: the law requires a postal address in each email, so campaigns of companies without one are not sent';
    findings.push({ what: 'MAIL_POSTAL_ADDRESS', state: 'warning', detail });
  }
  return findings;
}

function describeWebhook({ id, title }: MailProvider, baseUrl: string | undefined): Finding {
  const what = `${title} webhook`;
  const path = `/webhooks/mail/${id}`;
  if (baseUrl?.startsWith('https://')) return { what, state: 'ok', detail: `${baseUrl}${path}` };
  const detail = `${title} can't reach ${path}: set BASE_URL to the public https address of this server`;
  return { what, state: 'warning', detail };
}

async function examineSpf({ from, mail }: SenderNames, { findTexts }: Names): Promise<Finding> {
  const what = 'SPF';
  const warn = (detail: string): Finding => ({ what, state: 'warning', detail });
  const texts = await findTexts(mail);
  const found = readSpf(texts);
  const records = (texts ?? []).filter(isSpf);
  const [record = ''] = records;
  if (found === 'unknown') return warn(`${mail}: ${SILENT}`);
  if (found === 'none') {
    return warn(`no SPF record found for ${mail}. Publish TXT "v=spf1 include:<your mail provider> -all"`);
  }
  if (found === 'fail') return warn(`${mail} allows no server to send for it. Add your mail provider before -all`);
  if (records.length > 1)
    return warn(`${mail} has ${records.length} SPF records, so all are ignored. Merge them into one`);
  if (/\s\+?all\b/i.test(record)) return warn(`${mail} allows any server to send for it. End the record with -all`);
  if (!isAligned(from, mail)) {
    return warn(
      `${mail} and ${from} belong to different organizations, so SPF doesn't count for DMARC. Set MAIL_DOMAIN to a subdomain of ${from}`,
    );
  }
  return { what, state: 'ok', detail: `${mail}: ${show(record)}` };
}

/** The same, the one below the other, or below what they share: two labels of `.com`, three of `.co.jp`. */
function isAligned(one: string, other: string): boolean {
  if (belongsToDomain(one, other) || belongsToDomain(other, one)) return true;
  const [left, right] = [one.split('.').reverse(), other.split('.').reverse()];
  const shared = left.findIndex((label, at) => label !== right[at]);
  return shared >= ((left[0]?.length ?? 0) === 2 ? 3 : 2);
}

async function examineDkim(config: Config, domain: string, { findTexts }: Names): Promise<Finding> {
  const what = 'DKIM';
  const { dkimSelector: selector, dkimPrivateKey: privateKey } = config;
  if (selector === undefined || privateKey === undefined) {
    const detail = 'emails are not signed. Create a key and set DKIM_SELECTOR and DKIM_PRIVATE_KEY';
    return { what, state: 'warning', detail };
  }
  const key: DkimKey = { domain, selector, privateKey };
  const name = nameKey(key);
  const found = readDkim(await findTexts(name), key);
  if (found === 'pass') return { what, state: 'ok', detail: `${name} matches the signing key` };
  if (found === 'unknown') return { what, state: 'warning', detail: `${name}: ${SILENT}` };
  const { type, value } = exportPublicKey(key);
  const detail = `${name} doesn't match DKIM_PRIVATE_KEY. Publish TXT "v=DKIM1; k=${type}; p=${value}"`;
  return { what, state: 'warning', detail };
}

async function examineDmarc(domain: string, { findTexts }: Names): Promise<Finding> {
  const what = 'DMARC';
  const texts = await findPolicy(domain, findTexts);
  const record = texts?.find(isDmarc);
  if (texts === null) return { what, state: 'warning', detail: `_dmarc.${domain}: ${SILENT}` };
  if (record === undefined) {
    const detail = `${domain} has no DMARC policy. Publish TXT "v=DMARC1; p=none; rua=mailto:postmaster@${domain}" at _dmarc.${domain}`;
    return { what, state: 'warning', detail };
  }
  const detail = `${domain}: ${show(record)}`;
  if (readDmarc(texts) !== 'none') return { what, state: 'ok', detail };
  return {
    what,
    state: 'ok',
    detail: `${detail} (monitoring only; switch to quarantine once SPF and DKIM pass)`,
  };
}

async function examineReturns(config: Config, { mail }: SenderNames, { findMailServers }: Names): Promise<Finding> {
  const what = 'Bounces';
  const servers = await findMailServers(mail);
  const hasWebhook = config.mailWebhooks.size > 0;
  if (hasWebhook && config.bounceMailboxUrl === undefined)
    return { what, state: 'ok', detail: 'reported by the mail provider’s webhook' };
  if (servers === null) return { what, state: 'warning', detail: `${mail}: ${SILENT}` };
  if (servers.length === 0) {
    const detail = `${mail} has no mail server, so bounces are lost. Publish an MX record, or set MAIL_DOMAIN to a domain that has one`;
    return { what, state: 'warning', detail };
  }
  if (config.bounceMailboxUrl !== undefined) {
    const { host } = new URL(config.bounceMailboxUrl);
    return { what, state: 'ok', detail: `to b+…@${mail}, read from ${host}` };
  }
  const detail = `bounces sent to b+…@${mail} are not processed. Set BOUNCE_MAILBOX_URL, or let your mail server post them to /internal/bounces`;
  return { what, state: 'warning', detail };
}
