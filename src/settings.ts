/**
 * Every variable of the server itself: what it is for, its default, and what it may hold. `config.ts` reads them from
 * the environment, `.env.example` and the doctor show them. The provider's own variables are declared in its file.
 */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { MICROS_PER_GRANT_MAX, usd } from './kernel/money.ts';

/** What is said about one variable. `default` is the text that stands for it when it is not set. */
export interface SettingFacts {
  group: string;
  about: string;
  default?: string;
  secret?: true;
}

export const settingFacts = z.registry<SettingFacts>();

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const flag = z
  .string()
  .regex(/^(true|false|1|0|yes|no)$/i, 'must be true or false')
  .transform((text) => /^(true|1|yes)$/i.test(text));

const oneOf = <const W extends string>(...words: readonly W[]) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

const secretText = (charactersMin: number) =>
  z.string().min(charactersMin, `must have at least ${charactersMin} characters`);

const secretBytes = (bytesMin: number) =>
  z.string().refine((text) => Buffer.byteLength(text) >= bytesMin, `must have at least ${bytesMin} bytes`);

const oldSecrets = z
  .string()
  .transform(listOf)
  .refine((items) => items.every((item) => Buffer.byteLength(item) >= 32), 'must hold secrets of at least 32 bytes');

const address = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => isAddress(text, protocols), `must be an address such as ${example}`);

export function isAddress(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

const list = z.string().transform(listOf);

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const isProxyAddress = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

const proxies = list.refine(
  (items) => items.every(isProxyAddress),
  'must be a list of proxy addresses or ranges such as 10.0.0.0/8,::1',
);

const hosts = list.refine(
  (items) => items.every((item) => /^[a-z0-9._[\]:-]{1,260}$/i.test(item)),
  'must be a list of host names, each with or without a port, such as wiki.internal,127.0.0.1:8080',
);

const amountUsd = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount in USD such as 5 or 2.50')
  .transform((text) => usd(text))
  .refine((micros) => micros <= MICROS_PER_GRANT_MAX, 'must be at most 1000000');

const CAPS_FORM = 'must be a list such as llm-fast.prompt=20000,translate.text=5000';

/** `tool.field=number,…` → tool → field → number. */
const inputCaps = list
  .refine((items) => items.every((item) => /^[a-z0-9-]+\.[A-Za-z0-9]+=\d{1,9}$/.test(item)), CAPS_FORM)
  .transform((items) => {
    const caps: Record<string, Record<string, number>> = {};
    for (const item of items) {
      const [, tool = '', field = '', value] = /^([^.]+)\.([^=]+)=(\d+)$/.exec(item) ?? [];
      caps[tool] = { ...caps[tool], [field]: Number(value) };
    }
    return caps;
  });

const setting = <T>(group: string, about: string, schema: z.ZodType<T, string>, defaultText: string) =>
  z.prefault(schema, defaultText).register(settingFacts, { group, about, default: defaultText });

const optional = <T>(group: string, about: string, schema: z.ZodType<T, string>) =>
  z.optional(schema).register(settingFacts, { group, about });

const secret = <T>(group: string, about: string, schema: z.ZodType<T, string>) =>
  z.optional(schema).register(settingFacts, { group, about, secret: true });

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
  allowedOrigins: setting('Server', 'Host names of web pages that may talk to MCP', hosts, ''),
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
    'Refunds an hour and account; beyond it metered tools wait',
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
  maxOpenCalls: setting('Limits', 'Calls that may run at once', integer(1, 100_000), '1024'),
  l2TimeoutMs: setting('Limits', 'Deadline of a smart service', integer(1_000, 600_000), '60000'),
  inputCaps: setting('Limits', 'Caps of single inputs, e.g. llm-fast.prompt=20000,translate.text=5000', inputCaps, ''),

  accountMode: optional(
    'Accounts',
    'Mode of new accounts, live or test; default: live when a priced provider is set up, else test',
    oneOf('live', 'test'),
  ),
  welcomeUsdPerDay: setting('Accounts', 'Most welcome credit given away in a day, in USD', amountUsd, '5'),
  welcomeUsdPerNetwork: optional(
    'Accounts',
    'The most of it that accounts of one address range (/24, /56) get; default: half, at least 2.50',
    amountUsd,
  ),
  allowQueryKey: setting('Accounts', 'Accept ?apiKey= under /api/proxy and /api/v2', flag, 'true'),

  fetchAllowHosts: setting('Fetching', 'Private hosts that callers may let the server fetch', hosts, ''),
});

export type ServerConfig = z.output<typeof serverSettings>;
