import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/providers/shared/network/guard.ts';
import geminiTwin from '../../../src/sandbox/gemini.ts';
import ollamaTwin from '../../../src/sandbox/ollama.ts';
import openaiTwin from '../../../src/sandbox/openai.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import vision from '../../../tools/proxy/vision.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';
import { openSite, page, redirect, type Site } from '../../harness/site.ts';

let bench: TwinBench;
let site: Site;
beforeAll(async () => {
  bench = await benchOf(openaiTwin, geminiTwin, ollamaTwin);
  site = await openSite();
});
afterAll(async () => {
  await bench.close();
  await site.close();
});

const pictures = {
  'image/png': Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'),
  'image/jpeg': Buffer.from('\xff\xd8\xff\xe0rest', 'latin1'),
  'image/gif': Buffer.from('GIF89a rest', 'latin1'),
  'image/webp': Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'),
} as const;
const png = pictures['image/png'].toString('base64');

const run = async (input: unknown, options: BenchOptions = {}) =>
  vision.output.parse(await vision.run(vision.input.parse(input), bench.context(options)));

/** Pictures from the site, answers from the twins. */
function fromSite(input: unknown, allowed = true) {
  const ctx = bench.context();
  const { transport } = site.context({ allowed }).environment;
  return vision.run(vision.input.parse(input), { ...ctx, environment: { ...ctx.environment, transport } });
}

describe('a picture in base64', () => {
  it.each(Object.entries(pictures))('is read when it is %s, alone or as a data address', async (type, bytes) => {
    const data = bytes.toString('base64');
    for (const image of [
      data,
      `data:${type};base64,${data}`,
      `data:image/png;base64,${data}`,
      `${data.slice(0, 8)}\n${data.slice(8)}`,
    ]) {
      const { description } = await run({ image });
      expect(description).toContain(`type ${type} and ${bytes.byteLength} bytes`);
    }
  });

  it.each([
    ['', 'nothing'],
    ['not base64!', 'words'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'SVG'],
    [Buffer.from('%PDF-1.7').toString('base64'), 'a PDF'],
    [Buffer.from('RIFF1234WAVE').toString('base64'), 'a sound'],
    [pictures['image/png'].subarray(0, 7).toString('base64'), 'half a signature'],
    [Buffer.concat([pictures['image/png'], Buffer.alloc(10 * 1024 * 1024)]).toString('base64'), 'over 10 MiB'],
    ['ftp://example.com/a.png', 'another kind of address'],
    [`https://example.com/${'a'.repeat(4096)}`, 'an endless address'],
  ])('is refused before a charge when it is %#', (image) => {
    expect(vision.input.safeParse({ image }).success).toBe(false);
  });

  it('is read up to 10 MiB', async () => {
    const largest = Buffer.alloc(10 * 1024 * 1024);
    pictures['image/jpeg'].copy(largest);
    const { description } = await run({ image: largest.toString('base64') });
    expect(description).toContain(`${largest.byteLength} bytes`);
  });
});

describe('a picture at an address', () => {
  it.each(Object.entries(pictures))(
    'is fetched and sent as bytes: %s, whatever it is labelled as',
    async (type, bytes) => {
      for (const label of [type, 'image/x-unknown', 'application/octet-stream', '']) {
        site.pages.set('/picture', page(bytes, label));
        const { description } = await fromSite({ image: `${site.url}/picture` });
        expect(description).toContain(`type ${type} and ${bytes.byteLength} bytes`);
      }
    },
  );

  it.each([
    ['text/html', '<p>No picture</p>', 'of type text/html'],
    ['image/svg+xml', '<svg/>', 'of type image/svg+xml'],
    ['image/png', '<p>Not found</p>', 'PNG, JPEG, WebP or GIF'],
    ['application/octet-stream', '%PDF-1.7', 'no picture'],
  ])('is refused clearly when it is %s: %s', async (type, body, words) => {
    site.pages.set('/other', page(body, type));
    await expect(fromSite({ image: `${site.url}/other` })).rejects.toMatchObject({
      code: 'UNREADABLE_TARGET',
      message: expect.stringContaining(words),
    });
  });

  it('is refused when it is too large, not there, or not public', async () => {
    const huge = Buffer.alloc(10 * 1024 * 1024 + 1);
    pictures['image/png'].copy(huge);
    site.pages.set('/huge', page(huge, 'image/png'));
    site.pages.set('/away', redirect('http://169.254.169.254/a.png'));
    const failure = await failureOf(fromSite({ image: `${site.url}/huge` }));
    expect(failure).toMatchObject({ kind: 'malformed', facts: { message: expect.stringContaining('too large') } });
    expect((await failureOf(fromSite({ image: `${site.url}/missing.png` }))).kind).toBe('not_found');
    const refusal = { code: 'INVALID_INPUT' };
    await expect(fromSite({ image: `${site.url}/away` })).rejects.toMatchObject(refusal);
    const before = site.asked.length;
    await expect(fromSite({ image: `${site.url}/huge` }, false)).rejects.toMatchObject(refusal);
    expect(site.asked.length).toBe(before);
  });

  it('is a made-up one with a test key', async () => {
    const transport = await createSandbox({ admit: createAddressGuard().admitWritten });
    const ctx = contextFor({ mode: 'test', transport, settings: { openai: { apiKey: 'sandbox' } } });
    for (const example of vision.examples) {
      const { description } = await vision.run(vision.input.parse(example), ctx);
      expect(description).toContain('image/png');
    }
  });
});

describe('vision', () => {
  it('asks the first provider that is set up', async () => {
    expect(await run({ image: png })).toMatchObject({ provider: 'openai', sourceUsed: 'openai', model: 'gpt-6-luna' });
    expect(await run({ image: png }, { settings: { openai: null } })).toMatchObject({
      provider: 'gemini',
      model: 'gemini-3.5-flash-lite',
    });
    expect(await run({ image: png }, { settings: { openai: null, gemini: null } })).toMatchObject({
      provider: 'ollama',
      model: 'gemma3:4b',
      description: expect.stringContaining('image/png'),
    });
    await expect(vision.run(vision.input.parse({ image: png }), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    });
  });

  it('answers in the language it is asked for', async () => {
    expect((await run({ image: png, language: 'ja' })).description).toMatch(/です。$/);
    expect((await run({ image: png, language: 'zh' })).description).toContain('图片');
  });

  it.each([
    ['filtered', 'filtered'],
    ['down', 'overloaded'],
    ['empty', 'empty'],
  ])('fails on %s as %s', async (magic, kind) => {
    expect((await failureOf(run({ image: png }, { magic }))).kind).toBe(kind);
  });

  it.each([
    [{ image: png, prompt: 'a', language: 'zh' }, true],
    [{ image: 'https://example.com/a', prompt: 'a'.repeat(10_000) }, true],
    [{ image: png, prompt: '' }, false],
    [{ image: png, prompt: 'a'.repeat(10_001) }, false],
    [{ image: png, language: 'de' }, false],
    [{ image: 5 }, false],
    [{}, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(vision.input.safeParse(input).success).toBe(fits);
  });

  it('describes in English by default', () => {
    expect(vision.input.parse({ image: png })).toMatchObject({
      language: 'en',
      prompt: expect.stringContaining('Describe this image'),
    });
  });
});
