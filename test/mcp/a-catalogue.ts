/** A small catalogue that shows what the MCP door does with each kind of tool. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createRegistry, type RegisteredTool, registerTool } from '../../src/kernel/tool/registry.ts';
import { Bytes, Page } from '../../src/kernel/tool/reply.ts';
import { type AnyTool, defineTool, defineToolset, type Toolset } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';

const proxy = defineToolset({
  title: 'Direct tools',
  description: 'One upstream each.',
  path: '/api/proxy',
  access: 'key',
  layer: 1,
  errors: 'gateway',
  mcpLists: ['free'],
  timeoutMs: 8_000,
});
const smart = defineToolset({
  ...proxy,
  title: 'Smart',
  path: '/api/v2',
  namePrefix: 'smart-',
  layer: 2,
  mcpLists: ['proxy'],
});
const account = defineToolset({ ...proxy, title: 'Account', namePrefix: 'account-', layer: null, mcpLists: [] });

/** How often the paid tools ran. */
export const ran = { count: 0 };

const echo = defineTool({
  description: 'Says what it was given.',
  effect: 'read',
  access: 'public',
  category: 'utility',
  input: z.object({ text: z.string().max(100).describe('Anything.') }),
  output: z.object({ said: z.string().describe('The same.') }),
  examples: [{ text: 'hi' }],
  run: async ({ text }) => ({ said: text }),
});

const translate = defineTool({
  description: 'Translate text into another language.',
  price: usd('0.1'),
  costCeiling: () => 0,
  effect: 'read',
  category: 'translate',
  keywords: 'translate, 翻訳, 翻译',
  input: z.object({ text: z.string().max(100).describe('The text.'), to: z.string().default('ja').describe('Into.') }),
  output: z.object({ translated: z.string().describe('The text in the other language.') }),
  examples: [{ text: 'hi' }],
  run: async ({ text, to }) => {
    ran.count++;
    if (text === 'fail') throw new FareboxError('UPSTREAM_FAILED');
    return { translated: `${to}:${text}` };
  },
});

const slow = defineTool({
  description: 'Takes its time.',
  price: usd('0.01'),
  costCeiling: () => 0,
  effect: 'read',
  input: z.object({ ms: z.number().int().max(6_000).describe('How long.') }),
  output: z.object({ waited: z.number().int().describe('How long it took.') }),
  examples: [{ ms: 1 }],
  run: async ({ ms }, ctx) => {
    ran.count++;
    ctx.reportProgress(0.5, 'Half of it');
    await sleep(ms);
    return { waited: ms };
  },
});

const speech = defineTool({
  description: 'Reads a text aloud.',
  price: usd('0.005'),
  costCeiling: () => 0,
  effect: 'read',
  reply: 'bytes',
  category: 'audio',
  keywords: 'speech, read aloud, 読み上げ, 朗读',
  input: z.object({ text: z.string().describe('What to say.') }),
  output: z.unknown(),
  examples: [{ text: 'hi' }],
  run: async ({ text }) => new Bytes(Buffer.from(text), 'audio/mpeg', 'speech.mp3'),
});

const erase = defineTool({
  description: 'Removes everything.',
  effect: 'destroy',
  input: z.object({}),
  output: z.object({ erased: z.boolean().describe('Done.') }),
  examples: [{}],
  run: async () => {
    ran.count++;
    return { erased: true };
  },
});

const broken = defineTool({
  description: 'Has a defect.',
  effect: 'read',
  access: 'public',
  input: z.object({}),
  output: z.object({}),
  examples: [{}],
  run: async () => {
    throw new TypeError('words of an upstream');
  },
});

const page = defineTool({
  ...echo,
  description: 'A page.',
  reply: 'page',
  output: z.unknown(),
  run: async () => new Page('<p>hi</p>'),
});

const create = defineTool({
  ...echo,
  description: 'Create a prepaid account and its API key.',
  effect: 'write',
  category: 'utility',
  mcpLists: ['free'],
  route: 'POST /api/proxy/account/create',
});

const balance = defineTool({
  description: 'Balance of the account.',
  mcpLists: ['proxy'],
  effect: 'read',
  route: 'GET /api/proxy/account/balance',
  input: z.object({}),
  output: z.object({ agentId: z.string().describe('The account.') }),
  examples: [{}],
  run: async (_input, { principal }) => ({ agentId: principal.kind === 'account' ? principal.accountId : '' }),
});

const report = defineTool({
  ...balance,
  description: 'Usage report.',
  route: 'GET /api/proxy/account/report',
  mcpLists: [],
  mcpResource: 'farebox://account/report',
});

const receipt = defineTool({
  description: 'A receipt.',
  mcpResource: 'farebox://receipts/{callId}',
  effect: 'read',
  route: 'GET /api/account/receipts/{callId}',
  input: z.object({ callId: z.string().describe('Id of the call.') }),
  output: z.object({ callId: z.string().describe('The same.') }),
  examples: [{ callId: 'x' }],
  run: async ({ callId }) => {
    if (callId === 'unknown') throw new FareboxError('NOT_FOUND');
    return { callId };
  },
});

const rootOnly = defineTool({ ...erase, description: 'Makes a key.', access: 'root-key', effect: 'write' });
const operatorOnly = defineTool({ ...erase, description: 'For the operator.', access: 'operator' });

const folders: [string, Toolset, Record<string, AnyTool>][] = [
  ['account', account, { create, balance, report, receipt, 'create-key': rootOnly, inspect: operatorOnly }],
  ['proxy', proxy, { echo, slow, speech, erase, broken, page, translate: { ...translate, price: usd('0.003') } }],
  ['smart', smart, { translate }],
];

const tools: RegisteredTool[] = folders.flatMap(([name, toolset, files]) =>
  Object.entries(files).map(([file, tool]) => registerTool(file, name, toolset, tool)),
);

export const catalogue = createRegistry(tools, new Map(folders.map(([name, toolset]) => [name, toolset])));
