import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProviders } from '../../../src/config/provider-files.ts';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { listOf, type Newsroom, openNewsroom, type Person, waitFor } from '../auth/newsroom.ts';

/** What a new account has pays for so many of `generate`. */
const GENERATES = 25;
const ANSWER_BYTES = 400;

describe.each(dailyEngines(import.meta.url))('the log of calls on %s', (engine) => {
  let room: Newsroom;
  let owner: Person;
  let key: { key: string; keyId: string };
  let capped: { key: string; keyId: string };
  beforeAll(async () => {
    // Room for one answer.
    const limits = { accountAnswerBytesMax: { live: ANSWER_BYTES, test: ANSWER_BYTES } };
    room = await openNewsroom(engine, { providers: await loadProviders(), limits });
    owner = await room.signIn('owner@log.example');
    key = await makeKey({});
    capped = await makeKey({ caps: { perCall: 0.001 } });
    await pay(key.key, 'llm-fast', 'Hello sandbox:down', 502);
    await pay(capped.key, 'llm-fast', 'Hello', 403);
    await Promise.all(Array.from({ length: GENERATES }, (_, i) => pay(key.key, 'generate', `Number ${i}`, 200)));
    await pay(key.key, 'llm-fast', 'Hello', 402);
    await waitFor(async () => ((await calls('&outcome=refused')).length === 2 ? true : undefined));
  });
  afterAll(() => room.stop());

  async function makeKey(body: object): Promise<{ key: string; keyId: string }> {
    const made = await room.ask('POST', '/auth/api-keys', { key: owner.token, body: { ...body, mode: 'test' } });
    return { key: String(made.body.key), keyId: String(made.body.keyId) };
  }

  async function pay(token: string, tool: string, prompt: string, status: number): Promise<void> {
    const answer = await room.ask('POST', `/api/proxy/${tool}`, { key: token, body: { prompt } });
    expect(answer.status).toBe(status);
  }

  const read = (path: string, token = owner.token): Promise<Answer> => room.ask('GET', path, { key: token });

  async function calls(filters = '', token?: string): Promise<Record<string, unknown>[]> {
    const answer = await read(`/api/account/calls?mode=test&limit=200${filters}`, token);
    expect(answer).toMatchObject({ status: 200, body: { nextCursor: null } });
    return listOf(answer.body.calls);
  }

  it('holds every call with its end: settled, refunded and why, or refused', async () => {
    const all = await calls();
    expect(all).toHaveLength(GENERATES + 3);
    const times = all.map(({ at }) => String(at));
    expect(times).toEqual(times.toSorted().reverse());
    expect(await calls('&outcome=settled')).toHaveLength(GENERATES);
    expect(await calls('&outcome=refunded')).toMatchObject([
      {
        tool: 'llm-fast',
        keyId: key.keyId,
        price: 0.002,
        charged: 0,
        reason: 'upstream_failed',
        error: { code: 'UPSTREAM_FAILED', message: expect.any(String) },
        endedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const refused = await calls('&outcome=refused');
    expect(refused).toMatchObject([
      { keyId: key.keyId, price: 0.002, charged: 0, error: { code: 'INSUFFICIENT_BALANCE' } },
      { keyId: capped.keyId, cap: 'perCall', error: { code: 'CAP_REACHED' } },
    ]);
  });

  it('is filtered by tool, key and day, and goes on where a page ended', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await calls('&tool=llm-fast')).toHaveLength(3);
    expect(await calls(`&keyId=${capped.keyId}`)).toHaveLength(1);
    expect(await calls(`&from=2026-01-01&to=${today}`)).toHaveLength(GENERATES + 3);
    expect(await calls('&day=2001-01-01')).toEqual([]);
    expect(await calls('&to=2001-01-01T00:00:00Z')).toEqual([]);
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await read(`/api/account/calls?mode=test&limit=5${cursor}`);
      seen.push(...listOf(page.body.calls).map(({ callId }) => callId));
      cursor = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual((await calls()).map(({ callId }) => callId));
    for (const odd of ['cursor=nonsense', 'day=2026-11-22&from=2026-11-22', 'day=tomorrow', 'outcome=lost']) {
      expect((await read(`/api/account/calls?${odd}`)).status).toBe(400);
    }
  });

  it('shows a sub-key its own calls alone', async () => {
    expect(await calls('', capped.key)).toMatchObject([{ keyId: capped.keyId }]);
    expect(await calls(`&keyId=${key.keyId}`, capped.key)).toEqual([]);
  });

  it('a report divides up to ninety days by day, tool or key', async () => {
    const report = async (query: string): Promise<Record<string, unknown>> =>
      Object((await read(`/api/proxy/account/report?mode=test${query}`)).body.report);
    const documented = await report('');
    expect(documented.dailyBreakdown).toHaveLength(7);
    expect(documented).not.toHaveProperty('breakdown');
    const byTool = await report('&by=tool&days=90');
    expect(byTool.dailyBreakdown).toHaveLength(90);
    expect(byTool.breakdown).toEqual([
      { tool: 'generate', count: GENERATES, settled: GENERATES, spent: 0.25 },
      { tool: 'llm-fast', count: 1, settled: 0, spent: 0 },
    ]);
    const byKey = await report('&by=key&days=1');
    expect(byKey.breakdown).toMatchObject([{ keyId: key.keyId, name: '', count: GENERATES + 1, spent: 0.25 }]);
    const byDay = await report('&by=day');
    expect(byDay.breakdown).toMatchObject([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), spent: 0.25 }]);
    expect((await read('/api/proxy/account/report?days=91')).status).toBe(400);
  });

  it('a member reads both accounts of the company, pays for nothing, and sees no other’s', async () => {
    const company = Object((await read('/auth/me')).body.company);
    const live = await read('/api/account/balance');
    expect(live.body).toMatchObject({ agentId: company.account_id, balance: 0.25, totalSpent: 0 });
    const test = await read('/api/proxy/account/balance?mode=test');
    expect(test.body).toMatchObject({ agentId: company.test_account_id, balance: 0, callCount: GENERATES });
    const history = await read('/api/proxy/account/history?mode=test&limit=200');
    expect(listOf(history.body.transactions)).toHaveLength(GENERATES + 3);
    const [newest] = await calls('&outcome=settled');
    const path = `/api/account/receipts/${newest?.callId}?mode=test`;
    expect((await read(path)).body.receipt).toMatchObject({ agentId: company.test_account_id, state: 'settled' });
    const paid = await room.ask('POST', '/api/proxy/llm-fast', { key: owner.token, body: { prompt: 'Hello' } });
    expect(paid.status).toBe(401);
    const other = await room.signIn('other@elsewhere.example');
    expect(await read(path, other.token)).toMatchObject({ status: 404 });
    expect((await read('/api/account/calls', other.token)).body).toMatchObject({ calls: [], nextCursor: null });
    expect(await read('/api/account/balance?mode=live', capped.key)).toMatchObject({ status: 400 });
  });

  it('an answer beyond what is kept for an account is settled all the same, and told from one that was lost', async () => {
    const { key: token } = await room.signIn('keeper@kept.example').then(async (keeper) => {
      const made = await room.ask('POST', '/auth/api-keys', { key: keeper.token, body: { mode: 'test' } });
      return { key: String(made.body.key) };
    });
    const ask = (idempotencyKey: string): Promise<Answer> =>
      room.ask('POST', '/api/proxy/llm-fast', {
        key: token,
        body: { prompt: idempotencyKey },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const first = await ask('first');
    expect(await ask('first')).toMatchObject({ status: 200, body: { response: first.body.response } });
    const second = await ask('second');
    expect(second).toMatchObject({ status: 200, body: { balance: 0.246 } });
    expect(await ask('second')).toMatchObject({
      status: 409,
      body: { error: { code: 'ANSWER_NOT_KEPT', details: { receipt: second.body.receipt } } },
    });
    expect((await read('/api/account/balance', token)).body).toMatchObject({ balance: 0.246, callCount: 2 });
  });
});
