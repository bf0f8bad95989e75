/** Composed calls: what a tool with a quote may call, what that costs, and how it ends. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as fastApi from '../../../src/fastapi/request.ts';
import { Calls } from '../../../src/kernel/call/call.ts';
import type { CallOptions } from '../../../src/kernel/call/types.ts';
import { FareboxError } from '../../../src/kernel/errors/errors.ts';
import { UpstreamFailure } from '../../../src/kernel/errors/failure.ts';
import type { AccountPrincipal } from '../../../src/kernel/principal.ts';
import type { CallContext } from '../../../src/kernel/tool/context.ts';
import { createRegistry, type RegisteredTool, registerTool } from '../../../src/kernel/tool/registry.ts';
import { defineTool, type Quote, type Toolset } from '../../../src/kernel/tool/tool.ts';
import { LazyAbort } from '../../../src/lib/lazy-abort.ts';
import { usd } from '../../../src/lib/money.ts';
import { createQuotes } from '../../harness/context.ts';
import { MemoryLedger } from '../../harness/memory-ledger.ts';
import { aContext } from '../a-context.ts';

const toolset = (layer: 1 | 3): Toolset => ({
  title: 'Tools',
  description: 'Tools of the test.',
  path: `/layer${layer}`,
  access: 'key',
  layer,
  errors: 'gateway',
  timeoutMs: layer === 1 ? 300 : 2_000,
});

const PRICE = usd('0.002');
const FEE = usd('0.02');

const account: AccountPrincipal = {
  kind: 'account',
  mode: 'live',
  ip: '127.0.0.1',
  accountId: 'agt_a',
  keyId: 'key_a',
  lineage: 'lin_a',
  isRoot: true,
  status: 'active',
  caps: {},
};

const seen: { idempotencyKey: string | undefined; callId: string }[] = [];

/** `fail` fails, `hang` outlasts its deadline, anything else is said again. */
const say = (price: number) =>
  defineTool({
    description: 'Says it.',
    price,
    effect: 'read',
    input: z.object({ text: z.string().describe('Text') }),
    output: z.object({ said: z.string() }),
    examples: [{ text: 'hello' }],
    async run({ text }, ctx) {
      seen.push({ idempotencyKey: ctx.idempotencyKey, callId: ctx.callId });
      if (text === 'fail') throw new UpstreamFailure('overloaded', 'a');
      if (text === 'hang') await new Promise(() => {});
      if (text === 'slow') await sleep(60);
      return { said: text };
    },
  });

const direct = [
  registerTool('say', 'direct', toolset(1), say(PRICE)),
  registerTool('free', 'direct', toolset(1), say(0)),
];

type Plan = (ctx: CallContext) => Promise<string>;

function composed(quote: Omit<Quote<Plan>, 'plan'>, plan: Plan): RegisteredTool {
  return registerTool(
    'whole',
    'composed',
    toolset(3),
    defineTool({
      description: 'Calls others.',
      price: FEE,
      effect: 'read',
      input: z.object({}),
      output: z.object({ said: z.string() }),
      examples: [{}],
      quote: () => ({ ...quote, plan }),
      async run(_input, ctx, planned) {
        return { said: await planned(ctx) };
      },
    }),
  );
}

const fresh = { priceMicros: FEE, totalMicros: FEE + 2 * PRICE };

function setUp(balance = usd('1')) {
  seen.length = 0;
  const ledger = new MemoryLedger({ [account.accountId]: balance });
  const { environment, log, services } = aContext();
  const moved: [string, string, number][] = [];
  const calls = new Calls({
    registry: createRegistry(direct, new Map()),
    ledger,
    services,
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    environments: { live: environment, test: environment },
    log,
    metrics: {
      recordCall: () => {},
      recordCharge: (tool, _mode, micros) => moved.push(['charge', tool, micros]),
      recordRefund: (tool, _mode, _reason, micros) => moved.push(['refund', tool, micros]),
      changeOpenCalls: () => {},
    },
    listPaymentLinks: () => [],
    inputs: { fastApi },
    quotes: createQuotes(),
    openCallsMax: 100,
  });
  const call = (tool: RegisteredTool, options: Partial<CallOptions> = {}, principal = account) =>
    calls.call(tool, {}, principal, { requestId: 'req', ...options });
  return { calls, ledger, moved, call };
}

const text = async (ctx: CallContext, tool: string, said: string): Promise<string> => {
  try {
    const { output } = await ctx.call(tool, { text: said });
    return z.object({ said: z.string() }).parse(output).said;
  } catch (thrown) {
    return thrown instanceof FareboxError ? thrown.code : String(thrown);
  }
};

describe('a composed call', () => {
  it('charges each part when it starts, and closes all of them with one receipt', async () => {
    const { ledger, call } = setUp();
    const tool = composed(fresh, async (ctx) => {
      expect(ledger.balanceOf('agt_a')).toBe(usd('1') - FEE);
      const first = await text(ctx, 'say', 'a');
      expect(ledger.balanceOf('agt_a')).toBe(usd('1') - FEE - PRICE);
      const failed = await text(ctx, 'say', 'fail');
      // Refunded with the whole, not before.
      expect(ledger.balanceOf('agt_a')).toBe(usd('1') - FEE - 2 * PRICE);
      return [first, failed, await text(ctx, 'free', 'b')].join(' ');
    });
    const { output, receipt, priceMicros, balanceMicros } = await call(tool, { idempotencyKey: 'k' });
    expect(output).toEqual({ said: 'a UPSTREAM_FAILED b' });
    expect({ priceMicros, balanceMicros }).toEqual({ priceMicros: FEE + PRICE, balanceMicros: usd('1') - FEE - PRICE });
    expect(receipt).toMatchObject({ tool: 'whole', amountMicros: FEE + PRICE });
    expect(receipt?.parts?.map((part) => [part.tool, part.state])).toEqual([
      ['whole', 'settled'],
      ['say', 'settled'],
      ['say', 'refunded'],
    ]);
    expect(seen.map(({ idempotencyKey }) => idempotencyKey)).toEqual([undefined, undefined, undefined]);
    expect(seen.map(({ callId }) => callId)).toEqual([1, 2, 3].map((n) => `${receipt?.callId}-${n}`));
    const again = await call(tool, { idempotencyKey: 'k' });
    expect(again).toMatchObject({ replayed: true, receipt: { callId: receipt?.callId }, priceMicros: FEE + PRICE });
    expect(ledger.openCalls).toBe(0);
  });

  it('charges parts that run at once one after another, in the order in which they were asked for', async () => {
    const { call, moved } = setUp(FEE + PRICE);
    const tool = composed(fresh, async (ctx) =>
      (await Promise.all([text(ctx, 'say', 'slow'), text(ctx, 'say', 'b'), text(ctx, 'free', 'c')])).join(' '),
    );
    expect(await call(tool)).toMatchObject({ output: { said: 'slow INSUFFICIENT_BALANCE c' }, balanceMicros: 0 });
    expect(moved).toEqual([
      ['charge', 'whole', FEE],
      ['charge', 'say', PRICE],
    ]);
  });

  it('is refunded with all its parts when it fails or its own time is up', async () => {
    const { ledger, call, moved } = setUp();
    const broken = composed(fresh, async (ctx) => {
      await ctx.call('say', { text: 'a' });
      throw new TypeError('a defect');
    });
    await expect(call(broken)).rejects.toMatchObject({ code: 'INTERNAL' });
    const late = composed(fresh, async (ctx) => {
      await ctx.call('say', { text: 'a' });
      return new Promise(() => {});
    });
    await expect(call(late)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
    expect(ledger.openCalls).toBe(0);
    const refunded = (name: string) => moved.filter(([kind, tool]) => kind === 'refund' && tool === name);
    expect([refunded('whole').length, refunded('say').length]).toEqual([2, 2]);
  });

  it('ends a part by its own deadline and goes on', async () => {
    const { call } = setUp();
    const tool = composed(fresh, async (ctx) => `${await text(ctx, 'say', 'hang')} ${await text(ctx, 'say', 'b')}`);
    expect(await call(tool)).toMatchObject({ output: { said: 'UPSTREAM_TIMEOUT b' }, priceMicros: FEE + PRICE });
  });

  it('costs nothing itself where its quote says so, and has a receipt for its parts alone', async () => {
    const { call, ledger } = setUp();
    const tool = composed({ priceMicros: 0, totalMicros: PRICE }, (ctx) => text(ctx, 'say', 'a'));
    const { receipt } = await call(tool, { maxPriceMicros: PRICE });
    expect(receipt).toMatchObject({ amountMicros: PRICE, parts: [{ tool: 'say', amountMicros: PRICE }] });
    const free = composed({ priceMicros: 0, totalMicros: 0 }, (ctx) => text(ctx, 'free', 'a'));
    expect(await call(free)).toMatchObject({ receipt: null, priceMicros: 0 });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - PRICE);
  });

  it('is held to the maximum price as a whole, of the caller and of its input', async () => {
    const { call, ledger } = setUp();
    const twice: Plan = async (ctx) => `${await text(ctx, 'say', 'a')} ${await text(ctx, 'say', 'b')}`;
    const tool = composed(fresh, twice);
    const max = { maxPriceMicros: FEE + 2 * PRICE - 1 };
    await expect(call(tool, max)).rejects.toMatchObject({
      code: 'PRICE_ABOVE_MAX',
      facts: { details: { price: 0.024 } },
    });
    await expect(call(composed({ ...fresh, ...max }, twice))).rejects.toMatchObject({ code: 'PRICE_ABOVE_MAX' });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
    // A plan that turns out dearer than its quote is stopped where the maximum is.
    const modest = { priceMicros: FEE, totalMicros: FEE + PRICE };
    const stopped = await call(composed(modest, twice), { maxPriceMicros: FEE + PRICE });
    expect(stopped).toMatchObject({ output: { said: 'a PRICE_ABOVE_MAX' }, priceMicros: FEE + PRICE });
  });

  it('is one call to a key with a cap for one', async () => {
    const { call, ledger } = setUp();
    const twice: Plan = async (ctx) => `${await text(ctx, 'say', 'a')} ${await text(ctx, 'say', 'b')}`;
    const capped = (perCallMicros: number) => ({ ...account, caps: { perCallMicros } });
    await expect(call(composed(fresh, twice), {}, capped(FEE + 2 * PRICE - 1))).rejects.toMatchObject({
      code: 'CAP_REACHED',
      facts: { details: { cap: 'perCall' } },
    });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
    expect(await call(composed(fresh, twice), {}, capped(FEE + 2 * PRICE))).toMatchObject({ output: { said: 'a b' } });
    const modest = { priceMicros: FEE, totalMicros: FEE + PRICE };
    const stopped = await call(composed(modest, twice), {}, capped(FEE + PRICE));
    expect(stopped).toMatchObject({ output: { said: 'a PRICE_ABOVE_MAX' }, priceMicros: FEE + PRICE });
  });

  it('starts nothing when its caller has left', async () => {
    const { call } = setUp();
    const callerGone = new LazyAbort();
    const tool = composed(fresh, async (ctx) => {
      const first = await text(ctx, 'say', 'a');
      callerGone.abort();
      return `${first} ${await text(ctx, 'say', 'b')}`;
    });
    expect(await call(tool, { callerGone })).toMatchObject({ output: { said: 'a UPSTREAM_FAILED' } });
    expect(seen).toHaveLength(1);
  });

  it('calls nothing that its caller may not call, that does not exist, that is composed itself, or too often', async () => {
    const { call } = setUp();
    const tool = composed(fresh, async (ctx) => {
      const codes = [await text(ctx, 'say', 'a'), await text(ctx, 'sya', 'a'), await text(ctx, 'free', 'b')];
      for (let i = 0; i < 7; i++) codes.push(await text(ctx, 'free', 'c'));
      return codes.join(' ');
    });
    const principal = { ...account, caps: { tools: ['whole', 'free'] } };
    const { output } = await call(tool, {}, principal);
    expect(output).toEqual({ said: `CAP_REACHED UNKNOWN_TOOL b ${'c '.repeat(7)}`.trim() });
    const nested = new Calls({ ...depsOf(tool) });
    const recursive = composed(fresh, (ctx) => text(ctx, 'whole', 'a'));
    const result = await nested.call(recursive, {}, account, { requestId: 'req' });
    expect(result).toMatchObject({ output: { said: 'FORBIDDEN' } });
    const many = composed(fresh, async (ctx) => {
      let last = '';
      for (let i = 0; i < 9; i++) last = await text(ctx, 'free', 'c');
      return last;
    });
    expect(await call(many)).toMatchObject({ output: { said: 'CONFLICT' } });
  });

  it('is the only one that may call others', async () => {
    const { call } = setUp();
    const plain = registerTool(
      'plain',
      'direct',
      toolset(1),
      defineTool({
        description: 'Calls others without a quote.',
        price: PRICE,
        effect: 'read',
        input: z.object({}),
        output: z.object({ said: z.string() }),
        examples: [{}],
        run: async (_input, ctx) => ({ said: String((await ctx.call('say', { text: 'a' })).output) }),
      }),
    );
    await expect(call(plain)).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

function depsOf(tool: RegisteredTool): ConstructorParameters<typeof Calls>[0] {
  const { environment, log, services } = aContext();
  return {
    registry: createRegistry([...direct, tool], new Map()),
    ledger: new MemoryLedger({ [account.accountId]: usd('1') }),
    services,
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    environments: { live: environment, test: environment },
    log,
    metrics: { recordCall: () => {}, recordCharge: () => {}, recordRefund: () => {}, changeOpenCalls: () => {} },
    listPaymentLinks: () => [],
    inputs: { fastApi },
    quotes: createQuotes(),
    openCallsMax: 100,
  };
}
