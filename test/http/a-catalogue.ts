/** Tools that show what the REST adapter does with input, answers and failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { createRegistry, type RegisteredTool, registerTool } from '../../src/kernel/tool/registry.ts';
import { Bytes, Page, Redirect } from '../../src/kernel/tool/reply.ts';
import { type AnyTool, defineTool, defineToolset, type Toolset } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';

/** How often each tool's `run` began and how many of them were told to stop. */
export const ran = { begun: 0, stopped: 0 };

const proxy = defineToolset({
  title: 'Direct tools',
  description: 'One upstream each.',
  path: '/api/proxy',
  access: 'key',
  layer: 1,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  timeoutMs: 5_000,
});

const smart = defineToolset({ ...proxy, title: 'Smart services', path: '/api/v2', namePrefix: 'smart-', layer: 2 });

const listTools = defineToolset({
  title: 'Desk',
  description: 'A newsroom toolset.',
  path: '/api/lists',
  namePrefix: 'list-',
  access: 'key',
  layer: null,
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 5_000,
});

const admin = defineToolset({
  ...listTools,
  path: '/admin',
  namePrefix: 'admin-',
  access: 'operator',
  cors: 'own-origin',
  limits: 'operators',
});

const anything = z.object({ seen: z.record(z.string(), z.unknown()) });

const echo = defineTool({
  description: 'Says what it was given.',
  effect: 'read',
  access: 'public',
  input: z.object({
    text: z.string().optional(),
    count: z.number().int().optional(),
    ratio: z.number().optional(),
    loud: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    sizes: z.array(z.number()).optional(),
    either: z.union([z.string(), z.number()]).optional(),
    maybe: z.number().nullable().optional(),
  }),
  output: anything,
  examples: [{ text: 'hi' }],
  run: async (input) => ({ seen: input }),
});

const paid = defineTool({
  description: 'Costs money.',
  price: usd('0.002'),
  costCeiling: () => 0,
  effect: 'read',
  input: z.object({ text: z.string().max(50), outcome: z.enum(['ok', 'fail', 'empty', 'defect']).default('ok') }),
  output: z.object({ said: z.string() }),
  examples: [{ text: 'hi' }],
  run: async ({ text, outcome }) => {
    ran.begun++;
    if (outcome === 'fail')
      throw new UpstreamFailure('overloaded', 'nowhere', { cause: new Error('secret upstream words') });
    if (outcome === 'empty') throw new UpstreamFailure('empty', 'nowhere');
    if (outcome === 'defect') throw new TypeError('GET https://up.example/?appid=hidden-value failed');
    return { said: text };
  },
});

const slow = defineTool({
  description: 'Takes its time, until its caller leaves.',
  effect: 'read',
  access: 'public',
  input: z.object({ ms: z.number().max(4_000).default(2_000) }),
  output: z.object({ waited: z.number() }),
  examples: [{}],
  run: async ({ ms }, { signal }) => {
    ran.begun++;
    signal.addEventListener('abort', () => ran.stopped++);
    await sleep(ms, undefined, { signal: signal });
    return { waited: ms };
  },
});

const slowPaid = defineTool({
  description: 'Takes its time, and is charged.',
  price: usd('0.01'),
  costCeiling: () => 0,
  effect: 'read',
  input: z.object({ ms: z.number().max(4_000).default(300) }),
  output: z.object({ waited: z.number() }),
  examples: [{}],
  run: async ({ ms }) => {
    ran.begun++;
    await sleep(ms);
    return { waited: ms };
  },
});

const speech = defineTool({
  description: 'Answers with bytes.',
  price: usd('0.005'),
  costCeiling: () => 0,
  effect: 'read',
  reply: 'bytes',
  input: z.object({ text: z.string() }),
  output: z.unknown(),
  examples: [{ text: 'hi' }],
  run: async ({ text }) => new Bytes(Buffer.from(text), 'audio/mpeg', 'spe"ech é.mp3'),
});

/** Largest file of `measure`. */
export const FILE_BYTES_MAX = 300_000;

const measure = defineTool({
  description: 'Tells how long a file is.',
  price: usd('0.002'),
  costCeiling: () => 0,
  effect: 'read',
  body: 'multipart',
  files: { data: { bytesMax: FILE_BYTES_MAX } },
  input: z.object({
    data: z.instanceof(Uint8Array).optional(),
    times: z.number().default(1),
    word: z.string().optional(),
  }),
  output: z.object({ bytes: z.number(), times: z.number(), word: z.string().optional() }),
  examples: [{ times: 2 }],
  run: async ({ data, times, word }) => {
    ran.begun++;
    return { bytes: data?.byteLength ?? -1, times, ...(word === undefined ? {} : { word }) };
  },
});

const jump = defineTool({
  description: 'Sends the caller elsewhere.',
  effect: 'read',
  access: 'public',
  reply: 'redirect',
  route: 'GET /go/{place}',
  input: z.object({ place: z.string() }),
  output: z.unknown(),
  examples: [{ place: 'x' }],
  run: async ({ place }) => new Redirect(`https://elsewhere.example/${encodeURIComponent(place)}`, 303),
});

const page = defineTool({
  description: 'A page.',
  effect: 'read',
  access: 'public',
  reply: 'page',
  route: 'GET /hello',
  input: z.object({}),
  output: z.unknown(),
  examples: [{}],
  run: async () => new Page('<h1>Hello</h1>'),
});

const hook = defineTool({
  description: 'Reads raw bytes.',
  effect: 'write',
  access: 'public',
  body: 'raw',
  bodyBytesMax: 64,
  route: 'POST /billing/hook',
  input: z.object({ body: z.instanceof(Uint8Array), headers: z.record(z.string(), z.unknown()) }),
  output: z.object({ bytes: z.number(), signature: z.string() }),
  examples: [],
  run: async ({ body, headers }) => ({ bytes: body.length, signature: String(headers['x-signature'] ?? '') }),
});

const unlimitedHook = defineTool({ ...hook, route: 'POST /billing/webhook', limits: 'none' });

const note = defineTool({
  description: 'A write that costs nothing.',
  effect: 'write',
  input: z.object({ text: z.string() }),
  output: z.object({ noteId: z.number() }),
  examples: [{ text: 'hi' }],
  run: async () => {
    ran.begun++;
    return { noteId: ran.begun };
  },
});

const secretKey = defineTool({
  description: 'Makes a credential.',
  effect: 'write',
  access: 'public',
  secret: true,
  route: 'POST /api/proxy/account/create',
  input: z.object({ name: z.string() }),
  output: z.object({ apiKey: z.string() }),
  examples: [{ name: 'me' }],
  run: async () => ({ apiKey: 'fbx_test_new' }),
});

const listGet = defineTool({
  description: 'One list.',
  effect: 'read',
  route: 'GET /api/lists/{list_id}',
  input: z.object({ list_id: z.number().int(), page: z.number().int().default(1) }),
  output: z.object({ list_id: z.number(), page: z.number() }),
  examples: [{ list_id: 1 }],
  run: async (input) => {
    if (input.list_id === 404) throw new FareboxError('NOT_FOUND', { message: 'List not found' });
    return input;
  },
});

const listSummary = defineTool({
  ...page,
  description: 'A literal beside a parameter.',
  reply: 'json',
  route: 'GET /api/lists/summary',
  output: z.object({ summary: z.boolean() }),
  run: async () => ({ summary: true }),
});

const listUpdate = defineTool({
  description: 'Changes a list.',
  effect: 'write',
  route: 'PATCH /api/lists/{list_id}',
  input: z.object({ list_id: z.number().int(), name: z.string() }),
  output: z.object({ list_id: z.number(), name: z.string() }),
  examples: [{ list_id: 1, name: 'x' }],
  run: async (input) => input,
});

const entry = {
  title: z.string(),
  note: z.string().nullish(),
  count: z.number().int().min(1).max(100).default(10),
  ratio: z.number().nullish(),
  loud: z.boolean().default(false),
  rating: z.union([z.literal(1), z.literal(-1)]).default(1),
  ids: z.array(z.number().int()).default([]),
  email: z
    .string()
    .refine((text) => text.includes('@'), 'not a valid e-mail address')
    .optional(),
  mode: z.enum(['light', 'full']).default('light'),
  place: z.object({ city: z.string() }).optional(),
};

const listAdd = defineTool({
  description: 'Reads every kind of field.',
  effect: 'write',
  route: 'POST /api/lists/{list_id}/entries',
  input: z.object({ list_id: z.number().int(), ...entry }),
  output: anything,
  examples: [{ list_id: 1, title: 'x' }],
  run: async (input) => ({ seen: input }),
});

const listFind = defineTool({
  description: 'Reads a query.',
  effect: 'read',
  route: 'GET /api/lists/{list_id}/entries',
  input: z.object({
    list_id: z.number().int(),
    q: z.string(),
    limit: z.number().int().min(1).max(100).optional(),
    loud: z.boolean().optional(),
    ratio: z.number().gt(0).optional(),
    period: z.enum(['day', 'week']).optional(),
    sort: z.enum(['new', 'old']).catch('new'),
  }),
  output: anything,
  examples: [{ list_id: 1, q: 'x', sort: 'old' }],
  run: async (input) => ({ seen: input }),
});

const listClear = defineTool({
  description: 'Takes its input in the body or, where that is lost, in the query.',
  effect: 'destroy',
  route: 'DELETE /api/lists/{list_id}/entries',
  input: z.object({ list_id: z.number().int(), media_ids: z.array(z.number().int()) }),
  output: anything,
  examples: [{ list_id: 1, media_ids: [2] }],
  run: async (input) => ({ seen: input }),
});

const status = defineTool({
  description: 'For the operator.',
  effect: 'read',
  route: 'GET /admin/status',
  input: z.object({}),
  output: z.object({ fine: z.boolean() }),
  examples: [{}],
  run: async () => ({ fine: true }),
});

const folders: [string, Toolset, Record<string, AnyTool>][] = [
  ['proxy', proxy, { echo, measure, paid, slow, 'slow-paid': slowPaid, speech, note, 'account-create': secretKey }],
  ['smart', smart, { translate: { ...paid, description: 'Smart and paid.' } }],
  [
    'lists',
    listTools,
    {
      jump,
      page,
      hook,
      'unlimited-hook': unlimitedHook,
      get: listGet,
      summary: listSummary,
      update: listUpdate,
      add: listAdd,
      find: listFind,
      clear: listClear,
    },
  ],
  ['admin', admin, { status }],
];

const tools: RegisteredTool[] = folders.flatMap(([name, toolset, files]) =>
  Object.entries(files).map(([file, tool]) => registerTool(file, name, toolset, tool)),
);

export const catalogue = createRegistry(tools, new Map(folders.map(([name, toolset]) => [name, toolset])));
