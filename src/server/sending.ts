/** Mail that leaves, and the durable queue before it, made from the configuration. */
import { domainToASCII } from 'node:url';
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { Metrics } from '../http/monitoring/metrics.ts';
import type { Log } from '../kernel/ports.ts';
import type { Secrets } from '../ledger/secret.ts';
import { type MailIdentity, openTransport, type TransportOptions } from '../mail/mail.ts';
import type { CampaignsOptions } from '../newsroom/mailing/campaigns/service.ts';
import { findObstacle, type SendingDomainsOptions } from '../newsroom/mailing/domains/service.ts';
import { openSigningKey } from '../newsroom/mailing/domains/signing-key.ts';
import type { MailLimits } from '../newsroom/mailing/queue/limits.ts';
import { MailService, type SendingOptions } from '../newsroom/mailing/queue/service.ts';
import { buildPlans } from './identity-wiring.ts';

interface Parts {
  metrics: Pick<Metrics, 'callCount'>;
  database: Database;
  secrets: Secrets;
  baseUrl: string;
}

export function openSending(
  config: Config,
  { baseUrl, database, secrets, metrics }: Parts,
  options: Pick<SendingOptions, 'onBoundary'> | undefined,
  log: Log,
): MailService {
  const identity = buildMailIdentity(config, baseUrl);
  const transport = openTransport(buildTransportOptions(config, identity));
  const { dataDir, smtpTimeoutMs: timeoutMs } = config;
  const limits = buildMailLimits(config);
  return new MailService({
    database,
    transport,
    secrets,
    openSigning: (signing) => openSigningKey(secrets, signing),
    identity,
    limits,
    baseUrl,
    dataDir,
    timeoutMs,
    log,
    countCalls: () => metrics.callCount,
    ...options,
  });
}

/** A campaign shows mails as they will be sent. */
export function buildCampaignsOptions(
  config: Config,
  { baseUrl, secrets: keys }: Pick<Parts, 'baseUrl' | 'secrets'>,
): CampaignsOptions {
  const identity = buildMailIdentity(config, baseUrl);
  const { dkim } = buildTransportOptions(config, identity);
  const { transport } = buildMailLimits(config);
  return { facts: { ...identity, keys, baseUrl }, transport, dkim, nameServers: config.fetchDnsServers };
}

export function buildSendingDomainsOptions(
  config: Config,
  { baseUrl, secrets }: Pick<Parts, 'baseUrl' | 'secrets'>,
): SendingDomainsOptions {
  const { from, mailDomain } = buildMailIdentity(config, baseUrl);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    secrets,
    obstacle: findObstacle(config.mailOwnDomains, config.smtpUrl),
    operators: [domain, mailDomain, new URL(baseUrl).hostname].map((name) => domainToASCII(name).toLowerCase()),
    spfInclude: config.mailSpfInclude ?? null,
    nameServers: config.fetchDnsServers,
  };
}

/** Throws a ConfigError when half of the DKIM key is missing. */
function buildTransportOptions(config: Config, { from }: MailIdentity): TransportOptions {
  const { smtpUrl, smtpTimeoutMs, dataDir, dkimSelector: selector, dkimPrivateKey: privateKey } = config;
  if ((selector === undefined) !== (privateKey === undefined))
    throw new ConfigError('DKIM_SELECTOR and DKIM_PRIVATE_KEY go together: set both, or neither.');
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const isSigned = selector !== undefined && privateKey !== undefined;
  return { smtpUrl, smtpTimeoutMs, dataDir, dkim: isSigned ? { domain, selector, privateKey } : undefined };
}

function buildMailIdentity(config: Config, baseUrl: string): MailIdentity {
  const { mailFrom, mailSenderName: name, mailPostalAddress: postalAddress, mailDomain } = config;
  const address = mailFrom ?? `noreply@${new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')}`;
  return {
    from: { name, address },
    postalAddress,
    mailDomain: mailDomain ?? address.slice(address.lastIndexOf('@') + 1),
  };
}

function buildMailLimits(config: Config): MailLimits {
  const { smtpUrl, timezone: zone, mailPerMinute: perMinute, mailDomainGapMs: domainGapMs } = config;
  const [isConsentStrict, hasWarmup] = [config.strictConsent === 'on', config.mailWarmup === 'on'];
  const transport = smtpUrl === undefined ? 'outbox' : 'smtp';
  const hasOutreach = config.outreach === 'on';
  // The law wants to know who sends advertising.
  if (hasOutreach && transport === 'smtp' && config.mailPostalAddress.trim() === '')
    throw new ConfigError('OUTREACH=on needs MAIL_POSTAL_ADDRESS: each email states who sends it.');
  return {
    transport,
    zone,
    plans: buildPlans(config),
    perMinute,
    domainGapMs,
    isConsentStrict,
    hasWarmup,
    hasOwnDomains: findObstacle(config.mailOwnDomains, smtpUrl) === null,
    firstDayMax: config.mailFirstDayMax,
    companyShare: config.mailCompanyShare / 100,
    hasOutreach,
  };
}
