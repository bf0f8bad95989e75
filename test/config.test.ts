import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readEnvironment } from '../src/config/config.ts';
import { formatEnvExample } from '../src/config/env-example.ts';
import { loadProviders } from '../src/config/provider-files.ts';
import type { ProviderDefinition } from '../src/kernel/tool/provider.ts';
import { loadMailProviders, nameVariable } from '../src/newsroom/mailing/providers/service.ts';
import { textOf } from './harness/sources.ts';

const keyless: ProviderDefinition = {
  id: 'sky-data',
  title: 'Sky',
  tier: 'T0',
  about: 'Clouds',
  baseUrl: 'https://sky.example/v1',
  settings: {},
};

const keyed: ProviderDefinition = {
  ...keyless,
  id: 'parrot',
  settings: {
    apiKey: { kind: 'secret', about: 'Its key', required: true },
    modelFast: { kind: 'text', about: 'Its model', default: 'parrot-1' },
    callUsd: { kind: 'usd', about: 'What a call costs', default: '0' },
    trusted: { kind: 'flag', about: 'Trusted', default: 'false' },
  },
};

/** A file of this machine: no address. */
const local: ProviderDefinition = {
  ...keyless,
  id: 'atlas',
  baseUrl: '',
  settings: { file: { kind: 'text', about: 'Its file', required: true } },
};

const sentenceOf = (env: Record<string, string>): string => {
  try {
    readConfig(env, [keyless, keyed]);
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.message;
    throw thrown;
  }
  return 'accepted';
};

describe('the configuration of the server', () => {
  it('has a default for everything', () => {
    const config = readConfig({}, []);
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: './data', rateLimitPerMinute: 100 });
    expect(config).toMatchObject({
      welcomeMicrosPerDay: 5_000_000,
      allowQueryKey: true,
      trustProxy: [],
      inputCaps: {},
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.adminToken).toBeUndefined();
  });

  it('reads what is given, and takes an empty variable for one that is not set', () => {
    const config = readConfig(
      {
        PORT: '0',
        HOST: '',
        BASE_URL: 'https://farebox.example/',
        TRUST_PROXY: '10.0.0.0/8, ::1',
        INPUT_CAPS: 'llm-fast.prompt=20000,llm-fast.maxTokens=800,translate.text=5',
        ALLOW_QUERY_KEY: 'false',
        MAX_PROVIDER_REQUESTS: '500, parrot=4',
        WELCOME_USD_PER_DAY: '2.5',
      },
      [keyed],
    );
    expect(config).toMatchObject({ port: 0, host: '127.0.0.1', baseUrl: 'https://farebox.example' });
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(config.inputCaps).toEqual({ 'llm-fast': { prompt: 20000, maxTokens: 800 }, translate: { text: 5 } });
    expect(config.maxProviderRequests).toEqual({ all: 500, byProvider: new Map([['parrot', 4]]) });
    expect(config).toMatchObject({ allowQueryKey: false, welcomeMicrosPerDay: 2_500_000 });
  });

  it.each([
    ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
    ['RATE_LIMIT_PER_MINUTE', '-1', 'RATE_LIMIT_PER_MINUTE must be a whole number from 1 to 10000000.'],
    ['BASE_URL', 'farebox.example', 'BASE_URL must be an address such as https://farebox.example.'],
    [
      'DATABASE_URL',
      'mysql://h/d',
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/farebox.',
    ],
    ['ADMIN_TOKEN', 'short', 'ADMIN_TOKEN must have at least 24 characters.'],
    ['FAREBOX_SECRET', 'short', 'FAREBOX_SECRET must have at least 32 bytes.'],
    ['TRUST_PROXY', 'everybody', 'TRUST_PROXY must be a list of proxy addresses or ranges such as 10.0.0.0/8,::1.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['ACCOUNT_MODE', 'real', 'ACCOUNT_MODE must be one of live, test.'],
    ['INPUT_CAPS', 'prompt=5', 'INPUT_CAPS must be a list such as llm-fast.prompt=20000,translate.text=5000.'],
    [
      'MAX_PROVIDER_REQUESTS',
      'sky-data=4',
      'MAX_PROVIDER_REQUESTS must be a number, optionally followed by limits for single providers, such as 2000,ollama=4.',
    ],
    ['MAX_PROVIDER_REQUESTS', '2000,sea=4', 'MAX_PROVIDER_REQUESTS contains sea, which is not a provider.'],
    ['WELCOME_USD_PER_DAY', '1e3', 'WELCOME_USD_PER_DAY must be an amount in USD such as 5 or 2.50.'],
    ['SKY_DATA_BASE_URL', 'sky', 'SKY_DATA_BASE_URL must be an address such as https://host/path, or off.'],
    ['PARROT_TRUSTED', 'maybe', 'PARROT_TRUSTED must be true or false.'],
    ['PARROT_CALL_USD', '-1', 'PARROT_CALL_USD must be an amount in USD such as 0.005.'],
  ])('says in one sentence what is wrong with %s=%s', (variable, value, sentence) => {
    expect(sentenceOf({ [variable]: value })).toBe(sentence);
  });

  it('wants the shared secret with a shared database', () => {
    const env = { DATABASE_URL: 'postgres://h/d' };
    expect(sentenceOf(env)).toMatch(/^FAREBOX_SECRET must be set when DATABASE_URL is/);
    expect(sentenceOf({ ...env, FAREBOX_SECRET: 'x'.repeat(32) })).toBe('accepted');
  });
});

describe('the configuration of the providers', () => {
  const live = (env: Record<string, string>) => readConfig(env, [keyless, keyed]).providers.live;

  it('sets a provider up when all that it requires is there', () => {
    expect(live({})).toEqual({ 'sky-data': { baseUrl: 'https://sky.example/v1' }, parrot: null });
    expect(live({ PARROT_API_KEY: 'k', PARROT_MODEL_FAST: 'parrot-2' }).parrot).toEqual({
      baseUrl: 'https://sky.example/v1',
      apiKey: 'k',
      callUsd: '0',
      modelFast: 'parrot-2',
      trusted: 'false',
    });
  });

  it('has an address of the operator instead of the default, or none', () => {
    expect(live({ SKY_DATA_BASE_URL: 'http://127.0.0.1:9/x/' })['sky-data']).toEqual({
      baseUrl: 'http://127.0.0.1:9/x',
    });
    expect(live({ SKY_DATA_BASE_URL: 'off' })['sky-data']).toBeNull();
  });

  it('sets every provider up for the sandbox, with nothing of the environment', () => {
    const { test } = readConfig({ PARROT_API_KEY: 'real', SKY_DATA_BASE_URL: 'off' }, [keyless, keyed]).providers;
    expect(test['sky-data']).toEqual({ baseUrl: 'https://sky.example/v1' });
    expect(test.parrot).toMatchObject({ apiKey: 'sandbox', modelFast: 'parrot-1' });
  });

  it('has no address for what is on this machine, which the sandbox has only with a value for it', () => {
    const { live: set, test } = readConfig({ ATLAS_FILE: 'a.db' }, [local]).providers;
    expect(set.atlas).toEqual({ baseUrl: '', file: 'a.db' });
    expect(test.atlas).toBeNull();
    expect(readConfig({}, [local]).providers.live.atlas).toBeNull();
    const shown = {
      ...local,
      settings: { file: { kind: 'text', about: 'Its file', required: true, sandbox: 's.db' } },
    } satisfies ProviderDefinition;
    expect(readConfig({}, [shown]).providers.test.atlas).toEqual({ baseUrl: '', file: 's.db' });
    expect(formatEnvExample([local], [])).not.toContain('ATLAS_BASE_URL');
  });
});

describe('the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-env-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads a file, and the real environment wins', () => {
    const file = join(folder, '.env');
    writeFileSync(file, 'PATH=of the file\nFAREBOX_TEST_ONLY="with a space" # a remark\n');
    const env = readEnvironment(file);
    expect(env.FAREBOX_TEST_ONLY).toBe('with a space');
    expect(env.PATH).toBe(process.env.PATH);
    expect(readEnvironment(join(folder, 'none')).PATH).toBe(process.env.PATH);
  });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const secret = 'a secret of at least thirty-two bytes';

  it('are read for every secret of the server and of providers', async () => {
    const providers = await loadProviders();
    const config = readConfig(
      {
        FAREBOX_SECRET_FILE: put('farebox', `${secret}\n`),
        DATABASE_URL_FILE: put('database', 'postgres://farebox:password@db/farebox\n'),
        SMTP_URL_FILE: put('smtp', 'smtp://user:password@mail.example'),
        DEEPL_API_KEY_FILE: put('deepl', 'a key'),
        REDIS_URL_FILE: put('redis', ''),
      },
      providers,
    );
    expect(config).toMatchObject({ fareboxSecret: secret, databaseUrl: 'postgres://farebox:password@db/farebox' });
    expect(config.smtpUrl).toBe('smtp://user:password@mail.example');
    expect(config.redisUrl).toBeUndefined();
    expect(config.providers.live.deepl?.apiKey).toBe('a key');
  });

  it('are refused beside the variable, and where the file is missing, relative or too large', () => {
    const path = put('farebox', secret);
    expect(() => readConfig({ FAREBOX_SECRET: secret, FAREBOX_SECRET_FILE: path }, [])).toThrow('are both set');
    const wrong = [join(folder, 'none'), 'farebox', put('large', 'x'.repeat(70_000)), folder];
    for (const file of wrong) {
      expect(() => readConfig({ FAREBOX_SECRET_FILE: file }, [])).toThrow(
        'FAREBOX_SECRET_FILE must be the absolute path',
      );
    }
    expect(readConfig({ PORT_FILE: path }, []).port).toBe(3000);
  });
});

describe('.env.example', () => {
  it('is what the declarations say: `npm run env-example` writes it', async () => {
    const webhooks = (await loadMailProviders()).map((one) => ({ ...one, variable: nameVariable(one.id) }));
    expect(textOf('.env.example')).toBe(formatEnvExample(await loadProviders(), webhooks));
  });

  it('is a configuration itself once its remarks are taken away', async () => {
    const providers = await loadProviders();
    const lines = formatEnvExample(providers, []).matchAll(/^#([A-Z0-9_]+)=(.*)$/gm);
    const env = Object.fromEntries([...lines].map(([, variable, value]) => [variable, value]));
    const { readFile: _, readProviders: _read, addProvider: _add, ...config } = readConfig(env, providers);
    expect(config).toEqual({
      ...readConfig({}, providers),
      readFile: undefined,
      readProviders: undefined,
      addProvider: undefined,
      // As they are set.
      telemetryVariables: config.telemetryVariables,
    });
  });
});
