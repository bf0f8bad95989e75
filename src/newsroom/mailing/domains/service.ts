/** Sending domains of companies on this server: whether there can be any, their keys, and lookups: `ctx.services.domains`. */
import type { Secrets } from '../../../ledger/secret.ts';
import { createNames } from '../campaigns/checks/sender-domain.ts';
import { type DomainVerdict, lookUpRecords } from './check.ts';
import type { SendingDomain } from './domain-reads.ts';
import { type DomainDetails, type ExpectedRecord, listRecords } from './records.ts';
import { type DomainRefusal, findRefusal } from './refused-domains.ts';
import { createSigningKey, type NewKey } from './signing-key.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    domains: SendingDomains;
  }
}

/** `mail_provider`: it accepts only senders that are set up with it. */
export const OBSTACLES = ['no_mail_server', 'mail_provider', 'disabled'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export interface SendingDomains {
  /** Why companies can't send from their own domains; null: they can. */
  readonly obstacle: Obstacle | null;
  /** Null for a domain that a company may add. */
  findRefusal(domain: string): DomainRefusal | null;
  createKey(domain: string): Promise<NewKey>;
  listRecords(domain: DomainDetails): ExpectedRecord[];
  lookUp(domain: SendingDomain): Promise<DomainVerdict>;
}

export interface SendingDomainsOptions {
  secrets: Secrets;
  obstacle: Obstacle | null;
  /** Domains of the operator. */
  operators: readonly string[];
  /** What SPF records of companies include; null: they need none. */
  spfInclude: string | null;
  /** Name servers; none: those of the system. */
  nameServers: readonly string[];
}

/** Of one question; the second one may find what the first one has made the name servers look for. */
const LOOKUP = { timeoutMs: 2_500, tries: 2 };

export function openSendingDomains(options: SendingDomainsOptions): SendingDomains {
  const { secrets, obstacle, operators, spfInclude, nameServers } = options;
  const names = createNames(nameServers, LOOKUP);
  return {
    obstacle,
    findRefusal: (domain) => findRefusal(domain, operators),
    createKey: (domain) => createSigningKey(secrets, domain),
    listRecords: (domain) => listRecords(domain, spfInclude),
    lookUp: (domain) => lookUpRecords(domain.domain, listRecords(domain, spfInclude), names),
  };
}

/** Mail services whose SMTP servers refuse, or rewrite, senders that aren't set up with them. */
const PROVIDER_HOSTS =
  /(?:^|\.)(?:amazonaws\.com|postmarkapp\.com|mailgun\.org|sendgrid\.net|resend\.com|brevo\.com|sparkpostmail\.com|mandrillapp\.com|mailjet\.com|gmail\.com|googlemail\.com|google\.com|office365\.com|outlook\.com)$/i;

/** `choice`: `auto` allows them wherever the mail server takes any sender. */
export function findObstacle(choice: 'auto' | 'on' | 'off', smtpUrl: string | undefined): Obstacle | null {
  if (choice === 'off') return 'disabled';
  if (smtpUrl === undefined) return 'no_mail_server';
  return choice === 'auto' && PROVIDER_HOSTS.test(new URL(smtpUrl).hostname) ? 'mail_provider' : null;
}
