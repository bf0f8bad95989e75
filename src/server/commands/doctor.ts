/** `farebox doctor`: reports the configuration, missing settings, and the variables that would fix them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { examineFolder, examinePostgres, type Finding, FORWARDED, findLastSighting } from '../../database/examine.ts';
import { listRequiredVariables, type ProviderDefinition, toVariableName } from '../../kernel/tool/provider.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { formatPrice } from '../../lib/money.ts';
import type { Names } from '../../newsroom/mailing/campaigns/checks/sender-domain.ts';
import { buildFingerprint } from '../../providers/shared/access.ts';
import { loadCatalogue, openPlugins } from '../catalogue/plugins.ts';
import { examineBudgets, hasPublicAddress, isLocalHost } from '../exposure.ts';
import { formatTable } from '../printing.ts';
import { chooseAccountMode } from '../wiring.ts';
import { examineDirectPayments } from './direct-payments.ts';
import { findLosses, findToolsAtLoss } from './losses.ts';
import { examineClientMetadata } from './outgoing-access.ts';
import { examineSending } from './sending.ts';

const REDIS_MS_MAX = 2_000;
const NODE_RECOMMENDED = 22;
const SIGHTING_DAYS = 30;

const stateLabels: Readonly<Record<Finding['state'], string>> = { ok: 'OK', warning: 'Warning', failed: 'Error' };

export interface Examination {
  lines: string[];
  /** False when something would keep the server from starting or from being safe. */
  isHealthy: boolean;
}

/** `names`: what is looked up about the sender of mail; default: the name servers of the system. */
export async function examine(
  config: Config,
  providers: readonly ProviderDefinition[],
  names?: Names,
): Promise<Examination> {
  const plugins = await openPlugins(config);
  const { registry } = await loadCatalogue(config, plugins);
  const all = [...providers, ...plugins.providers];
  const findings = await listFindings(config, all, registry, names);
  const rows = findings.map(({ what, state, detail }) => [what, stateLabels[state], detail]);
  const lines = [
    ...formatTable([['Part', 'State', 'Detail'], ...rows]),
    '',
    ...formatTable([
      ['Provider', 'Tier', 'State', 'Tools'],
      ...all.map((facts) => buildProviderRow(config, registry, facts)),
    ]),
    '',
    ...listUnavailableTools(config, registry),
    '',
    'Test keys can call every tool in the sandbox without configuration. See .env.example for all variables.',
  ];
  return { lines, isHealthy: findings.every(({ state }) => state !== 'failed') };
}

/** Everything but the providers, part by part; what has to be asked is asked at once. */
export async function listFindings(
  config: Config,
  providers: readonly ProviderDefinition[],
  registry: Registry,
  names?: Names,
): Promise<Finding[]> {
  const [database, redis, forwarded, sending, clientMetadata, lost, directPayments] = await Promise.all([
    examineDatabase(config),
    examineRedis(config),
    examineForwarded(config),
    examineSending(config, names),
    examineClientMetadata(config),
    findToolsAtLoss(config),
    examineDirectPayments(config, chooseAccountMode(registry, config)),
  ]);
  return [
    examineNode(),
    ...database,
    redis,
    examineSecret(config),
    ...examineExposure(config),
    ...examineBudgets(config),
    ...forwarded,
    ...examineSignIn(config),
    ...directPayments,
    ...sending,
    examineAnnouncements(config),
    clientMetadata,
    ...findUnstatedCosts(config, providers),
    ...findLosses(config, registry),
    ...lost,
  ];
}

function examineNode(): Finding {
  const { node: nodeVersion } = process.versions;
  const isOld = Number(nodeVersion.split('.')[0]) < NODE_RECOMMENDED;
  const detail = isOld ? `${nodeVersion}: works but no longer gets security fixes. Upgrade to Node 24.` : nodeVersion;
  return { what: 'Node', state: isOld ? 'warning' : 'ok', detail };
}

async function examineDatabase({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  try {
    return await (databaseUrl === undefined ? examineFolder(dataDir) : examinePostgres(databaseUrl));
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    return [{ what: 'Database', state: 'failed', detail }];
  }
}

async function examineRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined)
    return { what: 'Redis', state: 'ok', detail: 'not configured: rate limits are counted in this process' };
  const { createClient } = await import('redis');
  const client = createClient({ url: redisUrl, socket: { connectTimeout: REDIS_MS_MAX, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return { what: 'Redis', state: 'ok', detail: 'connected' };
  } catch {
    return {
      what: 'Redis',
      state: 'warning',
      detail: 'not reachable: each server counts rate limits separately until it is. Check REDIS_URL',
    };
  } finally {
    client.destroy();
  }
}

function examineSecret({ fareboxSecret, dataDir }: Config): Finding {
  if (fareboxSecret !== undefined) return { what: 'Secret', state: 'ok', detail: 'FAREBOX_SECRET' };
  const file = join(dataDir, 'secret');
  return { what: 'Secret', state: 'ok', detail: existsSync(file) ? file : `created in ${file} at the first start` };
}

/** Findings that depend on how the server is reached. */
function examineExposure(config: Config): Finding[] {
  const { host, trustProxy, baseUrl, adminToken, metricsToken } = config;
  const isLocal = isLocalHost(host);
  const isPublic = hasPublicAddress(config);
  const findings: Finding[] = [];
  if (isPublic && isLocal && trustProxy.length === 0) {
    const detail =
      "not set, but BASE_URL suggests a proxy: all callers would share one rate limit. Set it to the proxy's address";
    findings.push({ what: 'TRUST_PROXY', state: 'warning', detail });
  }
  if (isPublic && baseUrl?.startsWith('http:')) {
    findings.push({
      what: 'BASE_URL',
      state: 'warning',
      detail: 'not HTTPS: keys would be sent unencrypted. Use an https:// address',
    });
  }
  if (!isLocal && baseUrl === undefined) {
    findings.push({
      what: 'BASE_URL',
      state: 'warning',
      detail: `not set: links would point to ${host}. Set it to the public address`,
    });
  }
  const tokens = [
    adminToken ? 'ADMIN_TOKEN set' : 'no ADMIN_TOKEN',
    metricsToken ? 'METRICS_TOKEN set' : 'no METRICS_TOKEN',
  ];
  return [...findings, { what: 'Operator', state: 'ok', detail: tokens.join(', ') }];
}

/** In production nothing shows a login code but the mail itself, so files alone mean that nobody can sign in. */
function examineMail({ smtpUrl, dataDir, nodeEnv }: Config): Finding {
  if (smtpUrl !== undefined) return { what: 'Mail', state: 'ok', detail: new URL(smtpUrl).host };
  const files = `saved to ${join(dataDir, 'outbox')}: SMTP_URL is not set`;
  if (nodeEnv !== 'production') return { what: 'Mail', state: 'ok', detail: `${files} (login codes are also logged)` };
  return { what: 'Mail', state: 'warning', detail: `${files}, so login codes reach nobody. Set SMTP_URL` };
}

function examineSignIn(config: Config): Finding[] {
  const { smtpUrl, mailFrom, baseUrl, adminEmails, trustedAdminIps, trustProxy } = config;
  const findings = [examineMail(config)];
  if (smtpUrl !== undefined && mailFrom === undefined && baseUrl === undefined) {
    const detail = "not set, nor is BASE_URL: emails would come from this machine's host name. Set MAIL_FROM";
    findings.push({ what: 'MAIL_FROM', state: 'warning', detail });
  }
  if (trustedAdminIps.length > 0 && adminEmails.length > 0 && trustProxy.length === 0) {
    const detail =
      'operators in these networks sign in without a code. Behind a proxy missing from TRUST_PROXY, every visitor appears to be in them';
    findings.push({ what: 'TRUSTED_ADMIN_IPS', state: 'warning', detail });
  }
  return findings;
}

/** Announcements to search engines need an address that they can reach. */
function examineAnnouncements(config: Config): Finding {
  const what = 'IndexNow';
  const { indexnowKey, indexnowUrl } = config;
  if (indexnowKey === undefined)
    return { what, state: 'ok', detail: 'not configured: set INDEXNOW_KEY to notify search engines of new articles' };
  if (hasPublicAddress(config)) return { what, state: 'ok', detail: `notifies ${new URL(indexnowUrl).host}` };
  return {
    what,
    state: 'warning',
    detail: "INDEXNOW_KEY is set, but BASE_URL isn't publicly reachable. Set BASE_URL to the public address",
  };
}

/** Proxies that a running server has seen and that aren't configured. */
async function examineForwarded(config: Config): Promise<Finding[]> {
  const seenMs = config.trustProxy.length === 0 ? await findLastSighting(config, FORWARDED) : null;
  if (seenMs === null || Date.now() - seenMs > SIGHTING_DAYS * DAY_MS) return [];
  const day = new Date(seenMs).toISOString().slice(0, 10);
  const detail = `not set, but requests with X-Forwarded-For arrived on ${day}. The header is ignored. If the proxy is yours, add its address`;
  return [{ what: 'TRUST_PROXY', state: 'warning', detail }];
}

function buildProviderRow(config: Config, registry: Registry, facts: ProviderDefinition): string[] {
  const tools = registry.tools.filter(({ definition }) => definition.uses?.some(({ id }) => id === facts.id));
  const names = tools.map(({ name }) => name).join(', ');
  const state = isSetUp(config, facts)
    ? `configured${describeKeys(config, facts)}`
    : `set ${listRequiredVariables(facts).join(', ')}`;
  return [facts.id, facts.tier, state, names];
}

/** Several keys by fingerprint and weight. Whether they work shows at `/admin`. */
function describeKeys({ file }: Config, { id }: ProviderDefinition): string {
  const { keys = [] } = file.providers?.[id] ?? {};
  const shown = keys.map(({ key, weight }) => `${buildFingerprint(key)} ×${weight}`);
  return shown.length === 0 ? '' : `, keys ${shown.join(', ')}`;
}

const isSetUp = ({ providers }: Config, { id }: ProviderDefinition): boolean => providers.live[id] != null;

/** A key stands for a plan that decides what calls cost, and nobody has said what it is. */
function findUnstatedCosts(config: Config, providers: readonly ProviderDefinition[]): Finding[] {
  const detail = '0, which is only right on a free plan. On a paid plan, set it so that losses show up';
  return providers.flatMap((facts) => {
    const values = config.providers.live[facts.id];
    const settings = Object.entries(facts.settings);
    if (!settings.some(([key, { kind }]) => kind === 'secret' && values?.[key] !== undefined)) return [];
    return settings
      .filter(([key, { kind }]) => kind === 'usd' && Number(values?.[key] ?? 0) === 0)
      .map(([key]): Finding => ({ what: toVariableName(facts.id, key), state: 'warning', detail }));
  });
}

/** Tools that answer TOOL_UNAVAILABLE to live keys, grouped by their variables: one of them is enough. */
function listUnavailableTools(config: Config, registry: Registry): string[] {
  const missing = registry.tools.filter(
    ({ definition: { uses = [] } }) => uses.length > 0 && !uses.some((facts) => isSetUp(config, facts)),
  );
  if (missing.length === 0) return ['All tools are available to live keys.'];
  const row = ({ name, priceMicros, definition: { uses = [] } }: RegisteredTool): string[] => [
    name,
    formatPrice(priceMicros),
    uses.map((facts) => listRequiredVariables(facts).join(' + ')).join(' or '),
  ];
  return formatTable([['Unavailable to live keys', 'Price (USD)', 'Variables to set'], ...missing.map(row)]);
}
