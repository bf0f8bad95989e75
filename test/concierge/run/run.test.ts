/** Calls of the concierge from the request to the answer: steps, their order, failures, checks and words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../src/fixes/types.ts';
import { LazyAbort } from '../../../src/lib/lazy-abort.ts';
import { subKey } from '../../ledger/books.ts';
import { type ConciergeWorld, openConciergeWorld, scripted } from './world.ts';

const point = (step: number) => ({
  latitude: { step, path: 'results[0].latitude' },
  longitude: { step, path: 'results[0].longitude' },
});
const place = { tool: 'geocode', input: { q: 'Paris' } };
const weather = { tool: 'weather', input: {}, from: point(0) };
const rate = { tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 100 } };
const ask = { tool: 'llm-fast', input: { prompt: 'What is the capital of Japan?' } };

let world: ConciergeWorld;
beforeAll(async () => {
  world = await openConciergeWorld('sqlite', {
    router: scripted({
      'weather in Paris': [place, weather],
      'nowhere to go': [{ tool: 'geocode', input: { q: 'sandbox:empty' } }, weather, rate],
    }),
  });
});
afterAll(() => world.stop());

describe('named tools', () => {
  it('run at once, or after what fills them in', async () => {
    const principal = await world.payer(50_000);
    const answer = await world.smart({ tools: [place, weather, rate] }, principal);
    expect(answer).toMatchObject({
      status: 200,
      toolsUsed: ['geocode', 'weather', 'exchange-rate'],
      totalCost: 0,
      routingFee: 0,
      route: { mode: 'structured', source: 'rules', confidence: 1, steps: [{ price: 0 }, { from: point(0) }, {}] },
      results: [{ ok: true }, { ok: true, output: { current: {} } }, { ok: true, output: { from: 'USD', to: 'JPY' } }],
      price: '0',
      layer: 3,
      sandbox: true,
    });
    expect(answer.receipt).toBeUndefined();
    expect(answer.verification).toMatchObject([
      { tool: 'geocode', check: 'place', ok: true },
      { tool: 'weather', check: 'place', ok: true },
      { tool: 'exchange-rate', check: 'currency', ok: true, expected: 'USD', found: 'USD' },
      { tool: 'exchange-rate', check: 'currency', ok: true },
    ]);
    // The place that was looked up is the name of its weather, not a sentence of its own.
    const [first, second, third] = String(answer.response).split('\n');
    expect(first).toMatch(/^Paris.*: Now -?[\d.]+ °C/);
    expect(second).toMatch(/^100 USD is [\d.,]+ JPY/);
    expect(third).toBeUndefined();
  });

  it.each([
    [{ tools: [] }, 'INVALID_INPUT'],
    [{ tools: [rate, rate, rate, rate] }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
    [{ message: '  ' }, 'INVALID_INPUT'],
    [{ message: 'あ'.repeat(2001) }, 'INVALID_INPUT'],
    [{ message: 'x', tools: [rate], preset: 'navigator' }, 'INVALID_INPUT'],
    [{ message: 'x', preset: 'pilot' }, 'INVALID_INPUT'],
    [{ message: 'x', category: 'sports' }, 'INVALID_INPUT'],
    [{ message: 'x', language: 'fr' }, 'INVALID_INPUT'],
    [{ tools: [rate], maxPrice: -1 }, 'INVALID_INPUT'],
    [{ tools: [{ tool: 'exchange-rate', input: { from: 'USD' } }] }, 'INVALID_INPUT'],
    [{ tools: [{ tool: 'account-create', input: { name: 'x' } }] }, 'INVALID_INPUT'],
    [{ tools: [{ tool: 'smart', input: { tools: [rate] } }] }, 'INVALID_INPUT'],
    [{ tools: [weather] }, 'INVALID_INPUT'],
    [{ tools: [place, { tool: 'weather', input: {}, from: { altitude: { step: 0, path: 'a' } } }] }, 'INVALID_INPUT'],
    [{ tools: [{ tool: 'wether', input: {} }] }, 'UNKNOWN_TOOL'],
  ])('are refused before anything is charged: %j', async (input, code) => {
    const principal = await world.payer(50_000);
    expect(await world.smart(input, principal)).toMatchObject({ error: { code } });
    expect(await world.call('smart-estimate', input, principal)).toMatchObject({ error: { code } });
    expect(await world.balanceOf(principal)).toBe(50_000);
  });

  it('are for a model when no rule knows the message, which costs nothing when it has no answer either', async () => {
    const principal = await world.payer(50_000);
    const input = { message: 'nothing that any rule knows' };
    expect(await world.smart(input, principal)).toMatchObject({ status: 404, error: { code: 'NO_RESULT' } });
    const estimate = await world.call('smart-estimate', input, principal);
    expect(estimate).toMatchObject({
      totalCost: 0.02,
      route: { steps: [] },
      warnings: [expect.stringContaining('model')],
    });
    expect(await world.balanceOf(principal)).toBe(50_000);
  });

  it('say where an input is wrong', async () => {
    const principal = await world.payer(50_000);
    const wrong = { tools: [rate, { tool: 'llm-fast', input: { prompt: 5 } }] };
    const { error } = await world.smart(wrong, principal);
    expect(error).toMatchObject({ details: { issues: [{ path: 'tools.1.input.prompt' }] } });
  });

  it('pass on what they have answered as a text where a text is wanted', async () => {
    const principal = await world.payer(200_000);
    const place = [
      { tool: 'geocode', input: { q: 'Kyoto' } },
      {
        tool: 'weather',
        from: {
          latitude: { step: 0, path: 'results[0].latitude' },
          longitude: { step: 0, path: 'results[0].longitude' },
        },
      },
    ];
    const whole = (step: number, path = '') => ({ text: { step, path } });
    const korean = { tool: 'smart-translate', input: { targetLang: 'KO' }, from: whole(1) };
    const translated = await world.smart({ tools: [...place, korean] }, principal);
    expect(translated.response).toMatch(/^\[KO\] Kyoto, Japan: Now -?[\d.]+ °C.*Today \(/);
    const rate = { tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 100 } };
    const spoken = await world.smart({ tools: [rate, { tool: 'smart-tts', from: whole(0) }] }, principal);
    expect(spoken.response).toMatch(/^100 USD is [\d.,]+ JPY .*\nThe file is at /);
    const number = { tool: 'translate', input: { to: 'ja' }, from: whole(0, 'converted') };
    expect(await world.smart({ tools: [rate, number] }, principal)).toMatchObject({
      results: [{ ok: true }, { ok: true }],
    });
    // A model reads what there is, without what tells of the call.
    const news = { tool: 'smart-news', input: { query: 'tea' } };
    for (const path of ['articles', '']) {
      const prompt = { tool: 'smart-llm', from: { prompt: { step: 0, path } } };
      const { results, response } = await world.smart({ tools: [news, prompt] }, principal);
      expect(results).toMatchObject([{ ok: true }, { ok: true }]);
      expect(response).toContain('publishedAt');
      expect(response).not.toContain('attempts');
    }
  });

  it('of 2000 characters are read, whatever their size in bytes', async () => {
    const principal = await world.payer(50_000);
    const message = '😀'.repeat(2000);
    expect(await world.smart({ message }, principal)).toMatchObject({ error: { code: 'NO_RESULT' } });
    expect(await world.smart({ message, tools: [rate] }, principal)).toMatchObject({ status: 200 });
  });

  it('are held to the tools and caps of a key', async () => {
    const principal = await world.payer(50_000);
    const limited = await subKey(world.ledger, principal, { tools: ['smart', 'smart-estimate', 'llm-fast'] });
    const refused = await world.smart({ tools: [ask, rate] }, limited);
    expect(refused).toMatchObject({ status: 403, error: { code: 'CAP_REACHED' } });
    expect(await world.smart({ tools: [ask] }, limited)).toMatchObject({ status: 200 });
    const small = await subKey(world.ledger, principal, { totalMicros: 3_000 });
    const answer = await world.smart({ tools: [ask, ask] }, small);
    expect(answer).toMatchObject({ results: [{ ok: true }, { ok: false, error: { code: 'CAP_REACHED' } }] });
    expect(answer.diagnosis).toMatchObject({ likelyCause: expect.stringContaining('cap') });
  });

  it('give files as addresses', async () => {
    const principal = await world.payer(50_000);
    const answer = await world.smart({ tools: [{ tool: 'smart-tts', input: { text: 'Good morning' } }] }, principal);
    expect(answer).toMatchObject({
      results: [{ output: { url: expect.stringMatching(/^https:\/\/farebox\.example\/media\//), type: 'audio/mpeg' } }],
    });
    expect(answer.response).toContain('https://farebox.example/media/');
  });

  it('answer in the language that was asked in, or asked for', async () => {
    const principal = await world.payer(50_000);
    const japanese = await world.smart({ message: 'ドルを円に', tools: [rate] }, principal);
    expect(japanese.response).toMatch(/^100 USD は [\d.,]+ JPY です/);
    const chinese = await world.smart({ tools: [rate], language: 'zh' }, principal);
    expect(chinese.response).toMatch(/^100 USD 等于 [\d.,]+ JPY/);
    const weather = { tool: 'weather', input: { latitude: 35, longitude: 139 } };
    const tomorrow = await world.smart({ message: '明日は?', tools: [weather] }, principal);
    expect(tomorrow.response).toMatch(/^明日（/);
  });
});

describe('a step that fails', () => {
  it('takes along what depends on it, and nothing else', async () => {
    const principal = await world.payer(50_000);
    const answer = await world.smart({ message: 'nowhere to go' }, principal);
    expect(answer).toMatchObject({
      status: 200,
      toolsUsed: ['exchange-rate'],
      totalCost: 0.02,
      results: [
        { tool: 'geocode', ok: false, error: { code: 'NO_RESULT' } },
        { tool: 'weather', ok: false, skipped: true, error: { message: expect.stringContaining('step 1') } },
        { tool: 'exchange-rate', ok: true },
      ],
      diagnosis: { summary: expect.stringContaining('geocode'), source: 'rules' },
    });
    expect(answer.response).toContain('geocode gave no answer (NO_RESULT).');
    expect(answer.response).toContain('weather was skipped.');
  });

  it('fails the whole when nothing else has answered, with what each said', async () => {
    const principal = await world.payer(50_000);
    const tools = [
      { tool: 'llm-fast', input: { prompt: 'sandbox:too-long' } },
      { tool: 'geocode', input: { q: 'sandbox:down' } },
    ];
    const answer = await world.smart({ tools }, principal);
    expect(answer).toMatchObject({
      status: 422,
      error: {
        code: 'CONTEXT_LENGTH_EXCEEDED',
        details: {
          results: [
            { tool: 'llm-fast', ok: false },
            { tool: 'geocode', ok: false },
          ],
        },
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/api[_-]?key|sandbox\.|stack/i);
    expect(await world.balanceOf(principal)).toBe(50_000);
  });

  it('is explained by what the debug service knows, where it does', async () => {
    const known: Diagnosis = {
      summary: 'Known.',
      likelyCause: 'This.',
      steps: ['Do that.'],
      confidence: 0.9,
      source: 'known-fix',
    };
    const asked: string[] = [];
    const diagnose = async (text: string): Promise<Diagnosis> => {
      asked.push(text);
      return known;
    };
    const wise = await openConciergeWorld('sqlite', { diagnose });
    const principal = await wise.payer(50_000);
    const tools = [rate, { tool: 'geocode', input: { q: 'sandbox:down' } }];
    expect(await wise.smart({ tools }, principal)).toMatchObject({ diagnosis: known });
    // A guess that does not name the error gives way to the rules.
    known.confidence = 0.3;
    expect(await wise.smart({ tools }, principal)).toMatchObject({ diagnosis: { source: 'rules' } });
    known.summary = 'UPSTREAM_FAILED: a guess that does';
    expect(await wise.smart({ tools }, principal)).toMatchObject({ diagnosis: known });
    asked.splice(1);
    expect(asked).toEqual([expect.stringMatching(/^geocode: UPSTREAM_FAILED: /)]);
    await wise.stop();
  });
});

describe('a call', () => {
  it('tells its progress, which only grows', async () => {
    const principal = await world.payer(50_000);
    const told: [number, string][] = [];
    const onProgress = (fraction: number, message: string) => void told.push([fraction, message]);
    await world.smart({ message: 'weather in Paris' }, principal, { onProgress });
    expect(told.map(([, message]) => message)).toEqual([
      'routing',
      'calling geocode, weather',
      'geocode has answered',
      'weather has answered',
    ]);
    const fractions = told.map(([fraction]) => fraction);
    expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
    expect(fractions.at(-1)).toBeLessThan(1);
  });

  it('starts no step when its caller has left, and is settled by what has answered', async () => {
    const principal = await world.payer(50_000);
    const callerGone = new LazyAbort();
    const onProgress = (_fraction: number, message: string) =>
      void (message.includes('answered') && callerGone.abort());
    const tools = [
      ask,
      { tool: 'llm-fast', input: { maxTokens: 50 }, from: { prompt: { step: 0, path: 'response' } } },
    ];
    const answer = await world.smart({ tools }, principal, { callerGone, onProgress });
    expect(answer).toMatchObject({ results: [{ ok: true }, { ok: false }], totalCost: 0.002 });
    expect(await world.balanceOf(principal)).toBe(48_000);
  });
});

describe('the other tools of the concierge', () => {
  it('say what there is and how it is going', async () => {
    const principal = await world.payer(50_000);
    await world.smart({ message: 'weather in Paris' }, principal);
    const { status, stats, ...document } = await world.call('smart-capabilities', {}, principal);
    expect(status).toBe(200);
    expect(Object.keys(document).sort()).toEqual(
      'ai_integration capabilities categories links presets pricing protocol quickStart timestamp tools version'.split(
        ' ',
      ),
    );
    expect(document).toMatchObject({
      protocol: 'farebox-concierge',
      version: '2.1.0',
      capabilities: {
        modes: ['natural-language', 'structured', 'preset', 'handshake'],
        features: expect.arrayContaining(['route-caching', 'dry-run', 'error-diagnosis', 'result-verification']),
        maxTools: 3,
        maxMessageLength: 2000,
        timeoutMs: 45_000,
      },
    });
    const { cacheHits } = world.concierge.stats('test');
    expect(stats).toEqual({ cacheSize: 1, cacheHits });
    await world.smart({ message: 'weather in Paris' }, principal);
    expect(world.concierge.stats('test')).toEqual({ cacheSize: 1, cacheHits: cacheHits + 1 });
  });

  it('shake hands', async () => {
    const principal = await world.payer(50_000);
    const capped = await subKey(world.ledger, principal, { perDayMicros: 10_000 });
    const answer = await world.call('smart-handshake', { agent: 'me', needs: ['weather in Paris'] }, capped);
    expect(answer).toMatchObject({
      status: 200,
      agent: 'me',
      fits: [{ need: 'weather in Paris', tools: [{ tool: 'geocode' }, { tool: 'weather' }, { tool: 'smart-search' }] }],
      tools: [
        { id: 'geocode' },
        { id: 'weather', price: 0, available: true, call: { method: 'POST' } },
        { id: 'smart-search' },
      ],
      balance: 0.05,
      mode: 'test',
      limits: { maxTools: 3, maxMessageLength: 2000, timeoutMs: 45_000, caps: { perDay: 0.01 } },
      presets: [{ id: 'navigator' }, { id: 'researcher' }, { id: 'translator-pro' }],
      price: '0',
    });
    const all = await world.call('smart-handshake', {}, principal);
    expect(all.tools).toHaveLength(36);
  });

  it('need a key', async () => {
    const nobody = { kind: 'anonymous', mode: 'live', ip: '' } as const;
    for (const name of ['smart', 'smart-estimate', 'smart-handshake']) {
      expect(await world.call(name, { tools: [rate] }, nobody)).toMatchObject({ status: 401 });
    }
    expect(await world.call('smart-capabilities', {}, nobody)).toMatchObject({ status: 200 });
  });
});
