import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as fastApi from '../../../src/fastapi/request.ts';
import { Calls } from '../../../src/kernel/call/call.ts';
import type { CallDeps } from '../../../src/kernel/call/call-deps.ts';
import type { CallOptions } from '../../../src/kernel/call/types.ts';
import { type FailureKind, UpstreamFailure } from '../../../src/kernel/errors/failure.ts';
import type { AccountPrincipal } from '../../../src/kernel/principal.ts';
import { CallerGoneError } from '../../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../../src/kernel/tool/context.ts';
import { characters } from '../../../src/kernel/tool/coverage.ts';
import { type RegisteredTool, registerTool } from '../../../src/kernel/tool/registry.ts';
import { type AnyTool, defineTool, type Toolset } from '../../../src/kernel/tool/tool.ts';
import { createDeferred } from '../../../src/lib/deferred.ts';
import { toUsd, usd } from '../../../src/lib/money.ts';
import { createQuotes } from '../../harness/context.ts';
import { MemoryLedger } from '../../harness/memory-ledger.ts';
import { aContext, emptyRegistry } from '../a-context.ts';

const toolset: Toolset = {
  title: 'Proxy',
  description: 'Direct tools.',
  path: '/api/proxy',
  access: 'key',
  layer: 1,
  errors: 'gateway',
  timeoutMs: 300,
};

const PRICE = usd('0.002');

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

const input = z.object({ text: z.string().describe('Text') });
const output = z.object({ said: z.string() });

function paidTool(
  run: (text: string, ctx: CallContext) => Promise<string>,
  more: Partial<AnyTool> = {},
): RegisteredTool {
  const definition = defineTool({
    description: 'Says it.',
    price: PRICE,
    effect: 'read',
    input,
    output,
    examples: [{ text: 'hello' }],
    async run({ text }, ctx) {
      return { said: await run(text, ctx) };
    },
  });
  return registerTool('say', 'proxy', toolset, { ...definition, ...more });
}

function setUp(balance = usd('1'), deps: Partial<CallDeps> = {}) {
  const ledger = new MemoryLedger({ [account.accountId]: balance });
  const { environment, log, services } = aContext();
  const calls = new Calls({
    registry: emptyRegistry,
    ledger,
    services,
    server: { version: '0.0.0', baseUrl: 'http://127.0.0.1', timeZone: 'UTC' },
    environments: { live: environment, test: environment },
    log,
    metrics: { recordCall: () => {}, recordCharge: () => {}, recordRefund: () => {}, changeOpenCalls: () => {} },
    listPaymentLinks: () => [{ url: 'http://127.0.0.1/pay', amount: 10, currency: 'USD' }],
    inputs: { fastApi },
    quotes: createQuotes(),
    openCallsMax: 100,
    ...deps,
  });
  const call = (tool: RegisteredTool, options: Partial<CallOptions> = {}, text = 'hello', principal = account) =>
    calls.call(tool, { text }, principal, { requestId: 'req', ...options });
  return { calls, ledger, call };
}

describe('a paid call', () => {
  it('is charged before the tool runs and settled before the answer', async () => {
    const { ledger, call } = setUp();
    const tool = paidTool(async (text) => {
      expect(ledger.balanceOf('agt_a')).toBe(usd('1') - PRICE);
      expect(ledger.openCalls).toBe(1);
      return text;
    });
    const result = await call(tool);
    expect(result).toMatchObject({
      output: { said: 'hello' },
      priceMicros: PRICE,
      balanceMicros: usd('1') - PRICE,
      receipt: { state: 'settled', tool: 'say' },
      replayed: false,
    });
    expect(ledger.openCalls).toBe(0);
  });

  it.each([
    ['overloaded', 'UPSTREAM_FAILED'],
    ['timeout', 'UPSTREAM_TIMEOUT'],
    ['malformed', 'UPSTREAM_FAILED'],
    ['empty', 'NO_RESULT'],
    ['filtered', 'CONTENT_FILTERED'],
  ] as const)('is refunded after %s and answers %s', async (kind: FailureKind, code) => {
    const { ledger, call } = setUp();
    const tool = paidTool(() => Promise.reject(new UpstreamFailure(kind, 'a')));
    await expect(call(tool)).rejects.toMatchObject({ code });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
    expect(ledger.openCalls).toBe(0);
  });

  it('names the only source of a direct tool as the attempt that failed', async () => {
    const { call } = setUp();
    const facts = { id: 'a', title: 'A', tier: 'T1', about: '', baseUrl: 'https://a.example', settings: {} } as const;
    const tool = paidTool(() => Promise.reject(new UpstreamFailure('cut', 'a')), { uses: [facts] });
    const thrown = await call(tool).catch((error: unknown) => error);
    const attempts = [{ source: 'a', status: 'failed', kind: 'cut', ms: expect.any(Number) }];
    expect(thrown).toMatchObject({ code: 'UPSTREAM_FAILED', facts: { details: { attempts } } });
  });

  it('is refunded when the tool itself is broken, and says nothing of the cause', async () => {
    const { ledger, call } = setUp();
    const tool = paidTool(() => Promise.reject(new TypeError('secret detail')));
    const thrown = await call(tool).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'INTERNAL' });
    expect(String(thrown)).not.toContain('secret');
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
  });

  it('ends at its deadline even when the tool ignores the signal', async () => {
    const { ledger, call } = setUp();
    const never = createDeferred<string>();
    await expect(call(paidTool(() => never.promise))).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
  });

  it('never delivers an output whose call somebody else has closed', async () => {
    const { ledger, call } = setUp();
    const tool = paidTool(async (text, { callId }) => {
      const failure = { code: 'CALL_RECOVERED', message: '', next: '', retryable: true } as const;
      await ledger.close({ callId, mode: 'live', outcome: { state: 'refunded', reason: 'crash', failure } });
      return text;
    });
    await expect(call(tool)).rejects.toMatchObject({ code: 'CALL_RECOVERED' });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
  });

  it('costs the price for each started unit, and only when its caller allows that', async () => {
    const { ledger, call } = setUp();
    const tool = paidTool(async (text) => text, { covers: { text: characters(4) }, costCeiling: () => 0 });
    expect(tool.inputSchema).toMatchObject({ properties: { text: { 'x-covers': 4 } } });
    expect(await call(tool, {}, 'four')).toMatchObject({ priceMicros: PRICE });
    await expect(call(tool, {}, 'fives')).rejects.toMatchObject({
      code: 'PRICE_ABOVE_MAX',
      message: expect.stringContaining('one price covers 4 characters of text'),
      facts: {
        details: { tool: 'say', price: toUsd(2 * PRICE), units: 2, covers: { text: 4 }, maxPrice: null },
      },
    });
    await expect(call(tool, { maxPriceMicros: 2 * PRICE }, 'nine chars')).rejects.toMatchObject({
      facts: { details: { units: 3, maxPrice: toUsd(2 * PRICE) } },
    });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - PRICE);
    const result = await call(tool, { maxPriceMicros: 3 * PRICE }, 'nine chars');
    expect(result).toMatchObject({ priceMicros: 3 * PRICE, receipt: { amountMicros: 3 * PRICE } });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - 4 * PRICE);
  });

  it('refuses before the charge: bad input, price above the maximum, missing provider, missing money', async () => {
    const { ledger, call, calls } = setUp(PRICE - 1);
    const tool = paidTool(async (text) => text);
    await expect(calls.call(tool, { text: 1 }, account, { requestId: 'r' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      facts: { details: { issues: [{ path: 'text' }] } },
    });
    await expect(call(tool, { maxPriceMicros: PRICE - 1 })).rejects.toMatchObject({ code: 'PRICE_ABOVE_MAX' });
    await expect(call(tool, {}, 'hello', { ...account, caps: { tools: ['other'] } })).rejects.toMatchObject({
      code: 'CAP_REACHED',
    });
    await expect(call(tool)).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      facts: { money: { required: PRICE, paymentLinks: [{ amount: 10 }] } },
    });
    expect(ledger.rows.size).toBe(0);
  });

  it('sends to the operator where no link leads to more balance', async () => {
    const { call } = setUp(0, { listPaymentLinks: () => [] });
    const refused = call(paidTool(async (text) => text));
    await expect(refused).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      next: expect.stringContaining('operator'),
    });
  });

  it('names fields it does not know', async () => {
    const { calls } = setUp();
    const result = await calls.call(
      paidTool(async (text) => text),
      { text: 'a', colour: 'red' },
      account,
      {
        requestId: 'r',
      },
    );
    expect(result.warnings).toEqual(['Unknown fields were ignored: "colour".']);
  });
});

describe('idempotency', () => {
  it('joins a duplicate in flight: one run, one charge, both answered', async () => {
    const { ledger, call } = setUp();
    const gate = createDeferred<string>();
    let runs = 0;
    const tool = paidTool(() => {
      runs++;
      return gate.promise;
    });
    const both = [call(tool, { idempotencyKey: 'k' }), call(tool, { idempotencyKey: 'k' })];
    setTimeout(() => gate.resolve('once'), 20);
    const [first, second] = await Promise.all(both);
    expect(first).toMatchObject({ output: { said: 'once' }, replayed: false });
    expect(second).toMatchObject({ output: { said: 'once' }, replayed: true, receipt: first?.receipt });
    expect(runs).toBe(1);
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - PRICE);
  });

  it('replays a settled call, refuses other input, frees the key after a failure', async () => {
    const { ledger, call } = setUp();
    let fails = true;
    const tool = paidTool(async (text) => {
      if (fails) throw new UpstreamFailure('overloaded', 'a');
      return text;
    });
    await expect(call(tool, { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    fails = false;
    await call(tool, { idempotencyKey: 'k' });
    expect(await call(tool, { idempotencyKey: 'k' })).toMatchObject({ replayed: true, output: { said: 'hello' } });
    await expect(call(tool, { idempotencyKey: 'k' }, 'other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - PRICE);
  });

  it('answers a settled call from its record although its provider has gone since', async () => {
    const { call, ledger } = setUp();
    await call(
      paidTool(async (text) => text),
      { idempotencyKey: 'k' },
    );
    const gone = { ...aContext().environment, settings: () => null };
    const later = setUp(0, { ledger, environments: { live: gone, test: gone } });
    const provider = { id: 'p', title: 'P', tier: 'T1', about: '', baseUrl: 'http://x', settings: {} } as const;
    const tool = paidTool(async (text) => text, { uses: [provider] });
    expect(await later.call(tool, { idempotencyKey: 'k' })).toMatchObject({ replayed: true });
    await expect(later.call(tool, { idempotencyKey: 'new' })).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
  });

  it('lets a repeat of a settled call send its files again, whatever is left to pay with', async () => {
    const { call, calls } = setUp(PRICE);
    const tool = paidTool(async (text) => text);
    await call(tool, { idempotencyKey: 'k' });
    await calls.assertCouldPay(tool, account, 'k');
    for (const key of [undefined, 'new']) {
      await expect(calls.assertCouldPay(tool, account, key)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    }
  });

  it('records no page: a browser that comes back gets it anew', async () => {
    const { call } = setUp();
    const page = paidTool(async (text) => text, { price: 0, effect: 'write', reply: 'page' });
    await call(page, { idempotencyKey: 'k' });
    expect(await call(page, { idempotencyKey: 'k' })).toMatchObject({ replayed: false });
  });

  it('gives those who had joined the same failure', async () => {
    const { call, ledger } = setUp();
    const gate = createDeferred<string>();
    const tool = paidTool(() => gate.promise);
    const both = [call(tool, { idempotencyKey: 'k' }), call(tool, { idempotencyKey: 'k' })];
    setTimeout(() => gate.reject(new UpstreamFailure('cut', 'a')), 20);
    const settled = await Promise.allSettled(both);
    expect(settled.map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      'UPSTREAM_FAILED',
      'UPSTREAM_FAILED',
    ]);
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
  });

  it('lets no more than 16 join', async () => {
    const { call } = setUp();
    const gate = createDeferred<string>();
    const tool = paidTool(() => gate.promise);
    const all = Array.from({ length: 18 }, () => call(tool, { idempotencyKey: 'k' }));
    setTimeout(() => gate.resolve('x'), 20);
    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'IN_PROGRESS' } }]);
  });
});

describe('leaving', () => {
  it('does not decide a charge: what was sent settles, and the record serves a repeat', async () => {
    const { call, ledger } = setUp();
    const gone = new AbortController();
    let aborted = false;
    const tool = paidTool(async (text, ctx) => {
      gone.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      aborted = ctx.signal.aborted;
      return text;
    });
    await call(tool, { idempotencyKey: 'k', callerGone: gone.signal });
    expect(aborted).toBe(false);
    expect(await call(tool, { idempotencyKey: 'k' })).toMatchObject({ replayed: true });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - PRICE);
  });

  it('tells the tool when nobody waits any more, and not while somebody has joined', async () => {
    const { call } = setUp();
    const gone = new AbortController();
    const gate = createDeferred<string>();
    let left: AbortSignal | undefined;
    const tool = paidTool((_text, ctx) => {
      left = ctx.callerGone;
      return gate.promise;
    });
    const first = call(tool, { idempotencyKey: 'k', callerGone: gone.signal });
    const staying = new AbortController();
    const second = call(tool, { idempotencyKey: 'k', callerGone: staying.signal });
    await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(left?.aborted).toBe(false);
    staying.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(left?.aborted).toBe(true);
    gate.resolve('x');
    await Promise.all([first, second]);
  });

  it('aborts a free call', async () => {
    const { call } = setUp();
    const gone = new AbortController();
    const seen = createDeferred<boolean>();
    const tool = paidTool(
      (_text, { signal }) => new Promise(() => signal.addEventListener('abort', () => seen.resolve(true))),
      { price: 0 },
    );
    const running = call(tool, { callerGone: gone.signal }).catch(() => {});
    setTimeout(() => gone.abort(), 10);
    expect(await seen.promise).toBe(true);
    await running;
  });
});

describe('text that is no text', () => {
  it('reaches the tool with a sign in place of half a character, at any depth', async () => {
    const { call } = setUp();
    const tool = paidTool(async (text) => encodeURIComponent(text));
    expect(await call(tool, {}, 'a\ud800b\u0000')).toMatchObject({
      output: { said: encodeURIComponent('a\ufffdb\ufffd') },
    });
    const nested = defineTool({
      description: 'Says it.',
      effect: 'read',
      input: z.object({ parts: z.array(z.object({ text: z.string() })) }),
      output,
      examples: [],
      run: async ({ parts }) => ({ said: parts.map(({ text }) => encodeURIComponent(text)).join() }),
    });
    const { calls } = setUp();
    const parts = [{ text: '\udc00' }, { text: '\u{1f600}' }];
    const said = await calls.call(registerTool('say', 'proxy', toolset, nested), { parts }, account, {
      requestId: 'r',
    });
    expect(said.output).toEqual({ said: `${encodeURIComponent('\ufffd')},${encodeURIComponent('\u{1f600}')}` });
  });
});

describe('what calls cost', () => {
  it('is recorded where it is known, of refunded calls too, and 0 for an answer served again', async () => {
    const { call, ledger } = setUp();
    const metered = paidTool(
      async (text, ctx) => {
        ctx.meter(3);
        ctx.meter(0.5);
        if (text === 'fail') throw new UpstreamFailure('malformed', 'a');
        return text;
      },
      { cache: { seconds: 60 } },
    );
    await call(metered);
    await call(metered);
    await call(metered, {}, 'fail').catch(() => {});
    await call(paidTool(async (text) => text));
    expect([...ledger.rows.values()].map(({ costMicros }) => costMicros)).toEqual([3.5, 0, 3.5, undefined]);
  });
});

describe('answers that serve again', () => {
  it('are kept apart by company where people call', async () => {
    const { calls } = setUp();
    let runs = 0;
    const tool = {
      ...paidTool(async (text) => `${text} ${++runs}`, { cache: { seconds: 60 } }),
      access: 'member-session' as const,
      priceMicros: 0,
    };
    const ask = async (company: string): Promise<unknown> => {
      const who = { sessionId: `ses_${company}`, userId: 1, email: 'a@b.example', companyId: company } as const;
      const session = { kind: 'session', mode: 'live', ip: '127.0.0.1', status: 'active', role: 'admin' } as const;
      const principal = { ...session, ...who, accountId: `agt_${company}`, isOperator: false };
      return (await calls.call(tool, { text: 'secret' }, principal, { requestId: 'req' })).output;
    };
    const said = [await ask('c_a'), await ask('c_b'), await ask('c_a')];
    expect(said).toEqual([{ said: 'secret 1' }, { said: 'secret 2' }, { said: 'secret 1' }]);
  });

  it('runs identical calls once, charges each, and says cached; accounts are kept apart', async () => {
    const { call, ledger } = setUp();
    ledger.balances.set('agt_b', usd('1'));
    let runs = 0;
    const tool = paidTool(async (text) => `${text} ${++runs}`, { cache: { seconds: 60 } });
    const [a, b] = await Promise.all([call(tool), call(tool)]);
    const c = await call(tool);
    expect([a?.cached, b?.cached, c.cached]).toEqual([false, true, true]);
    expect(c.output).toEqual({ said: 'hello 1' });
    expect(ledger.balanceOf('agt_a')).toBe(usd('1') - 3 * PRICE);
    const other = await call(tool, {}, 'hello', { ...account, accountId: 'agt_b' });
    expect(other).toMatchObject({ cached: false, output: { said: 'hello 2' } });
    expect(await call(tool, {}, 'hello', { ...account, mode: 'test' })).toMatchObject({ cached: false });
  });

  it('starts anew for a caller who comes when everybody had left', async () => {
    const { call } = setUp();
    const { promise, resolve } = createDeferred<void>();
    let runs = 0;
    const tool = paidTool(
      async (text, ctx) => {
        if (++runs > 1) return text;
        await promise;
        if (ctx.callerGone.aborted) throw new CallerGoneError();
        return text;
      },
      { cache: { seconds: 60 } },
    );
    const gone = new AbortController();
    const left = call(tool, { callerGone: gone.signal });
    await sleep(10);
    gone.abort();
    const late = call(tool);
    resolve();
    await expect(left).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(await late).toMatchObject({ output: { said: 'hello' }, cached: false });
    expect(await call(tool)).toMatchObject({ cached: true });
  });

  it('keeps no failure', async () => {
    const { call } = setUp();
    let runs = 0;
    const tool = paidTool(
      async () => {
        if (++runs === 1) throw new UpstreamFailure('overloaded', 'a');
        return 'ok';
      },
      { cache: { seconds: 60 } },
    );
    await expect(call(tool)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    expect(await call(tool)).toMatchObject({ cached: false, output: { said: 'ok' } });
  });
});

describe('draining', () => {
  it('takes nothing new, waits for what runs, and refunds what would not end', async () => {
    const { calls, call, ledger } = setUp();
    const gate = createDeferred<string>();
    const slow = registerTool(
      'say',
      'proxy',
      { ...toolset, timeoutMs: 60_000 },
      paidTool(() => gate.promise).definition,
    );
    const running = call(slow);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const drained = calls.drain(2_100);
    await expect(call(slow)).rejects.toMatchObject({ code: 'DRAINING' });
    await expect(running).rejects.toMatchObject({ code: 'DRAINING' });
    await drained;
    expect(ledger.openCalls).toBe(0);
    expect(ledger.balanceOf('agt_a')).toBe(usd('1'));
  });
});
