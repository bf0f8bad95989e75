import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import deepseekTwin from '../../../src/sandbox/deepseek.ts';
import firecrawlTwin from '../../../src/sandbox/firecrawl.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import jinaTwin from '../../../src/sandbox/jina-reader.ts';
import mistralTwin from '../../../src/sandbox/mistral.ts';
import ollamaTwin from '../../../src/sandbox/ollama.ts';
import type { Twin, TwinRequest } from '../../../src/sandbox/shared/twin.ts';
import { findObject } from '../../../tools/smart/_extraction.ts';
import { buildStrictForm, type CallerSchema, fitValue, listIssues } from '../../../tools/smart/_schema.ts';
import extract from '../../../tools/smart/extract.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(jinaTwin, firecrawlTwin, groqTwin, deepseekTwin, mistralTwin, ollamaTwin);
});
afterAll(() => bench.close());

const parse = (input: unknown) => extract.input.parse(input);
const runOn = async (twins: TwinBench, input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  extract.output.parse(await extract.run(parse(input), twins.context(options)));
const run = (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) => runOn(bench, input, options);

/** By its number: a test asks no name server. */
const url = 'https://93.184.215.14/shop';
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    opened: { type: 'integer' },
    kind: { type: 'string', enum: ['shop', 'cafe'] },
    items: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } },
  },
  required: ['name', 'price'],
};
const whole = {
  name: 'Sandbox page of 93.184.215.14/shop',
  price: 3.5,
  opened: 1998,
  kind: 'shop',
  items: [{ title: 'Sandbox page of 93.184.215.14/shop' }],
};

/** A chat twin that says what it is told to, in turn, and keeps what it was asked. */
function saying(twin: Twin, ...said: readonly string[]) {
  const asked: TwinRequest[] = [];
  const speaking: Twin = {
    ...twin,
    handle(request) {
      asked.push(request);
      const content = said[Math.min(asked.length, said.length) - 1] ?? '';
      return {
        json: {
          model: 'm',
          choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 10, completion_tokens: 5 },
        },
      };
    },
  };
  return { speaking, asked, bodies: () => asked.map(({ text }) => JSON.parse(text)) };
}

describe('smart-extract', () => {
  it('fills the schema of the caller', async () => {
    const answer = await run({ url, mode: 'schema', schema });
    expect(answer).toMatchObject({
      data: whole,
      url,
      title: whole.name,
      mode: 'schema',
      readBy: 'jina-reader',
      sourceUsed: 'groq',
      fallbackUsed: false,
    });
    expect(answer.attempts.map(({ source, status }) => `${source} ${status}`)).toEqual(['jina-reader ok', 'groq ok']);
  });

  it('finds fields, or what a page is about', async () => {
    expect(await run({ url, fields: ['name', 'opening hours'] })).toMatchObject({
      mode: 'fields',
      data: { name: whole.name, 'opening hours': expect.any(String) },
    });
    expect(await run({ url })).toMatchObject({
      mode: 'auto',
      data: { title: whole.name, type: 'article', summary: expect.any(String), keyPoints: expect.any(Array) },
    });
    expect((await run({ url, schema })).mode).toBe('schema');
  });

  it.each([
    ['down@groq', 'deepseek'],
    ['malformed@groq', 'deepseek'],
    ['down@groq sandbox:bad-key@deepseek', 'mistral'],
    ['down@groq sandbox:empty@deepseek sandbox:html@mistral', 'ollama'],
  ])('goes on to the next model after %s', async (magic, sourceUsed) => {
    expect(await run({ url, schema }, { magic })).toMatchObject({ data: whole, sourceUsed, fallbackUsed: true });
  });

  it('goes on to the next reader', async () => {
    const answer = await run({ url, schema }, { magic: 'down@jina-reader' });
    expect(answer).toMatchObject({ readBy: 'firecrawl', sourceUsed: 'groq', fallbackUsed: true });
  });

  it('fails, and is refunded, when nothing that fits comes back', async () => {
    expect(
      (
        await failureOf(
          run({ url, schema }, { magic: 'down@groq', settings: { deepseek: null, mistral: null, ollama: null } }),
        )
      ).kind,
    ).toBe('overloaded');
    const { speaking } = saying(groqTwin, '{"name": "A"}');
    const twins = await benchOf(jinaTwin, speaking);
    expect(await failureOf(runOn(twins, { url, schema }))).toMatchObject({ kind: 'malformed', source: 'groq' });
    await twins.close();
    expect((await failureOf(run({ url: 'https://93.184.215.14/status/404', schema }))).kind).toBe('not_found');
  });

  it('takes nothing found for no result', async () => {
    const { speaking } = saying(groqTwin, '{"a": null, "b": null}');
    const twins = await benchOf(jinaTwin, speaking);
    expect((await failureOf(runOn(twins, { url, fields: ['a', 'b'] }))).kind).toBe('empty');
    await twins.close();
  });

  it('needs a model', async () => {
    const { transport } = bench.context().environment;
    await expect(extract.run(parse({ url }), contextFor({ transport }))).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    });
    expect(extract.uses?.map(({ id }) => id)).not.toContain('own-reader');
  });
});

describe('the models', () => {
  it('are held to a strict schema, to JSON, or asked in words', async () => {
    const groq = saying(groqTwin, 'nonsense');
    const deepseek = saying(deepseekTwin, '[]', 'no');
    const mistral = saying(mistralTwin, `Here it is:\n\`\`\`json\n{"name": "A", "price": 1.5, "extra": true,}\n\`\`\``);
    const twins = await benchOf(jinaTwin, groq.speaking, deepseek.speaking, mistral.speaking);
    const answer = await runOn(twins, { url, schema, language: 'ja' });
    expect(answer).toMatchObject({ sourceUsed: 'mistral', data: { name: 'A', price: 1.5 } });
    expect(answer.data).not.toHaveProperty('extra');
    const [strict] = groq.bodies();
    expect(strict.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
    expect(strict.response_format.json_schema.schema).toEqual(buildStrictForm(schema));
    expect(deepseek.bodies().map(({ response_format: format }) => format)).toEqual([
      { type: 'json_object' },
      { type: 'json_object' },
    ]);
    expect(mistral.bodies()[0]).not.toHaveProperty('response_format');
    const { page, language, schema: shown } = JSON.parse(strict.messages[1].content);
    expect({ language, shown, url: page.url }).toEqual({ language: 'Japanese', shown: schema, url });
    expect(strict.messages[0].content).toContain('data from a stranger');
    await twins.close();
  });

  it('may correct themselves once', async () => {
    const deepseek = saying(deepseekTwin, '{"name": "A"}', '{"name": "A", "price": 2}');
    const twins = await benchOf(jinaTwin, deepseek.speaking);
    expect(await runOn(twins, { url, schema })).toMatchObject({
      data: { name: 'A', price: 2 },
      sourceUsed: 'deepseek',
    });
    const again = JSON.parse(deepseek.bodies()[1].messages[1].content);
    expect(again).toMatchObject({ answered: '{"name": "A"}', wrong: ['data.price is missing'] });
    await twins.close();
  });

  it('see the head and the tail of a long page, as much as the price covers', async () => {
    const long = `${'start '.repeat(10_000)}${'end '.repeat(10_000)}`;
    const reader: Twin = { ...jinaTwin, handle: () => ({ json: { data: { title: 'Long', content: long } } }) };
    for (const twin of [groqTwin, deepseekTwin]) {
      const { speaking, bodies } = saying(twin, '{"name": "A", "price": 2}');
      const twins = await benchOf(reader, speaking);
      await runOn(twins, { url, schema });
      const { page } = JSON.parse(bodies()[0].messages[1].content);
      expect(page.text).toMatch(/^start [\s\S]*\n\[…\]\n[\s\S]*end$/);
      expect(page.text.length).toBeLessThanOrEqual(24_010);
      expect(page.text.length).toBeGreaterThan(8_000);
      await twins.close();
    }
  });
});

describe('schemas', () => {
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };
  const wide = (count: number): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
  });
  const property = (member: object): object => ({ type: 'object', properties: { a: member } });

  it.each([
    [schema, true],
    [deep(5), true],
    [wide(199), true],
    [property({ type: ['string', 'null'], description: 'd' }), true],
    [property({ enum: ['a', 1, null, true] }), true],
    [deep(6), false],
    [wide(200), false],
    [{}, false],
    [{ type: 'object' }, false],
    [{ type: 'array', items: {} }, false],
    [property({ type: 'string', pattern: '(a+)+$' }), false],
    [property({ $ref: '#' }), false],
    [property({ type: 'text' }), false],
    [property({ type: [] }), false],
    [property({ enum: [] }), false],
    [property({ enum: [{}] }), false],
    [{ ...property({ type: 'string' }), required: ['b'] }, false],
    [property({ type: 'string', description: 'd'.repeat(501) }), false],
    [{ type: 'object', properties: { ['n'.repeat(65)]: {} } }, false],
    [{ type: 'object', properties: { a: 'string' } }, false],
    [JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}'), false],
  ])('%j: %s', (given, fits) => {
    expect(extract.input.safeParse({ url, schema: given }).success).toBe(fits);
  });

  it('have a strict form, unless they are too free for one', () => {
    expect(buildStrictForm(schema)).toMatchObject({
      required: ['name', 'price', 'opened', 'kind', 'items'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        opened: { type: ['integer', 'null'] },
        kind: { type: ['string', 'null'], enum: ['shop', 'cafe', null] },
        items: { items: { required: ['title'], additionalProperties: false } },
      },
    });
    const free: CallerSchema[] = [
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { a: { type: 'array' } } },
      { type: 'object', properties: { a: { type: 'object' } } },
    ];
    expect(free.map(buildStrictForm)).toEqual([null, null, null]);
    expect(buildStrictForm(Object(deep(5)))).toBeNull();
    expect(buildStrictForm(Object(wide(101)))).toBeNull();
  });

  it('say what of a value does not fit', () => {
    const wrong = { name: 5, opened: 1.5, kind: 'bar', items: [{ title: 'x' }, {}, 'y'], extra: 1 };
    expect(listIssues(wrong, schema)).toEqual([
      'data.price is missing',
      'data.name must be string',
      'data.opened must be integer',
      'data.kind must be one of ["shop","cafe"]',
      'data.items[1].title is missing',
      'data.items[2] must be object',
    ]);
    expect(listIssues({ name: 'a', price: 1 }, schema)).toEqual([]);
    expect(listIssues([], schema)).toEqual(['data must be object']);
    expect(fitValue({ ...whole, opened: null, extra: 1 }, schema)).toEqual({ ...whole, opened: undefined });
  });

  it('are looked for in whatever a model says', () => {
    expect(findObject('Sure! {"a": {"b": [1, 2,],},} Bye')).toEqual({ a: { b: [1, 2] } });
    for (const none of ['', 'no', '[1]', '{"a": ', '} {']) expect(findObject(none)).toBeNull();
  });
});

describe('its input and price', () => {
  it('can’t cost more than its price', () => {
    for (const input of extract.examples)
      expect(extract.costCeiling?.(parse(input))).toBeLessThanOrEqual(extract.price ?? 0);
    const home = (id: string) => (id === 'ollama' || id === 'own-reader' ? {} : null);
    expect(extract.costCeiling?.(parse({ url }), home)).toBe(0);
  });

  it.each([
    [{ url, mode: 'fields', fields: Array.from({ length: 50 }, (_, at) => `f${at}`), language: 'zh' }, true],
    [{ url, mode: 'auto', language: 'en' }, true],
    [{ url, mode: 'schema' }, false],
    [{ url, mode: 'fields' }, false],
    [{ url, fields: [] }, false],
    [{ url, fields: ['a', 'a'] }, false],
    [{ url, fields: [' '] }, false],
    [{ url, fields: ['f'.repeat(65)] }, false],
    [{ url, fields: Array.from({ length: 51 }, (_, at) => `f${at}`) }, false],
    [{ url, fields: 'name' }, false],
    [{ url, schema: 'object' }, false],
    [{ url, language: 'de' }, false],
    [{ url, mode: 'all' }, false],
    [{ url: '' }, false],
    [{}, false],
  ])('reads %j: %s', (input, fits) => {
    expect(extract.input.safeParse(input).success).toBe(fits);
  });

  it('has its default', () => {
    expect(parse({ url })).toEqual({ url, mode: 'auto' });
  });
});
