/** Plugins: tool files beside farebox.yaml and in packages, sold as every tool; what is wrong with one stops the start. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFareboxProcess } from '../harness/farebox.ts';
import { farebox as runFarebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { root } from '../harness/sources.ts';
import { callTool, connectClient, readBalance, writeFareboxFile } from './world.ts';

const ADD = `
import { defineTool, usd, z, ToolError } from 'farebox/tool';
export default defineTool({
  description: 'Add two numbers and return the sum.',
  price: usd('0.002'),
  effect: 'read',
  input: z.object({ a: z.number().describe('First number.'), b: z.number().describe('Second number.') }),
  output: z.object({ sum: z.number().describe('Sum.') }),
  async run({ a, b }, ctx) {
    if (a === 13) throw new ToolError('13 brings bad luck. Nothing was charged.');
    if (a === 14) throw new Error('SECRET WORDS');
    if (a === 15) return { sum: 'many' };
    ctx.warn('Added in ' + ctx.mode + ' mode.');
    return { sum: a + b };
  },
});
`;
const RATE = `
import { defineTool, usd, z } from 'farebox/tool';
import { acme } from './_acme.js';
export default defineTool({
  description: 'Return the rate of Acme for a currency.',
  price: usd('0.01'),
  cost: usd('0.004'),
  effect: 'read',
  uses: [acme],
  input: z.object({ currency: z.string().length(3).describe('ISO 4217 code, such as JPY.') }),
  output: z.object({ rate: z.number().describe('Units per USD.') }),
  sample: { rate: 151.2 },
  run: ({ currency }, ctx) => acme.fetchRate(currency, ctx),
});
`;
const ACME = `
import { defineProvider, z } from 'farebox/tool';
export const acme = defineProvider(
  { id: 'acme', title: 'Acme', about: 'Rates', baseUrl: 'http://127.0.0.1:9', settings: { apiKey: { kind: 'secret', about: 'Key', required: true } } },
  { fetchRate: (currency, ctx) =>
      ctx.requestJson(acme, {
        path: '/rate', query: { currency }, headers: { authorization: 'Bearer ' + ctx.settings(acme).apiKey },
        reply: z.object({ rate: z.number() }),
      }) },
);
`;

function writePlugins(plugins: readonly string[], files: Readonly<Record<string, string>>): string {
  const file = writeFareboxFile({ plugins });
  for (const [path, text] of Object.entries(files)) {
    const place = join(dirname(file), path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return file;
}

describe('plugins', () => {
  let farebox: Farebox;
  let key: string;
  const asked: string[] = [];
  const acme = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.setHeader('content-type', 'application/json').end('{"rate":150}');
  });
  beforeAll(async () => {
    acme.listen(0, '127.0.0.1');
    await once(acme, 'listening');
    const address = acme.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const file = writePlugins(['./sums', '@studio/rates'], {
      'sums/add.js': ADD,
      'sums/_shared.js': 'throw new Error("files with an underscore are not tools")',
      'node_modules/@studio/rates/package.json': '{"name":"@studio/rates","version":"1.0.0","type":"module"}',
      'node_modules/@studio/rates/tools/rate.js': RATE,
      'node_modules/@studio/rates/tools/_acme.js': ACME,
    });
    farebox = await startFareboxProcess({
      env: { FAREBOX_CONFIG: file, ACME_BASE_URL: `http://127.0.0.1:${port}`, ACME_API_KEY: 'a-key-of-acme' },
    });
    key = (await farebox.account('live')).apiKey;
  }, 60_000);
  afterAll(async () => {
    await farebox?.stop();
    acme.close();
  });

  it('sells a tool file over REST and MCP', async () => {
    const before = await readBalance(farebox, key);
    const { status, body } = await callTool(farebox, key, 'sums/add', { a: 1, b: 2 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { sum: 3, warnings: ['Added in live mode.'], receipt: { tool: 'sums-add', amount: 0.002 } },
    });
    expect(await readBalance(farebox, key)).toBeCloseTo(Number(before) - 0.002, 6);
    const client = await connectClient(farebox.url, '/mcp/proxy/x/sums', key);
    const result = await client.callTool({ name: 'sums-add', arguments: { a: 2, b: 2 } });
    expect(result.structuredContent).toMatchObject({ sum: 4 });
    await client.close();
    for (const path of ['/openapi.json', '/llms.txt', '/tools/sums-add', '/pricing'])
      expect((await farebox.request('GET', path)).text).toContain('sums');
  });

  it('reaches a provider with its settings', async () => {
    const { body } = await callTool(farebox, key, 'rates/rate', { currency: 'JPY' });
    expect(body).toMatchObject({ rate: 150, receipt: { tool: 'rates-rate', amount: 0.01 } });
    expect(asked).toEqual(['/rate?currency=JPY Bearer a-key-of-acme']);
  });

  it('answers test keys with a sample', async () => {
    const test = (await farebox.account('test')).apiKey;
    expect((await callTool(farebox, test, 'rates/rate', { currency: 'JPY' })).body).toMatchObject({
      rate: 151.2,
      sandbox: true,
    });
    expect((await callTool(farebox, test, 'sums/add', { a: 1, b: 2 })).body).toMatchObject({ sum: 1, sandbox: true });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [13, 502, '13 brings bad luck'],
    [14, 500, 'INTERNAL'],
    [15, 502, ''],
  ])('refunds what fails: %d', async (a, status, words) => {
    const before = await readBalance(farebox, key);
    const answer = await callTool(farebox, key, 'sums/add', { a, b: 1 });
    expect(answer.text).toContain(words);
    expect(answer.text).not.toContain('SECRET');
    expect(answer.status).toBe(status);
    expect(await readBalance(farebox, key)).toBe(before);
  });
});

describe('a plugin that is wrong stops the start', () => {
  it.each([
    [
      'throws',
      { 'sums/add.js': 'throw new Error("out of order")' },
      /sums\/add\.js could not be loaded: Error: out of order/,
    ],
    ['exports no tool', { 'sums/add.js': 'export default {}' }, /sums\/add\.js must have export default defineTool/],
    ['has no tools', { 'sums/_a.js': '' }, /the plugin \.\/sums has no tool files/],
    ['has two tools of one name', { 'sums/add.js': ADD, 'sums/Add.mjs': ADD }, /two tools are named sums-add/i],
    ['imports what is missing', { 'sums/add.js': 'import "left-pad-of-nobody"' }, /sums\/add\.js could not be loaded/],
  ])(
    '%s',
    async (_what, files, words) => {
      await expect(startFareboxProcess({ env: { FAREBOX_CONFIG: writePlugins(['./sums'], files) } })).rejects.toThrow(
        words,
      );
    },
    60_000,
  );

  it('has the name of a built-in toolset, or is not installed', async () => {
    const taken = writePlugins(['./proxy'], { 'proxy/add.js': ADD });
    await expect(startFareboxProcess({ env: { FAREBOX_CONFIG: taken } })).rejects.toThrow(/built-in toolset/);
    const missing = writePlugins(['@studio/nowhere'], {});
    await expect(startFareboxProcess({ env: { FAREBOX_CONFIG: missing } })).rejects.toThrow(
      /npm install @studio\/nowhere/,
    );
  }, 60_000);

  it('is found by tools check', async () => {
    const database = await freshDatabase('sqlite');
    const check = (file: string) => runFarebox({ ...serverEnv(database), FAREBOX_CONFIG: file }, 'tools', 'check');
    expect((await check(writePlugins(['./sums'], { 'sums/add.js': ADD }))).output).toContain('sums-add  0.002 USD');
    const wrong = await check(writePlugins(['./sums'], { 'sums/add.js': 'nonsense(' }));
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('sums/add.js could not be loaded');
    await database.drop();
  }, 60_000);
});

it('has types that a plugin in TypeScript is checked by', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-types-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/farebox'));
  const check = async (text: string): Promise<string> => {
    writeFileSync(join(folder, 'add.mts'), text);
    const words = ['add.mts', '--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = promisify(execFile)(process.execPath, [tsc, ...words], { cwd: folder });
    return await run.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  expect(await check(ADD.replace("return { sum: 'many' };", 'return { sum: 1 };'))).toBe('');
  expect(await check(ADD)).toContain("Type 'string' is not assignable to type 'number'");
}, 60_000);
