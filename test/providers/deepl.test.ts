import { expect, it } from 'vitest';
import deepl from '../../src/providers/deepl.ts';
import { parseLanguage } from '../../src/providers/shared/languages.ts';
import twin from '../../src/sandbox/deepl.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { contextFor } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

function language(text: string) {
  const found = parseLanguage(text);
  if (!found) throw new Error(`${text} is no language`);
  return found;
}

const request = { text: 'Good morning', to: language('ja') };

describeProvider(
  {
    provider: deepl,
    twin,
    ask: (ctx) => deepl.translate(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'malformed',
      empty: 'empty',
      'too-long': 'context',
    },
  },
  (bench) => {
    it('translates, and notes the billed characters', async () => {
      const ctx = bench().context();
      expect(await deepl.translate(request, ctx)).toEqual({ text: 'おはようございます', detected: 'EN' });
      expect(ctx.metered).toEqual([12 * 25]);
      expect(deepl.ceiling(request.text, null)).toBe(12 * 25);
    });

    it.each(['en', 'en-US', 'EN-GB', 'en-AU', 'pt', 'pt-PT', 'zh', 'zh-TW', 'zh-Hans', 'de-AT', 'fr-CA', 'ko', 'ru'])(
      'asks for %s by a code that the upstream takes',
      async (to) => {
        const { text } = await deepl.translate({ text: 'Hello', to: language(to) }, bench().context());
        expect(text).not.toBe('');
      },
    );

    it('says the source language without its region', async () => {
      const from = language('pt-BR');
      const { detected } = await deepl.translate({ text: 'Olá', to: language('en'), from }, bench().context());
      expect(detected).toBe('PT');
    });
  },
);

it('asks the free host with a free key, and counts no cost there', async () => {
  const sandbox = await createSandbox({ admit: () => {} });
  const hosts: string[] = [];
  const noting = {
    ...sandbox,
    send: (sent: Parameters<typeof sandbox.send>[0]) => {
      hosts.push(sent.url.host);
      return sandbox.send(sent);
    },
  };
  const metered = async (apiKey: string, baseUrl: string) => {
    const ctx = contextFor({ transport: noting, settings: { deepl: { apiKey, baseUrl } } });
    await deepl.translate(request, ctx);
    return ctx.metered;
  };
  expect(await metered('k:fx', deepl.baseUrl)).toEqual([]);
  expect(await metered('k', deepl.baseUrl)).toEqual([300]);
  await metered('k:fx', 'https://deepl.internal');
  expect(hosts).toEqual(['api-free.deepl.com', 'api.deepl.com', 'deepl.internal']);
  expect(deepl.ceiling('text', { apiKey: 'k:fx' })).toBe(0);
});
