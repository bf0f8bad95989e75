import { expect, it } from 'vitest';
import google from '../../src/providers/google-translate.ts';
import { parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import twin from '../../src/sandbox/google-translate.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

function language(text: string) {
  const found = parseAnyLanguage(text);
  if (!found) throw new Error(`${text} is no language`);
  return found;
}

const request = { text: 'Good morning', to: language('ja') };

describeProvider(
  {
    provider: google,
    twin,
    ask: (ctx) => google.translate(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
      'too-long': 'context',
    },
  },
  (bench) => {
    it('translates, and notes the characters', async () => {
      const ctx = bench().context();
      expect(await google.translate(request, ctx)).toEqual({ text: 'おはようございます', detected: 'EN' });
      expect(ctx.metered).toEqual([12 * 20]);
    });

    it('sends plain text, so that nothing comes back escaped', async () => {
      const text = `It's "so" & <so>`;
      expect((await google.translate({ text, to: language('fr') }, bench().context())).text).toContain(text);
    });

    it.each(['zh', 'zh-TW', 'zh-Hant', 'pt-BR', 'pt-PT', 'fr-CA', 'de-AT', 'vi', 'fil', 'en-US'])(
      'asks for %s by a code that the upstream takes',
      async (to) => {
        const from = language('en-GB');
        const { text, detected } = await google.translate({ text: 'Hello', to: language(to), from }, bench().context());
        expect(text).not.toBe('');
        expect(detected).toBe('EN-GB');
      },
    );

    it('has no result for a language that the upstream does not know', async () => {
      const failure = await failureOf(google.translate({ text: 'Hi', to: language('tlh') }, bench().context()));
      expect(failure.kind).toBe('empty');
    });
  },
);
