/**
 * All variables of the server with description, default and validation. `config.ts` reads them from the environment;
 * `.env.example` and the doctor show them. Variables of providers are declared in the provider files.
 */
import { z } from 'zod';
import { isZone } from '../lib/zoned-time.ts';
import { alertSettings } from './alert-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { newsroomSettings } from './newsroom-settings.ts';
import {
  address,
  amountUsd,
  flag,
  hosts,
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
  proxies,
  secret,
  secretBytes,
  secretText,
  setting,
} from './setting-kinds.ts';
import { telemetrySettings } from './telemetry-settings.ts';

/** In the order in which they are shown. `rateLimitPerMinute` is the variable RATE_LIMIT_PER_MINUTE. */
export const serverSettings = z.object({
  port: setting('Server', 'Port to listen on; 0 takes any free one', integer(0, 65_535), '3000'),
  host: setting('Server', 'Address to listen on; 0.0.0.0 for every interface', z.string().max(255), '127.0.0.1'),
  baseUrl: optional(
    'Server',
    'Public address of the server, without a trailing slash; default: http:// with HOST and PORT',
    address(['http:', 'https:'], 'https://farebox.example'),
  ),
  mediaOrigin: optional(
    'Server',
    'Separate address of this server for generated files, without a trailing slash',
    address(['http:', 'https:'], 'https://media.farebox.example'),
  ),
  trustProxy: setting('Server', 'Proxies whose X-Forwarded-For header is trusted, e.g. 10.0.0.0/8,::1', proxies, ''),
  allowedHosts: setting('Server', 'Additional host names accepted in the Host header of MCP requests', hosts, ''),
  allowedOrigins: setting(
    'Server',
    'Web origins allowed to call MCP, e.g. https://app.example; a host without a port allows every port',
    pageHosts,
    '',
  ),
  logLevel: setting(
    'Server',
    'Log level: fatal, error, warn, info, debug, trace or silent',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  drainTimeoutMs: setting(
    'Server',
    'Time in milliseconds that running calls get to finish after SIGTERM',
    integer(0, 600_000),
    '10000',
  ),
  operatorContact: setting(
    'Server',
    'Contact of the operator shown to callers: an email or web address',
    z.string().max(200),
    '',
  ),
  termsUrl: optional(
    'Server',
    'Address of your terms of use, linked from /terms',
    address(['https:', 'http:'], 'https://example.com/terms'),
  ),
  contentSignal: setting(
    'Server',
    'Content-Signal line in robots.txt: what crawlers may do with the content',
    z.string().regex(/^[a-z-]+=(?:yes|no)(?:, ?[a-z-]+=(?:yes|no))*$/, 'must be like search=yes, ai-train=no'),
    'search=yes, ai-input=yes, ai-train=no',
  ),

  fareboxConfig: optional(
    'Server',
    'Path of farebox.yaml with your own tools; default: farebox.yaml in the working directory, if it exists',
    z.string().max(1000),
  ),

  dataDir: setting(
    'Storage',
    'Folder of the embedded database and the generated secret',
    z.string().max(1000),
    './data',
  ),
  databaseUrl: secret(
    'Storage',
    'PostgreSQL database to use instead of the embedded one; several servers can share it',
    address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/farebox'),
  ),
  redisUrl: secret(
    'Storage',
    'Redis server that shares rate limits and caches between servers',
    address(['redis:', 'rediss:'], 'redis://host:6379'),
  ),

  fareboxSecret: secret(
    'Secrets',
    'Server secret, at least 32 bytes; generated in DATA_DIR/secret if not set, required with DATABASE_URL',
    secretBytes(32),
  ),
  fareboxSecretOld: secret(
    'Secrets',
    'Previous secrets, newest first, comma-separated; accepted for verification only',
    oldSecrets,
  ),
  receiptKey: secret(
    'Secrets',
    'Ed25519 key that signs receipts; default: derived from FAREBOX_SECRET',
    secretText(32),
  ),
  adminToken: secret('Secrets', 'Bearer token for the admin API, at least 24 characters', secretText(24)),
  metricsToken: secret(
    'Secrets',
    'Bearer token for /metrics, at least 16 characters; without it /metrics is disabled',
    secretText(16),
  ),

  ...limitSettings,

  accountMode: optional(
    'Accounts',
    'Mode of new accounts, live or test; default: live if a priced provider is configured, else test',
    oneOf('live', 'test'),
  ),
  welcomeMicrosPerDay: setting('Accounts', 'Maximum welcome credit granted per day, in USD', amountUsd, '5'),
  welcomeMicrosPerNetwork: optional(
    'Accounts',
    'Maximum welcome credit per day and address range (/24, /56), in USD; default: half of WELCOME_USD_PER_DAY, at least 2.50',
    amountUsd,
  ),
  allowQueryKey: setting('Accounts', 'Accept ?apiKey= under /api/proxy and /api/v2', flag, 'true'),

  debugLlmPerDay: setting(
    'Debug service',
    'Errors diagnosed by a language model per day, for callers with a key; 0 disables it',
    integer(0, 1_000_000),
    '100',
  ),
  rewardWtPerFix: setting(
    'Debug service',
    'Reward for an accepted fix, in WT (1 WT = 0.001 USD); 0 disables rewards',
    integer(0, 100_000),
    '10',
  ),

  clientIdMetadata: setting(
    'Sign-in',
    'on: accept OAuth clients identified by a metadata document; set off if this server cannot reach the internet',
    oneOf('on', 'off'),
    'on',
  ),
  signup: setting(
    'Sign-in',
    'open: anybody can sign up; closed: only invited people and operators',
    oneOf('open', 'closed'),
    'open',
  ),
  adminEmails: setting('Sign-in', 'Email addresses of operators, comma-separated', mailAddresses, ''),
  trustedAdminIps: setting(
    'Sign-in',
    'Networks in which ADMIN_EMAILS sign in without a code; empty: always require a code',
    networks,
    '',
  ),
  sessionDays: setting('Sign-in', 'Lifetime of a session in days', integer(1, 365), '30'),
  planLimits: setting(
    'Sign-in',
    'Limits of the plans free, pro and business as JSON: analyses (per month), mails_per_day, members',
    planLimits,
    '{}',
  ),
  returnOrigins: setting(
    'Sign-in',
    'Additional origins that checkout and portal may return customers to; empty: any https origin',
    origins,
    '',
  ),
  sellerName: setting('Sign-in', 'Your name or company on receipts and statements', z.string().max(200), ''),
  sellerAddress: setting(
    'Sign-in',
    'Your postal address on receipts and statements; | begins a new line',
    z.string().max(500),
    '',
  ),
  sellerTaxId: setting('Sign-in', 'Your tax ID on receipts and statements', z.string().max(60), ''),
  timezone: setting(
    'Sign-in',
    'Time zone for the dates and months of companies, such as Europe/Berlin',
    z.string().refine(isZone, 'must be the name of a time zone such as Asia/Tokyo'),
    'Asia/Tokyo',
  ),

  ...newsroomSettings,

  ...mailSettings,

  ...alertSettings,

  ...telemetrySettings,

  fetchAllowHosts: setting('Fetching', 'Private hosts that callers may make the server fetch', hosts, ''),
  fetchDnsServers: setting(
    'Fetching',
    'Name servers that resolve hosts named by callers and check sending domains, e.g. 9.9.9.9,[2620:fe::fe]:53; default: the system’s',
    nameServers,
    '',
  ),
});

export type ServerConfig = z.output<typeof serverSettings>;
