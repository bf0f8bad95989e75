import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import espeak from '../../src/providers/espeak.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { programs } from '../harness/programs.ts';

const settingsIn = (env: Record<string, string>): ProviderSettings | null =>
  readConfig(env, [espeak]).providers.live.espeak ?? null;

describe('espeak settings', () => {
  it('are there where the programs are, and name them', () => {
    expect(settingsIn({ PATH: '' })).toBeNull();
    expect(settingsIn({ PATH: '/nowhere:relative' })).toBeNull();
    const sh = settingsIn({ ESPEAK_PATH: '/bin/sh', ESPEAK_LAME_PATH: 'sh', PATH: '/usr/bin:/bin' });
    expect(sh).toMatchObject({ path: '/bin/sh', lamePath: expect.stringMatching(/^\/(usr\/)?bin\/sh$/) });
    expect(settingsIn({ ESPEAK_PATH: 'off', ESPEAK_LAME_PATH: '/bin/sh' })).toBeNull();
  });

  it('must name programs', () => {
    for (const path of ['/nonexistent', '/etc/passwd', '/tmp', 'relative/espeak', 'no-such-program']) {
      expect(() => settingsIn({ ESPEAK_PATH: path, PATH: '/usr/bin' })).toThrow(/ESPEAK_PATH must be the path/);
    }
  });

  it('stay out of the sandbox', () => {
    expect(readConfig({ PATH: process.env.PATH ?? '' }, [espeak]).providers.test.espeak).toBeNull();
  });
});

it('is unconfigured without its programs', async () => {
  const failure = await failureOf(espeak.speak({ text: 'Hello', language: 'en' }, contextFor()));
  expect(failure).toMatchObject({ kind: 'unconfigured', facts: { variables: ['ESPEAK_PATH', 'ESPEAK_LAME_PATH'] } });
});

const { espeak: path, lame: lamePath } = programs;

describe.skipIf(path === null || lamePath === null)('espeak', () => {
  const context = (more: ProviderSettings = {}, timeoutMs = 45_000) =>
    contextFor({ timeoutMs, settings: { espeak: { path: path ?? '', lamePath: lamePath ?? '', ...more } } });
  const speak = (text: string, language = 'en', voice?: string) => espeak.speak({ text, language, voice }, context());

  it('speaks, longer for a longer text', async () => {
    const short = await speak('Hello.');
    const long = await speak('Hello. This is a longer text, which takes more time to say.');
    expect(short.durationSeconds).toBeGreaterThan(0.3);
    expect(long.durationSeconds).toBeGreaterThan(short.durationSeconds * 2);
  });

  it.each(espeak.voices)('has the voice $id', async ({ id, language }) => {
    const text = { ja: 'こんにちは', zh: '你好', ko: '안녕하세요', ru: 'Привет' }[language] ?? 'Hallo';
    expect((await speak(text, language, id)).durationSeconds).toBeGreaterThan(0.2);
  });

  it('takes text for text, whatever stands in it', async () => {
    const plain = await speak('one two three four five');
    for (const text of [
      '--help one two three four five',
      "'; touch /tmp/x; echo one two three",
      '<audio src="/etc/passwd"/> one two',
      "[[nonsense]] [[[[h@'loU]]]] one two",
      'one\0two three four',
    ]) {
      expect((await speak(text)).durationSeconds).toBeGreaterThan(plain.durationSeconds / 3);
    }
  });

  it('has nothing to say of signs, of other languages, and of kanji that it can’t read', async () => {
    for (const [text, language] of [
      ['…!?', 'en'],
      ['Sawubona', 'zu'],
      ['今日は', 'ja'],
    ] as const) {
      expect((await failureOf(speak(text, language))).kind).toBe('empty');
    }
  });

  it('reads the longest text well within a minute, and ends at its deadline', async () => {
    const text = 'All work and no play makes a dull day. '.repeat(128);
    const startedMs = performance.now();
    const { durationSeconds, frames } = await speak(text.slice(0, 5000));
    expect(durationSeconds).toBeGreaterThan(180);
    expect(frames.length).toBeLessThan(8 * 1024 * 1024);
    expect(performance.now() - startedMs).toBeLessThan(25_000);
    const late = espeak.speak({ text, language: 'en' }, context({}, 60));
    expect((await failureOf(late)).kind).toBe('timeout');
  });

  it('runs two at once, and the others after them', async () => {
    const ctx = context();
    const spoken = await Promise.all(
      Array.from({ length: 8 }, (_, index) => espeak.speak({ text: `Number ${index}`, language: 'en' }, ctx)),
    );
    expect(spoken.every(({ durationSeconds }) => durationSeconds > 0.3)).toBe(true);
  });

  it('fails when a program does', async () => {
    for (const broken of [{ path: '/bin/false' }, { lamePath: '/bin/false' }, { path: '/nonexistent' }]) {
      const failure = await failureOf(espeak.speak({ text: 'Hello', language: 'en' }, context(broken)));
      expect(failure.kind).toBe('overloaded');
    }
  });
});
