/** The sandbox in process: what test keys get, with every magic value, and nothing left behind. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Transport } from '../../src/kernel/ports.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { defineProvider, requestJson } from '../../src/providers/shared/provider.ts';
import { fetchPage } from '../../src/providers/shared/search/web.ts';
import { createSandbox, createTwinLoader } from '../../src/sandbox/sandbox.ts';
import { findMagic, type MagicName, magicNumbers, magicValues } from '../../src/sandbox/shared/magic.ts';
import { contextFor, failureOf } from '../harness/context.ts';

const demo = defineProvider(
  { id: 'demo', title: 'Demo', tier: 'T0', about: 'For tests.', baseUrl: 'https://demo.invalid', settings: {} },
  {},
);
const twinSource = `export default {
  id: 'demo',
  handle: ({ url, text }) => ({ json: { answer: url.searchParams.get('q') ?? text } }),
  failures: { quota: () => ({ status: 403, json: { reason: 'plan' } }) },
};`;

let dir: string;
let transport: Transport;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'twins-'));
  await writeFile(join(dir, 'demo.js'), twinSource);
  await writeFile(join(dir, 'mislabelled.js'), twinSource);
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  transport = await createSandbox({ dir, admit: createAddressGuard().admitWritten });
});
afterAll(() => rm(dir, { recursive: true }));

const context = (timeoutMs = 400): CallContext =>
  contextFor({ mode: 'test', transport, timeoutMs, settings: { demo: { baseUrl: demo.baseUrl } } });
const ask = (q: string, ctx = context()): Promise<{ answer: string }> =>
  requestJson(demo, ctx, { path: '/ask', query: { q }, reply: z.object({ answer: z.string() }) });

describe('magic values', () => {
  const expected: Record<Exclude<MagicName, 'slow' | 'recovers' | 'rate-limit-after'>, string> = {
    'rate-limit': 'rate',
    'bad-key': 'auth',
    quota: 'auth',
    retired: 'retired',
    down: 'overloaded',
    'error-in-200': 'malformed',
    empty: 'malformed',
    'not-found': 'bad_request',
    filtered: 'bad_request',
    'too-long': 'bad_request',
    reset: 'cut',
    hang: 'timeout',
    cut: 'cut',
    stall: 'timeout',
    drip: 'timeout',
    huge: 'malformed',
    blank: 'malformed',
    malformed: 'malformed',
    html: 'malformed',
  };

  it.each(Object.entries(expected))('%s comes out as %s', async (name, kind) => {
    expect(await failureOf(ask(`please sandbox:${name} now`))).toMatchObject({ kind, source: 'demo' });
  });

  it('are all tried here', () => {
    const counted = ['slow', 'recovers', 'rate-limit-after'];
    expect(Object.keys(magicValues).sort()).toEqual([...Object.keys(expected), ...counted].sort());
  });

  it('answers the same without one, every time', async () => {
    expect(await ask('plain')).toEqual({ answer: 'plain' });
    expect(await ask('plain')).toEqual({ answer: 'plain' });
    expect(await ask('sandbox: a word, sandbox:unknown another')).toMatchObject({ answer: expect.any(String) });
  });

  it('mean one provider when they name it', async () => {
    expect(await ask('sandbox:down@other')).toEqual({ answer: 'sandbox:down@other' });
    expect((await failureOf(ask('sandbox:down@demo'))).kind).toBe('overloaded');
    expect((await failureOf(ask('sandbox:down@other sandbox:quota@demo'))).facts.status).toBe(403);
  });

  it('are slow for as long as they say', async () => {
    const startedMs = Date.now();
    expect(await ask('sandbox:slow=120')).toMatchObject({ answer: 'sandbox:slow=120' });
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(115);
  });

  it('count for each distinct input', async () => {
    const limited = 'sandbox:rate-limit-after=2 first';
    expect(await ask(limited)).toMatchObject({ answer: limited });
    expect(await ask(limited)).toMatchObject({ answer: limited });
    expect((await failureOf(ask(limited))).kind).toBe('rate');
    expect(await ask('sandbox:rate-limit-after=2 second')).toMatchObject({ answer: expect.any(String) });
  });

  it('recover: a GET that is repeated once gets through, the second failure shows', async () => {
    expect(await ask('sandbox:recovers=1')).toMatchObject({ answer: 'sandbox:recovers=1' });
    expect((await failureOf(ask('sandbox:recovers=2'))).kind).toBe('overloaded');
    expect(await ask('sandbox:recovers=2')).toMatchObject({ answer: 'sandbox:recovers=2' });
  });

  it('are found in bodies, encoded addresses and fields', () => {
    const url = new URL('https://x.invalid/a');
    expect(findMagic('demo', url, '{"text":"sandbox:cut"}')).toEqual({ name: 'cut', value: undefined });
    expect(findMagic('demo', new URL('https://x.invalid/wiki/sandbox%3Astall'), '')?.name).toBe('stall');
    expect(findMagic('demo', new URL('https://x.invalid/?q=a+SANDBOX%3ADown'), '')?.name).toBe('down');
    expect(findMagic('demo', new URL('https://x.invalid/%E0%A4%A'), '')).toBeNull();
    expect(findMagic('demo', url, 'sandbox:rate-limit=9.')).toEqual({ name: 'rate-limit', value: 9 });
  });

  it('have numbers where no text goes in', () => {
    for (const [index, name] of magicNumbers.entries()) {
      const n = index + 1;
      const letter = 'ABCDEFGHI'.charAt(index);
      for (const address of [
        `/v1/forecast?latitude=89.0${n}&longitude=10`,
        `/directions/13.4,52.5;10,89.0${n}`,
        `/json/192.0.2.${n}`,
        `/json/2001%3Adb8%3A%3A${n}`,
        `/latest/XT${letter}`,
        `/rates?base=USD&symbols=XT${letter}`,
      ]) {
        expect(findMagic('demo', new URL(`https://x.invalid${address}`), '')?.name, address).toBe(name);
      }
      expect(findMagic('demo', new URL('https://x.invalid/'), `{"locations":[{"lat":89.0${n},"lon":1}]}`)?.name).toBe(
        name,
      );
    }
    for (const address of [
      '/?latitude=89.1',
      '/?latitude=189.01',
      '/?latitude=89.011',
      '/192.0.2.10',
      '/?q=XTJ',
      '/XTAB',
    ]) {
      expect(findMagic('demo', new URL(`https://x.invalid${address}`), ''), address).toBeNull();
    }
  });
});

describe('the transport', () => {
  it('calls a missing or mislabelled twin our own defect', async () => {
    const signal = AbortSignal.timeout(1_000);
    const url = new URL('https://x.invalid/');
    for (const provider of ['nobody', 'mislabelled', '../demo']) {
      const request = { provider, method: 'GET', url, headers: {}, signal, isGuarded: false } as const;
      await expect(transport.send(request)).rejects.toMatchObject({ code: 'INTERNAL' });
    }
  });

  it('refuses the same addresses as the live one, as they are written', async () => {
    await expect(transport.admit(new URL('http://127.0.0.1/'))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(fetchPage('http://169.254.169.254/', context())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await transport.admit(new URL('https://example.com/'));
  });

  it('leaves no timer behind when its answers are thrown away', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    for (const magic of ['stall', 'drip', 'hang', 'slow=5000', 'huge', 'cut']) {
      await failureOf(ask(`sandbox:${magic}`, context(60)));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

it('finds every twin of the product under its own id', async () => {
  const twins = await createTwinLoader();
  expect((await twins('web')).id).toBe('web');
});

it('is told to users as it is', async () => {
  const told = await readFile(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
  for (const [name, what] of Object.entries(magicValues)) expect(told).toContain(`| \`sandbox:${name}\` | ${what} |`);
  for (const [index, name] of magicNumbers.entries()) {
    const n = index + 1;
    const currency = `XT${'ABCDEFGHI'.charAt(index)}`;
    expect(told).toContain(`| ${name} | 89.0${n} | 192.0.2.${n}, 2001:db8::${n} | ${currency} |`);
  }
  expect(told.match(/^\| `sandbox:/gm)).toHaveLength(Object.keys(magicValues).length);
});
