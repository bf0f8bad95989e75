/** Builds the options of each part of the server from the configuration. Creates nothing that must be closed. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Diagnose } from '../concierge/running/diagnose.ts';
import { openConcierge } from '../concierge/running/service.ts';
import type { Concierge } from '../concierge/running/types.ts';
import type { Router } from '../concierge/types.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { UpstreamSettings } from '../config/file/upstreams.ts';
import type { ProviderCondition } from '../database/examine.ts';
import type { ProviderSighting } from '../http/monitoring/metrics.ts';
import { type HttpConfig, httpDefaults } from '../http/settings.ts';
import type { Calls } from '../kernel/call/call.ts';
import type { AnswerStore, Log } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import { listRequiredVariables, type ProviderDefinition } from '../kernel/tool/provider.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { type AccountsOptions, WELCOME_MICROS } from '../ledger/accounts/accounts.ts';
import { openSecrets, type Secrets } from '../ledger/secret.ts';
import { defaultLimits, type LedgerOptions } from '../ledger/types.ts';
import type { McpDocument, McpDoorDeps } from '../mcp/types.ts';
import { type EmbedderOptions, newsroomEmbedders } from '../newsroom/analysis/models/embedder.ts';
import type { ModelsOptions } from '../newsroom/analysis/models/models.ts';
import type { DemoOptions } from '../newsroom/content/articles/demo.ts';
import { newsroomTranslators, type TranslatorOptions } from '../newsroom/content/articles/translator.ts';
import { allModels } from '../providers/shared/chat/small-models.ts';
import type { WatchedEnvironment } from '../providers/shared/environment.ts';
import { computeTermsPrice, mergeTerms } from '../upstreams/terms.ts';
import { listPaymentAssets } from './payments-wiring.ts';

/** Above `src` and above `dist/src`: what is not compiled. */
const TOP = new URL(import.meta.url.endsWith('.ts') ? '../..' : '../../..', import.meta.url);

const WELCOME_PER_NETWORK_MIN = 10 * WELCOME_MICROS;

export const PRESETS_FOLDER = fileURLToPath(new URL('presets', TOP));
/** Knowledge of the debug service as indexed by the build. */
export const KNOWLEDGE_FOLDER = fileURLToPath(new URL('dist/knowledge', TOP));
/** The demonstration articles, as the build has analyzed them. */
export const DEMO_FILE = fileURLToPath(new URL('dist/demo.json', TOP));

/** In package.json. */
export const version: string = readVersion();

function readVersion(): string {
  const { version: serverVersion }: { version: string } = JSON.parse(
    readFileSync(new URL('package.json', TOP), 'utf8'),
  );
  return serverVersion;
}

/** Values that no log line may hold. */
export function listSecretTexts(config: Config, providers: readonly ProviderDefinition[]): string[] {
  const { adminToken, metricsToken, fareboxSecret, fareboxSecretOld = [], receiptKey, aeoApiKey } = config;
  const { databaseUrl, redisUrl, smtpUrl, bounceMailboxUrl, dkimPrivateKey, linkLegacySecret } = config;
  const { alertWebhookSecret } = config;
  const passwords = [databaseUrl, redisUrl, smtpUrl, bounceMailboxUrl].flatMap((url) =>
    url === undefined ? [] : new URL(url).password,
  );
  const keys = providers.flatMap(({ id, settings }) =>
    Object.entries(settings).flatMap(([key, { kind }]) => (kind === 'secret' ? config.providers.live[id]?.[key] : [])),
  );
  const all = [
    adminToken,
    metricsToken,
    fareboxSecret,
    receiptKey,
    aeoApiKey,
    dkimPrivateKey,
    linkLegacySecret,
    alertWebhookSecret,
    ...config.file.secrets,
    ...[...config.mailWebhooks.values()].flat(),
    ...fareboxSecretOld,
    ...passwords,
    ...keys,
  ];
  return all.filter((text): text is string => text !== undefined && text !== '');
}

export function openConfiguredSecrets({ fareboxSecret, fareboxSecretOld, databaseUrl, dataDir }: Config): Secrets {
  return openSecrets({
    secret: fareboxSecret,
    ...(fareboxSecretOld === undefined ? {} : { old: fareboxSecretOld }),
    ...(databaseUrl === undefined ? { dataDir } : {}),
  });
}

export function buildLedgerOptions({ dataDir, databaseUrl, refundsPerHour }: Config, log: Log): LedgerOptions {
  return {
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    limits: { ...defaultLimits, refundsPerHour },
    log,
  };
}

export function buildHttpConfig(config: Config, baseUrl: string, mode: Mode): HttpConfig {
  const { trustProxy, rateLimitPerMinute, otherRateLimitPerMinute } = config;
  const { adminRateLimitPerMinute, adminKeyRateLimitPerMinute } = config;
  const { feedRateLimitPerMinute, feedKeyRateLimitPerMinute } = config;
  const { unknownKeysPerMinute, bodyLimitBytes, allowQueryKey, allowedOrigins, metricsToken } = config;
  return {
    ...httpDefaults,
    version,
    baseUrl,
    trustProxy,
    rateLimitPerMinute,
    adminRateLimitPerMinute,
    adminKeyRateLimitPerMinute,
    otherRateLimitPerMinute,
    feedRateLimitPerMinute,
    feedKeyRateLimitPerMinute,
    unknownKeysPerMinute,
    bodyLimitBytes,
    allowQueryKey,
    allowedOrigins,
    connectionsMax: config.maxConnections,
    connectionsPerAddressMax: config.maxConnectionsPerAddress,
    paymentAssets: listPaymentAssets(config, mode),
    ...(metricsToken === undefined ? {} : { metricsToken }),
  };
}

export function buildMcpOptions(
  config: Config,
  baseUrl: string,
  secrets: Secrets,
  registry: Registry,
): Omit<McpDoorDeps, 'calls' | 'documents' | 'log'> {
  const { host, allowedHosts, allowedOrigins, mcpBatchMax } = config;
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const own = [new URL(baseUrl).hostname, bracketed, 'localhost', '127.0.0.1', '[::1]'];
  return {
    registry,
    version,
    baseUrl,
    allowedHosts: [...own, ...allowedHosts],
    allowedOrigins: [...own, ...allowedOrigins],
    batchMax: mcpBatchMax,
    presets: registry.presets.map(({ usage, ...preset }) => ({ ...preset, instructions: usage })),
    secretKey: secrets.deriveKey('mcp').key,
  };
}

/** Its router is loaded and made with the first message. */
export function openLazyConcierge(
  registry: Registry,
  shared: AnswerStore | undefined,
  diagnose: Diagnose,
  { conciergeModels: order, conciergeModelBudgetMicros: questionMicrosMax }: Config,
): Concierge {
  const createRouter = async (some: Registry): Promise<Router> => {
    const module = await import('../concierge/choosing/router.ts');
    return module.createRouter(some);
  };
  return openConcierge({ registry, shared, createRouter, diagnose, planner: { order, questionMicrosMax } });
}

/** The capabilities, as the tool answers them to the same caller. */
export function buildMcpDocuments(calls: Calls, registry: Registry): Record<string, McpDocument> {
  const tool = registry.get('smart-capabilities');
  if (!tool) return {};
  const { title, description } = tool;
  const read: McpDocument['read'] = async (principal, request) =>
    JSON.stringify((await calls.call(tool, {}, principal, request)).output);
  const mimeType = 'application/json';
  // What is available differs between live and test keys.
  return { 'farebox://capabilities': { name: 'capabilities', title, description, mimeType, public: false, read } };
}

/** One network gets half of the day's welcome credit, but never less than an hour's accounts would. */
export function buildAccountRules(config: Config): Omit<AccountsOptions, 'accountMode'> {
  const { welcomeMicrosPerNetwork, welcomeMicrosPerDay } = config;
  const { accountCreatePerHour: live, testAccountCreatePerHour: test, signupPerHour } = config;
  const half = Math.max(WELCOME_PER_NETWORK_MIN, Math.floor(welcomeMicrosPerDay / 2));
  return {
    welcomeMicrosPerDay,
    welcomeMicrosPerNetwork: welcomeMicrosPerNetwork ?? half,
    createPerHour: { live, test, 'sign-up': signupPerHour },
  };
}

/** Demo data of an empty database: some in development, none elsewhere, unless DEMO_DATA says so. */
export function chooseDemo({ demoData, nodeEnv }: Config): DemoOptions {
  const isDevelopment = nodeEnv !== 'production';
  return { isDevelopment, isWanted: demoData === undefined ? isDevelopment : demoData === 'on' };
}

/** Throws a ConfigError when the translator that is named is not set up. */
export function buildTranslatorOptions(config: Config): TranslatorOptions {
  const { translateProvider: provider, llmTimeoutMs, llmMonthlyBudgetMicros, timezone, providers } = config;
  if (provider !== undefined && providers.live[provider] == null) {
    const variables = newsroomTranslators.filter(({ id }) => id === provider).flatMap(listRequiredVariables);
    throw new ConfigError(
      `TRANSLATE_PROVIDER names ${provider}, which is not configured: set ${variables.join(', ')}.`,
    );
  }
  return { provider, timeoutMs: llmTimeoutMs, budgetMicros: llmMonthlyBudgetMicros, zone: timezone };
}

/** The same of the provider of embeddings. */
export function buildEmbedderOptions({ embedProvider: provider, timezone: zone, providers }: Config): EmbedderOptions {
  if (provider !== undefined && providers.live[provider] == null) {
    const variables = newsroomEmbedders.filter(({ id }) => id === provider).flatMap(listRequiredVariables);
    const remedy = variables.length === 0 ? 'it provides no embeddings' : `set ${variables.join(', ')}`;
    throw new ConfigError(`EMBED_PROVIDER names ${provider}, which is not configured: ${remedy}.`);
  }
  return { provider, zone };
}

/** Throws a ConfigError for a model provider that there isn't, or that nothing can be asked of. */
export function buildModelsOptions({
  llmProvider: provider,
  llmTimeoutMs,
  llmMonthlyBudgetMicros,
  timezone,
  providers,
}: Config): ModelsOptions {
  const ids = allModels.map((one) => one.provider.id);
  if (provider !== undefined && !ids.includes(provider)) {
    throw new ConfigError(`LLM_PROVIDER must be one of ${ids.join(', ')}.`);
  }
  if (provider !== undefined && providers.live[provider] == null) {
    const [found] = allModels.filter((one) => one.provider.id === provider);
    const variables = found ? listRequiredVariables(found.provider).join(', ') : '';
    throw new ConfigError(`LLM_PROVIDER names ${provider}, which is not configured: set ${variables}.`);
  }
  return { provider, timeoutMs: llmTimeoutMs, budgetMicros: llmMonthlyBudgetMicros, zone: timezone };
}

/** Live when something that costs money is set up: an account that could buy nothing starts in the sandbox. */
export function chooseAccountMode(registry: Registry, { accountMode, providers, file }: Config): Mode {
  const sellable = registry.tools.some(
    ({ priceMicros, definition }) =>
      priceMicros > 0 && definition.uses?.some((facts) => isChosen(facts) && providers.live[facts.id] != null),
  );
  const isSold = (settings: UpstreamSettings): boolean =>
    [{}, ...Object.values(settings.tools ?? {})].some(
      (entry) => entry !== false && computeTermsPrice(mergeTerms(settings, entry)) > 0,
    );
  const sellsOwn = Object.values(file.upstreams ?? {}).some(isSold);
  return accountMode ?? (sellable || sellsOwn ? 'live' : 'test');
}

/** Parts that are always there (a keyless host, a file or program of this machine) are no decision to sell. */
function isChosen({ baseUrl, offByDefault, settings }: ProviderDefinition): boolean {
  return baseUrl !== '' && (offByDefault === true || Object.values(settings).some(({ required }) => required));
}

/** State of each configured provider, in both modes. */
export function listProviderStates(
  { providers }: Config,
  environments: Readonly<Record<Mode, WatchedEnvironment>>,
): ProviderSighting[] {
  return [environments.live, environments.test].flatMap(({ mode, health, settings }) =>
    Object.keys(providers[mode])
      .filter((provider) => settings(provider) !== null)
      .map((provider) => ({ provider, mode, state: health.readState(provider) })),
  );
}

export const lookAtProvider = (
  id: string,
  { health, settings, access, budgets, pauses }: WatchedEnvironment,
): ProviderCondition | null =>
  settings(id) === null
    ? null
    : {
        isWell: health.readState(id) === 'up',
        pausedMs: health.pausedForMs(id),
        pausedModels: health.listPausedModels(id),
        keys: access?.describe(id) ?? [],
        isHeld: pauses?.isPaused(id) ?? false,
        budget: budgets?.read(id) ?? null,
      };
