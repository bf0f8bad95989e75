/** `farebox doctor`: what is set up, what is missing, and which variables would change it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { examineFolder, examinePostgres, type Finding, FORWARDED, findLastSighting } from '../../database/examine.ts';
import { listRequiredVariables, type ProviderDefinition, toVariableName } from '../../kernel/tool/provider.ts';
import { loadRegistry, type RegisteredTool, type Registry, TOOLS_FOLDER } from '../../kernel/tool/registry.ts';
import { readMargin } from '../../ledger/statistics/margin.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { formatPrice, toUsdText } from '../../lib/money.ts';
import type { Names } from '../../newsroom/mailing/campaigns/checks/sender-domain.ts';
import { examineBudgets, hasPublicAddress, isLocalHost } from '../exposure.ts';
import { formatTable } from '../printing.ts';
import { PRESETS_FOLDER } from '../wiring.ts';
import { examineClientMetadata } from './outgoing-access.ts';
import { examineSending } from './sending.ts';

const REDIS_MS_MAX = 2_000;
const NODE_RECOMMENDED = 22;
const SIGHTING_DAYS = 30;

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
  const registry = await loadRegistry(TOOLS_FOLDER, PRESETS_FOLDER);
  const findings = await listFindings(config, providers, registry, names);
  const rows = findings.map(({ what, state, detail }) => [what, state, detail]);
  const lines = [
    ...formatTable([['Part', 'State', 'Detail'], ...rows]),
    '',
    ...formatTable([
      ['Provider', 'Tier', 'State', 'Tools'],
      ...providers.map((facts) => buildProviderRow(config, registry, facts)),
    ]),
    '',
    ...listUnavailableTools(config, registry),
    '',
    'Test keys reach every tool in the sandbox, whatever is set up. Variables are explained in .env.example.',
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
  const [database, redis, forwarded, sending, clientMetadata, lost] = await Promise.all([
    examineDatabase(config),
    examineRedis(config),
    examineForwarded(config),
    examineSending(config, names),
    examineClientMetadata(config),
    findToolsAtLoss(config),
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
  const detail = isOld ? `${nodeVersion}: works, but gets no security fixes any more; 24 is recommended` : nodeVersion;
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
  if (redisUrl === undefined) return { what: 'Redis', state: 'ok', detail: 'not used: limits count in this process' };
  const { createClient } = await import('redis');
  const client = createClient({ url: redisUrl, socket: { connectTimeout: REDIS_MS_MAX, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return { what: 'Redis', state: 'ok', detail: 'answers' };
  } catch {
    return {
      what: 'Redis',
      state: 'warning',
      detail: 'does not answer: each server counts limits by itself meanwhile',
    };
  } finally {
    client.destroy();
  }
}

function examineSecret({ fareboxSecret, dataDir }: Config): Finding {
  if (fareboxSecret !== undefined) return { what: 'Secret', state: 'ok', detail: 'FAREBOX_SECRET' };
  const file = join(dataDir, 'secret');
  return { what: 'Secret', state: 'ok', detail: existsSync(file) ? file : `npm start makes ${file}` };
}

/** What shows only in how the server is reached. */
function examineExposure(config: Config): Finding[] {
  const { host, trustProxy, baseUrl, adminToken, metricsToken } = config;
  const isLocal = isLocalHost(host);
  const isPublic = hasPublicAddress(config);
  const findings: Finding[] = [];
  if (isPublic && isLocal && trustProxy.length === 0) {
    const detail = 'unset, but BASE_URL suggests a proxy: all callers would share one limit. Name the proxy';
    findings.push({ what: 'TRUST_PROXY', state: 'warning', detail });
  }
  if (isPublic && baseUrl?.startsWith('http:')) {
    findings.push({ what: 'BASE_URL', state: 'warning', detail: 'is not https: keys would travel in the clear' });
  }
  if (!isLocal && baseUrl === undefined) {
    findings.push({ what: 'BASE_URL', state: 'warning', detail: `unset: links would name ${host}` });
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
  const files = `files in ${join(dataDir, 'outbox')}: SMTP_URL is unset`;
  if (nodeEnv !== 'production') return { what: 'Mail', state: 'ok', detail: `${files}, login codes too` };
  return { what: 'Mail', state: 'warning', detail: `${files}, so no login code can reach anybody` };
}

function examineSignIn(config: Config): Finding[] {
  const { smtpUrl, mailFrom, baseUrl, adminEmails, trustedAdminIps, trustProxy } = config;
  const findings = [examineMail(config)];
  if (smtpUrl !== undefined && mailFrom === undefined && baseUrl === undefined) {
    const detail = 'unset, as is BASE_URL: mail would come from an address of this machine';
    findings.push({ what: 'MAIL_FROM', state: 'warning', detail });
  }
  if (trustedAdminIps.length > 0 && adminEmails.length > 0 && trustProxy.length === 0) {
    const detail =
      'operators need no code there: behind a proxy that TRUST_PROXY does not name, everybody seems to be there';
    findings.push({ what: 'TRUSTED_ADMIN_IPS', state: 'warning', detail });
  }
  return findings;
}

/** What search engines are told must be true of an address that they can reach. */
function examineAnnouncements(config: Config): Finding {
  const what = 'IndexNow';
  const { indexnowKey, indexnowUrl } = config;
  if (indexnowKey === undefined)
    return { what, state: 'ok', detail: 'not used: INDEXNOW_KEY is unset, search engines are told nothing' };
  if (hasPublicAddress(config)) return { what, state: 'ok', detail: `tells ${new URL(indexnowUrl).host}` };
  return { what, state: 'warning', detail: 'INDEXNOW_KEY is set, but BASE_URL is no address that others can reach' };
}

/** What a running server has seen of a proxy that nobody has named. */
async function examineForwarded(config: Config): Promise<Finding[]> {
  const seenMs = config.trustProxy.length === 0 ? await findLastSighting(config, FORWARDED) : null;
  if (seenMs === null || Date.now() - seenMs > SIGHTING_DAYS * DAY_MS) return [];
  const day = new Date(seenMs).toISOString().slice(0, 10);
  const detail = `unset, but X-Forwarded-For was seen on ${day}: it is ignored. Name the proxy if it is yours`;
  return [{ what: 'TRUST_PROXY', state: 'warning', detail }];
}

function buildProviderRow(config: Config, registry: Registry, facts: ProviderDefinition): string[] {
  const tools = registry.tools.filter(({ definition }) => definition.uses?.some(({ id }) => id === facts.id));
  const names = tools.map(({ name }) => name).join(', ');
  const state = isSetUp(config, facts) ? 'set up' : `set ${listRequiredVariables(facts).join(', ')}`;
  return [facts.id, facts.tier, state, names];
}

const isSetUp = ({ providers }: Config, { id }: ProviderDefinition): boolean => providers.live[id] != null;

/** A key stands for a plan that decides what calls cost, and nobody has said what it is. */
function findUnstatedCosts(config: Config, providers: readonly ProviderDefinition[]): Finding[] {
  const detail = 'is 0, right on a free plan only: on a paid one calls can lose money and nothing shows it';
  return providers.flatMap((facts) => {
    const values = config.providers.live[facts.id];
    const settings = Object.entries(facts.settings);
    if (!settings.some(([key, { kind }]) => kind === 'secret' && values?.[key] !== undefined)) return [];
    return settings
      .filter(([key, { kind }]) => kind === 'usd' && Number(values?.[key] ?? 0) === 0)
      .map(([key]): Finding => ({ what: toVariableName(facts.id, key), state: 'warning', detail }));
  });
}

/** Inputs of the catalogue's own examples that cost more than their price, as the providers are set up. */
function findLosses(config: Config, registry: Registry): Finding[] {
  return registry.tools.flatMap(({ name, priceMicros, definition }): Finding[] => {
    const { costCeiling, uses = [], input, examples } = definition;
    if (!costCeiling || !uses.some((facts) => isSetUp(config, facts))) return [];
    const settings = (id: string) => config.providers.live[id] ?? null;
    const most = Math.max(0, ...examples.map((example) => costCeiling(input.parse(example), settings)));
    if (most <= priceMicros) return [];
    const detail = `can cost you ${toUsdText(Math.ceil(most))} USD at a price of ${toUsdText(priceMicros)}: such a call takes ${Math.ceil(most / priceMicros)} prices, which its caller must allow with maxPrice`;
    return [{ what: name, state: 'warning', detail }];
  });
}

const LOSS_DAYS = 7;

/** Tools that have cost more than they brought. A database that can't be read is told elsewhere. */
async function findToolsAtLoss({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  const rows = await readMargin({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, LOSS_DAYS).catch(
    () => [],
  );
  return rows.flatMap(({ mode, tool, revenueMicros, costMicros, marginMicros }): Finding[] => {
    if (mode !== 'live' || marginMicros >= 0) return [];
    const detail = `runs at a loss: brought ${toUsdText(revenueMicros)} USD and cost ${toUsdText(costMicros)} USD in the last ${LOSS_DAYS} days`;
    return [{ what: tool, state: 'warning', detail }];
  });
}

/** What a live key is told TOOL_UNAVAILABLE for, with the same variables: one of them is enough. */
function listUnavailableTools(config: Config, registry: Registry): string[] {
  const missing = registry.tools.filter(
    ({ definition: { uses = [] } }) => uses.length > 0 && !uses.some((facts) => isSetUp(config, facts)),
  );
  if (missing.length === 0) return ['Every tool is available to live keys.'];
  const row = ({ name, priceMicros, definition: { uses = [] } }: RegisteredTool): string[] => [
    name,
    formatPrice(priceMicros),
    uses.map((facts) => listRequiredVariables(facts).join(' + ')).join(' or '),
  ];
  return formatTable([['Not available live', 'Price (USD)', 'Set'], ...missing.map(row)]);
}
