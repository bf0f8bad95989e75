import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildEnvelope, buildSuccessBody, toReceiptJson } from '../../../src/kernel/call/envelope.ts';
import type { CallResult } from '../../../src/kernel/call/types.ts';
import type { Receipt } from '../../../src/kernel/ports.ts';
import type { RegisteredTool } from '../../../src/kernel/tool/registry.ts';
import { defineTool, type Toolset } from '../../../src/kernel/tool/tool.ts';

const receipt: Receipt = {
  callId: 'call_1',
  agentId: 'agt_1',
  tool: 'echo',
  mode: 'live',
  state: 'settled',
  amountMicros: 2_000,
  at: '2026-11-21T12:00:00.000Z',
};
const shown = { ...receipt, amount: 0.002, amountMicros: undefined };

function toolOf(toolset: Partial<Toolset>): RegisteredTool {
  const whole: Toolset = {
    title: 'Proxy',
    description: 'Direct tools',
    path: '/api/proxy',
    access: 'key',
    layer: 1,
    errors: 'gateway',
    timeoutMs: 1_000,
    ...toolset,
  };
  const input = z.object({});
  const output = z.object({});
  return {
    name: 'echo',
    file: 'echo',
    title: 'Echo',
    description: 'Says it again',
    toolsetName: 'proxy',
    toolset: whole,
    access: 'key',
    priceMicros: 2_000,
    covers: {},
    countUnits: () => 1,
    effect: 'read',
    method: 'POST',
    path: '/api/proxy/echo',
    routes: [{ method: 'POST', path: '/api/proxy/echo' }],
    reply: 'json',
    category: null,
    timeoutMs: 1_000,
    inputSchema: {},
    outputSchema: {},
    definition: defineTool({
      description: 'Says it again',
      effect: 'read',
      input,
      output,
      examples: [{}],
      run: async () => ({}),
    }),
  };
}

function resultOf(toolset: Partial<Toolset> = {}, facts: Partial<CallResult> = {}): CallResult {
  return {
    tool: toolOf(toolset),
    output: { said: 'hello' },
    priceMicros: 2_000,
    balanceMicros: 248_000,
    receipt,
    warnings: [],
    cached: false,
    headers: {},
    replayed: false,
    sandbox: false,
    ...facts,
  };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const free = { priceMicros: 0, balanceMicros: null, receipt: null };

it('stands around a paid answer: price, layer, balance, receipt', () => {
  const expected = {
    success: true,
    said: 'hello',
    price: '0.002 (2 WT)',
    layer: 1,
    balance: 0.248,
    receipt: plain(shown),
  };
  expect(plain(buildSuccessBody(resultOf()))).toEqual(expected);
});

it('carries the signature when one was asked for', () => {
  expect(buildEnvelope(resultOf(), 'a.b.c').receipt).toMatchObject({ callId: 'call_1', jws: 'a.b.c' });
});

it('says "0" and shows no receipt for a free tool of the catalogue', () => {
  expect(buildSuccessBody(resultOf({}, free))).toEqual({ success: true, said: 'hello', price: '0', layer: 1 });
});

it('adds no price to what is no part of the catalogue, nor takes its balance away', () => {
  const result = resultOf({ layer: null }, { ...free, output: { balance: 1.5 } });
  expect(buildSuccessBody(result)).toEqual({ success: true, balance: 1.5 });
});

it('names warnings, the sandbox and answers that are served again', () => {
  const result = resultOf({ layer: 2 }, { ...free, warnings: ['Careful.'], sandbox: true, cached: true });
  expect(buildSuccessBody(result)).toMatchObject({ layer: 2, warnings: ['Careful.'], sandbox: true, cached: true });
});

it('lets no output pass off a price or a receipt of its own', () => {
  const output = { price: '9', receipt: { amount: 9 }, balance: 9 };
  expect(buildSuccessBody(resultOf({}, { output }))).toMatchObject({
    price: '0.002 (2 WT)',
    balance: 0.248,
    receipt: { amount: 0.002 },
  });
});

it('leaves the newsroom’s answers bare', () => {
  expect(buildSuccessBody(resultOf({ errors: 'newsroom', layer: null }, free))).toEqual({ said: 'hello' });
});

it('shows a refunded call with the amount 0', () => {
  expect(toReceiptJson({ ...receipt, state: 'refunded' })).toMatchObject({ state: 'refunded', amount: 0 });
});
