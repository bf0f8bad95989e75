/**
 * Reads the configuration; no other module reads the environment. Variables come from the environment and from `.env`
 * (the environment takes precedence), and an empty value counts as not set. An invalid value is reported in one
 * sentence that names its variable.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import { KEY_SETTING, type ProviderDefinition, type SettingSpec, toVariableName } from '../kernel/tool/provider.ts';
import { ConfigError, type Environment } from './config-error.ts';
import { type FareboxFile, loadFareboxFile, NO_FILE } from './file/load.ts';
import { readSecretVariable, readVariable } from './secret-file.ts';
import { isAddress, settingInfo, splitList } from './setting-kinds.ts';
import { type ServerConfig, serverSettings } from './settings.ts';

export { ConfigError, type Environment } from './config-error.ts';

/** Read in the working directory unless FAREBOX_CONFIG names another. */
const FILE_NAME = 'farebox.yaml';
/** Without them no program finds another, nor its own files. */
const PROGRAM_VARIABLES = ['PATH', 'HOME', 'SystemRoot', 'APPDATA', 'USERPROFILE'] as const;

export interface Config extends ServerConfig {
  readonly file: FareboxFile;
  /** Environment of the programs that this server starts. */
  readonly programEnvironment: Readonly<Record<string, string>>;
  /** `OTEL_…`: the SDK of OpenTelemetry reads more of them than there are settings here. */
  readonly telemetryVariables: Readonly<Record<string, string>>;
  /** `MAIL_WEBHOOK_<PROVIDER>`, by provider in lower case; several values while one replaces another. */
  readonly mailWebhooks: ReadonlyMap<string, readonly string[]>;
  /** Reads the file again, with the variables of the start. Throws a ConfigError. */
  readFile(): FareboxFile;
  /** By provider id, and by the name of each upstream; null where it is not set up. In test mode every provider is set up, for the sandbox. */
  readonly providers: Readonly<Record<Mode, Record<string, ProviderSettings | null>>>;
  /** Reads the live settings of all providers again, with the variables of the start. Throws a ConfigError. */
  readProviders(file: FareboxFile): Record<string, ProviderSettings | null>;
  /** Reads the settings of a provider that came later. Throws a ConfigError for a variable that can't be used. */
  addProvider(facts: ProviderDefinition): void;
}

/**
 * `rateLimitPerMinute` → RATE_LIMIT_PER_MINUTE. Amounts are set in USD and held in micros: `welcomeMicrosPerDay` →
 * WELCOME_USD_PER_DAY.
 */
export function toSettingVariable(key: string): string {
  return key
    .replace('Micros', 'Usd')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}

/** The process's variables, with those of the file under them; a missing file is an empty one. */
export function readEnvironment(envFile: string): Environment {
  const own = existsSync(FILE_NAME) ? { FAREBOX_CONFIG: FILE_NAME } : {};
  return { ...own, ...readEnvFile(envFile), ...process.env };
}

function readEnvFile(envFile: string): Environment {
  try {
    return parseEnv(readFileSync(envFile, 'utf8'));
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return {};
    throw new ConfigError(`Could not read ${envFile}. Check its permissions.`);
  }
}

/** Throws a ConfigError for the first variable that can't be used. */
export function readConfig(env: Environment, providers: readonly ProviderDefinition[]): Config {
  const texts = Object.entries(serverSettings.shape).map(([key, schema]) => {
    const read = settingInfo.get(schema)?.secret ? readSecretVariable : readVariable;
    return [key, read(env, toSettingVariable(key))];
  });
  const parsed = serverSettings.safeParse(Object.fromEntries(texts));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${toSettingVariable(String(issue?.path[0]))} ${issue?.message}.`);
  }
  const server = parsed.data;
  if (server.databaseUrl !== undefined && server.fareboxSecret === undefined) {
    throw new ConfigError('FAREBOX_SECRET must be set when DATABASE_URL is: every server of the database shares it.');
  }
  const unknownName = [...server.maxProviderRequests.byProvider.keys()].find(
    (id) => !providers.some((one) => one.id === id),
  );
  if (unknownName !== undefined)
    throw new ConfigError(`MAX_PROVIDER_REQUESTS contains ${unknownName}, which is not a provider.`);
  const all = [...providers];
  const test = Object.fromEntries(providers.map((facts) => [facts.id, buildSandboxSettings(facts)]));
  const { fareboxConfig } = server;
  const readFile = (): FareboxFile =>
    fareboxConfig === undefined ? NO_FILE : loadFareboxFile(resolve(fareboxConfig), env);
  const programEnvironment = pickVariables(env, PROGRAM_VARIABLES);
  const ofTelemetry = Object.keys(env).filter((name) => name.startsWith('OTEL_'));
  const telemetryVariables = pickVariables(env, ofTelemetry);
  const baseUrl = server.baseUrl?.replace(/\/+$/, '');
  const readProviders: Config['readProviders'] = (current) =>
    Object.fromEntries(all.map((facts) => [facts.id, readLiveSettings(facts, env, current)]));
  const file = readFile();
  const live = readProviders(file);
  const addProvider = (facts: ProviderDefinition): void => {
    all.push(facts);
    live[facts.id] = readLiveSettings(facts, env, file);
    test[facts.id] = buildSandboxSettings(facts);
  };
  const reading = { file, readFile, readProviders, addProvider };
  const mailWebhooks = readMailWebhooks(env);
  return {
    ...server,
    baseUrl,
    providers: { live, test },
    mailWebhooks,
    programEnvironment,
    telemetryVariables,
    ...reading,
  };
}

const pickVariables = (env: Environment, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

const MAIL_WEBHOOK = /^(MAIL_WEBHOOK_([A-Z0-9]{1,40}))(?:_FILE)?$/;

/** Providers are found by their files, so their variables are not declared one by one. */
function readMailWebhooks(env: Environment): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const name of Object.keys(env)) {
    const [, variable, id] = MAIL_WEBHOOK.exec(name) ?? [];
    if (variable === undefined || id === undefined) continue;
    const values = splitList(readSecretVariable(env, variable) ?? '');
    if (values.length > 0) found.set(id.toLowerCase(), values);
  }
  return found;
}

/** The first of several keys stands for all of them. */
function readLiveSettings(
  facts: ProviderDefinition,
  env: Environment,
  { providers = {} }: Pick<FareboxFile, 'providers'>,
): ProviderSettings | null {
  const baseUrl = facts.baseUrl === '' ? '' : readProviderSetting(facts, 'baseUrl', describeBaseUrl(facts), env);
  const entries = Object.entries(facts.settings).map(([key, spec]) => [
    key,
    readProviderSetting(facts, key, spec, env),
  ]);
  const settings: Record<string, string | undefined> = Object.fromEntries(entries);
  const [first] = providers[facts.id]?.keys ?? [];
  if (first && KEY_SETTING in facts.settings) settings[KEY_SETTING] = first.key;
  if (baseUrl === undefined || baseUrl === 'off') return null;
  const missing = Object.entries(facts.settings).some(([key, spec]) => spec.required && settings[key] === undefined);
  return missing ? null : { ...settings, baseUrl };
}

/** The base URL is a setting of every provider. */
export function describeBaseUrl({ baseUrl, offByDefault }: ProviderDefinition): SettingSpec {
  return offByDefault
    ? { kind: 'url', about: `Address of the service, such as ${baseUrl}`, default: 'off' }
    : { kind: 'url', about: 'Address of the service, or off', default: baseUrl };
}

/**
 * In the sandbox every provider with an address is set up, at its usual one; what it asks for is filled in. Programs
 * are none of the sandbox's.
 */
function buildSandboxSettings(facts: ProviderDefinition): ProviderSettings | null {
  const specs = Object.values(facts.settings);
  if (specs.some(({ kind, required }) => kind === 'program' && required)) return null;
  if (facts.baseUrl === '' && specs.some(({ required, sandbox }) => required && sandbox === undefined)) return null;
  const chooseStandIn = (spec: SettingSpec): string =>
    spec.sandbox ?? (spec.kind === 'url' ? facts.baseUrl : 'sandbox');
  const filled = Object.entries(facts.settings).map(([key, spec]) => [
    key,
    spec.default ?? (spec.required ? chooseStandIn(spec) : undefined),
  ]);
  return { ...Object.fromEntries(filled), baseUrl: facts.baseUrl };
}

function readProviderSetting(
  facts: ProviderDefinition,
  key: string,
  spec: SettingSpec,
  env: Environment,
): string | undefined {
  const variable = toVariableName(facts.id, key);
  const text = (spec.kind === 'secret' ? readSecretVariable : readVariable)(env, variable) ?? spec.default;
  if (text === undefined || text === '') return undefined;
  if (spec.kind === 'program') return findProgram(text, env.PATH) ?? refuseMissingProgram(variable, text, spec);
  if (spec.kind === 'url') {
    if (text === 'off') return key === 'baseUrl' ? text : undefined;
    // An issuer is compared letter by letter: its slash is a part of it.
    if (isAddress(text, ['http:', 'https:'])) return key === 'baseUrl' ? text.replace(/\/+$/, '') : text;
    throw new ConfigError(`${variable} must be an address such as https://host/path, or off.`);
  }
  if (spec.kind === 'usd' && !/^\d{1,6}(\.\d{1,12})?$/.test(text)) {
    throw new ConfigError(`${variable} must be an amount in USD such as 0.005.`);
  }
  if (spec.kind === 'flag' && !/^(true|false)$/.test(text)) throw new ConfigError(`${variable} must be true or false.`);
  return text;
}

/** Finds a program by its path or in the folders of PATH; undefined if it is missing. */
function findProgram(name: string, path = ''): string | undefined {
  if (name === 'off') return undefined;
  const places = name.includes('/') ? [name] : path.split(delimiter).map((folder) => join(folder, name));
  return places.find((place) => isAbsolute(place) && isExecutable(place));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A program that nobody has named need not be there. */
function refuseMissingProgram(variable: string, text: string, spec: SettingSpec): undefined {
  if (text === 'off' || text === spec.default) return undefined;
  throw new ConfigError(`${variable} must be the path of an executable on this machine, or off.`);
}
