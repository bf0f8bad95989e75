import { expect, it } from 'vitest';
import libretranslate from '../../src/providers/libretranslate.ts';
import { parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import twin from '../../src/sandbox/libretranslate.ts';
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
    provider: libretranslate,
    twin,
    ask: (ctx) => libretranslate.translate(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'rate',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
      'too-long': 'context',
    },
  },
  (bench) => {
    it('translates, and costs nothing', async () => {
      const ctx = bench().context();
      expect(await libretranslate.translate(request, ctx)).toEqual({ text: 'おはようございます', detected: 'EN' });
      expect(ctx.metered).toEqual([]);
    });

    it.each(['zh', 'zh-TW', 'pt-BR', 'pt-PT', 'de-AT', 'en-US'])('asks for %s by a code of its own', async (to) => {
      const from = language('fr');
      const asked = libretranslate.translate({ text: 'Bonjour', to: language(to), from }, bench().context());
      expect((await asked).detected).toBe('FR');
    });

    it('knows no language of what has no words, and passes on what the server has not', async () => {
      const { detected } = await libretranslate.translate({ ...request, text: '123' }, bench().context());
      expect(detected).toBeNull();
      const unknown = libretranslate.translate({ ...request, to: language('fil') }, bench().context());
      expect((await failureOf(unknown)).kind).toBe('empty');
    });
  },
);
