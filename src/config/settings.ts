/**
 * Every variable of the server itself: what it is for, its default, and what it may hold. `config.ts` reads them from
 * the environment, `.env.example` and the doctor show them. The provider's own variables are declared in its file.
 */
import { z } from 'zod';
import { isZone } from '../lib/zoned-time.ts';
import { announcementSettings } from './announcement-settings.ts';
import { mailSettings } from './mail-settings.ts';
import {
  address,
  amountUsd,
  flag,
  hosts,
  inputCaps,
  integer,
  mailAddresses,
  nameServers,
  networks,
  oldSecrets,
  oneOf,
  optional,
  origins,
  pageHosts,
  planLimits,
  providerRequests,
  proxies,
  secret,
  secretBytes,
  secretText,
  setting,
} from './setting-kinds.ts';
import { sourceSettings } from './source-settings.ts';

/** In the order in which they are shown. `rateLimitPerMinute` is the variable RATE_LIMIT_PER_MINUTE. */
export const serverSettings = z.object({
  port: setting('Server', 'Port to listen on; 0 takes any free one', integer(0, 65_535), '3000'),
  host: setting('Server', 'Address to listen on; 0.0.0.0 for every interface', z.string().max(255), '127.0.0.1'),
  baseUrl: optional(
    'Server',
    'Public address of the server, without a slash at its end; default: http:// with host and port',
    address(['http:', 'https:'], 'https://farebox.example'),
  ),
  mediaOrigin: optional(
    'Server',
    'Another address of this server, used only for files that tools have made, without a slash at its end',
    address(['http:', 'https:'], 'https://media.farebox.example'),
  ),
  trustProxy: setting('Server', 'Proxies whose X-Forwarded-For is believed, e.g. 10.0.0.0/8,::1', proxies, ''),
  allowedHosts: setting('Server', 'More host names that requests to MCP may name in Host', hosts, ''),
  allowedOrigins: setting(
    'Server',
    'Origins of web pages that may talk to MCP, e.g. https://app.example; a host without a port means every port',
    pageHosts,
    '',
  ),
  logLevel: setting(
    'Server',
    'How much is logged: fatal, error, warn, info, debug, trace or silent',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  drainTimeoutMs: setting(
    'Server',
    'How long running calls may take to finish on SIGTERM',
    integer(0, 600_000),
    '10000',
  ),
  operatorContact: setting(
    'Server',
    'Shown to callers who need the operator: an e-mail or web address',
    z.string().max(200),
    '',
  ),
  termsUrl: optional(
    'Server',
    'Where the operator has published the terms of use; shown at /terms',
    address(['https:', 'http:'], 'https://example.com/terms'),
  ),
  contentSignal: setting(
    'Server',
    'What crawlers may do with what they read, in robots.txt',
    z.string().regex(/^[a-z-]+=(?:yes|no)(?:, ?[a-z-]+=(?:yes|no))*$/, 'must be like search=yes, ai-train=no'),
    'search=yes, ai-input=yes, ai-train=no',
  ),

  dataDir: setting('Storage', 'Folder of the embedded database and of the secret', z.string().max(1000), './data'),
  databaseUrl: optional(
    'Storage',
    'PostgreSQL instead of the embedded database; any number of servers can share it',
    address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/farebox'),
  ),
  redisUrl: optional(
    'Storage',
    'Shares rate limits and caches between servers',
    address(['redis:', 'rediss:'], 'redis://host:6379'),
  ),

  fareboxSecret: secret(
    'Secrets',
    'At least 32 bytes; made in DATA_DIR/secret when not set, required with DATABASE_URL',
    secretBytes(32),
  ),
  fareboxSecretOld: secret(
    'Secrets',
    'Earlier secrets, newest first, with commas between; they only verify',
    oldSecrets,
  ),
  receiptKey: secret(
    'Secrets',
    'Ed25519 key that signs receipts; default: derived from FAREBOX_SECRET',
    secretText(32),
  ),
  adminToken: secret('Secrets', 'Bearer token of the operator, at least 24 characters', secretText(24)),
  metricsToken: secret(
    'Secrets',
    'Bearer token of /metrics, at least 16 characters; without it /metrics is not served',
    secretText(16),
  ),

  rateLimitPerMinute: setting(
    'Limits',
    'Requests a minute and address to tools and MCP',
    integer(1, 10_000_000),
    '100',
  ),
  adminRateLimitPerMinute: setting('Limits', 'Requests a minute and address to /admin', integer(1, 10_000_000), '60'),
  feedRateLimitPerMinute: setting(
    'Limits',
    'Requests a minute and address to the public feed, without a key',
    integer(1, 10_000_000),
    '120',
  ),
  feedKeyRateLimitPerMinute: setting('Limits', 'The same for each key there', integer(1, 10_000_000), '600'),
  otherRateLimitPerMinute: setting('Limits', 'The same for everything else', integer(1, 10_000_000), '300'),
  unknownKeysPerMinute: setting(
    'Limits',
    'Different unknown keys a minute and address; beyond it they get 429, right keys do not',
    integer(1, 10_000_000),
    '60',
  ),
  accountCreatePerHour: setting(
    'Limits',
    'New accounts an hour and address range (/24, /56)',
    integer(1, 10_000_000),
    '10',
  ),
  refundsPerHour: setting(
    'Limits',
    'Refunds an hour, account and tool for which an upstream was asked; beyond it that tool waits',
    integer(1, 1_000_000),
    '30',
  ),
  bodyLimitBytes: setting('Limits', 'Largest JSON body', integer(1_024, 67_108_864), '1048576'),
  mcpBatchMax: setting('Limits', 'Most calls in one JSON-RPC batch', integer(1, 100), '10'),
  maxConnections: setting('Limits', 'Connections that may be open at once', integer(1, 1_000_000), '10000'),
  maxConnectionsPerAddress: setting(
    'Limits',
    'The same from one address; proxies of TRUST_PROXY are not counted',
    integer(1, 1_000_000),
    '1000',
  ),
  maxOpenCalls: setting('Limits', 'Calls that may run at once', integer(1, 100_000), '4096'),
  maxProviderRequests: setting(
    'Limits',
    'Requests to one provider at once; more wait. For single providers behind a comma, e.g. 2000,ollama=4',
    providerRequests,
    '2000',
  ),
  l2TimeoutMs: setting('Limits', 'Deadline of a smart service', integer(1_000, 600_000), '45000'),
  inputCaps: setting(
    'Limits',
    'What one price covers of an input, e.g. llm-fast.prompt=20000,translate.text=5000',
    inputCaps,
    '',
  ),

  accountMode: optional(
    'Accounts',
    'Mode of new accounts, live or test; default: live when a priced provider is set up, else test',
    oneOf('live', 'test'),
  ),
  welcomeMicrosPerDay: setting('Accounts', 'Most welcome credit given away in a day, in USD', amountUsd, '5'),
  welcomeMicrosPerNetwork: optional(
    'Accounts',
    'The most of it that accounts of one address range (/24, /56) get; default: half, at least 2.50',
    amountUsd,
  ),
  allowQueryKey: setting('Accounts', 'Accept ?apiKey= under /api/proxy and /api/v2', flag, 'true'),

  debugLlmPerDay: setting(
    'Debug service',
    'Errors that a language model may diagnose in a day, for callers with a key; 0: never',
    integer(0, 1_000_000),
    '100',
  ),
  rewardWtPerFix: setting(
    'Debug service',
    'Reward for a contributed fix that is accepted, in WT of 0.001 USD; 0: none',
    integer(0, 100_000),
    '10',
  ),

  clientIdMetadata: setting(
    'Sign-in',
    'on: an OAuth client may be described by a document at its id; off where this server cannot fetch documents',
    oneOf('on', 'off'),
    'on',
  ),
  signup: setting('Sign-in', 'open, or closed: only who is invited, and operators', oneOf('open', 'closed'), 'open'),
  adminEmails: setting('Sign-in', 'Addresses of operators', mailAddresses, ''),
  trustedAdminIps: setting(
    'Sign-in',
    'Networks in which the addresses of ADMIN_EMAILS are signed in without a code; empty: nowhere',
    networks,
    '',
  ),
  sessionDays: setting('Sign-in', 'How long a session lasts', integer(1, 365), '30'),
  planLimits: setting(
    'Sign-in',
    'What the plans of companies allow, as JSON: analyses (a month), mails_per_day, members of free, pro, business',
    planLimits,
    '{}',
  ),
  returnOrigins: setting(
    'Sign-in',
    'Origins of pages that customers may go back to from checkout and portal, beside our own; empty: any over https',
    origins,
    '',
  ),
  timezone: setting(
    'Sign-in',
    'Zone of the dates and months of companies, such as Europe/Berlin',
    z.string().refine(isZone, 'must be the name of a time zone such as Asia/Tokyo'),
    'Asia/Tokyo',
  ),

  llmProvider: optional(
    'Newsroom',
    'Provider of the language model that refines analyses and releases, such as groq; default: the first that is set up',
    z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the id of a provider such as groq'),
  ),
  llmMonthlyBudgetMicros: setting(
    'Newsroom',
    'Most that the newsroom’s models and translations may cost in a month of TIMEZONE, in USD; beyond it rules work alone',
    amountUsd,
    '10',
  ),
  strictConsent: setting('Newsroom', 'on: no mail to media without a basis of consent', oneOf('on', 'off'), 'off'),
  outreach: setting(
    'Newsroom',
    'on: once a day, a report goes to companies whose analysed articles name an address; needs MAIL_POSTAL_ADDRESS with SMTP_URL',
    oneOf('on', 'off'),
    'off',
  ),
  demoData: optional(
    'Newsroom',
    'on or off: load demonstration articles and media into an empty database; default: on unless NODE_ENV is production',
    oneOf('on', 'off'),
  ),
  translateProvider: optional(
    'Newsroom',
    'Provider that translates articles, deepl or groq; default: the first that is set up',
    oneOf('deepl', 'groq'),
  ),
  embedProvider: optional(
    'Newsroom',
    'Provider of the embeddings that media are compared by, such as voyage; default: the first that is set up',
    z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the id of a provider such as voyage'),
  ),
  llmTimeoutMs: setting('Newsroom', 'Patience with the language model', integer(100, 30_000), '20000'),
  scanHosts: setting(
    'Newsroom',
    'More hosts whose company pages members may have scanned, e.g. press.example,127.0.0.1:8080',
    hosts,
    '',
  ),
  ...sourceSettings,
  aeoApiUrl: optional(
    'Newsroom',
    'Where what is published is delivered to beside the feed of this server; it is not guarded, and may not redirect',
    address(['http:', 'https:'], 'https://aeo.example/articles'),
  ),
  aeoApiKey: secret('Newsroom', 'Bearer token for AEO_API_URL', secretText(1)),
  ...announcementSettings,

  ...mailSettings,

  fetchAllowHosts: setting('Fetching', 'Private hosts that callers may let the server fetch', hosts, ''),
  fetchDnsServers: setting(
    'Fetching',
    'Name servers that are asked for the hosts that callers name, e.g. 9.9.9.9,[2620:fe::fe]:53; default: those of the system',
    nameServers,
    '',
  ),
});

export type ServerConfig = z.output<typeof serverSettings>;
