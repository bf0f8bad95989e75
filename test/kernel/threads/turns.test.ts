/** Order of waiting work: paid work first, callers in turn. */
import { expect, it } from 'vitest';
import { type Leave, type TurnLimits, Turns, toShare } from '../../../src/kernel/threads/turns.ts';

const stays = new AbortController().signal;

/** Names in the order in which they got their turn; each `+` in front of a name says that it is paid for. */
function openLine(limits: TurnLimits) {
  const turns = new Turns(limits);
  const served: string[] = [];
  const leaves: Leave[] = [];
  const ask = async (name: string, signal = stays): Promise<void> => {
    const share = { owner: name.replace(/^\+/, ''), isPaid: name.startsWith('+') };
    const leave = await turns.take({ share, signal });
    served.push(name);
    leaves.push(leave);
  };
  const askAll = (names: string): Promise<PromiseSettledResult<void>[]> =>
    Promise.allSettled(names.split(' ').map((name) => ask(name)));
  /** The one that has run longest leaves. */
  const end = async (): Promise<void> => {
    await new Promise(setImmediate);
    leaves.shift()?.();
    await new Promise(setImmediate);
  };
  return { turns, served, ask, askAll, end };
}

it('serves each caller in turn, and what is paid for first', async () => {
  const { served, askAll, end } = openLine({ atOnce: 1, waitingMax: 20 });
  const all = askAll('a a a a b b c +d +d +e');
  for (let turn = 0; turn < 10; turn++) await end();
  await all;
  expect(served.join(' ')).toBe('a +d +e +d b c a b a a');
});

it('keeps a place for what is paid for', async () => {
  const { served, askAll, end } = openLine({ atOnce: 3, freeAtOnce: 2, waitingMax: 20 });
  void askAll('a b c a b');
  await end();
  await askAll('+d');
  expect(served).toEqual(['a', 'b', 'c', '+d']);
});

it('gives one caller only so many places at once', async () => {
  const { served, askAll, end } = openLine({ atOnce: 4, atOncePerOwner: 2, waitingMax: 20 });
  void askAll('+a +a +a +a +b');
  await end();
  expect(served).toEqual(['+a', '+a', '+b', '+a']);
});

it('sends away the last of what is free, and of whoever has most in a full line', async () => {
  const { served, ask, askAll, end } = openLine({ atOnce: 1, waitingMax: 3, waitingMaxPerOwner: 2 });
  await ask('x');
  const crowd = askAll('a a a b');
  const overloaded = { status: 'rejected', reason: { code: 'OVERLOADED', facts: { retryAfterSeconds: 1 } } };
  const paying = askAll('+c +d');
  await expect(ask('b')).rejects.toMatchObject({ code: 'OVERLOADED' });
  for (let turn = 0; turn < 4; turn++) await end();
  expect(await crowd).toMatchObject([{ status: 'fulfilled' }, overloaded, overloaded, overloaded]);
  expect((await paying).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(served).toEqual(['x', '+c', '+d', 'a']);
});

it('lets a caller leave, and tells all who wait when it closes', async () => {
  const { turns, served, ask, end } = openLine({ atOnce: 1, waitingMax: 3 });
  const leaving = new AbortController();
  await ask('a');
  const [gone, told] = [ask('b', leaving.signal), ask('c')];
  leaving.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await expect(ask('d', leaving.signal)).rejects.toThrow('gone');
  turns.refuseWaiting(new Error('closed'));
  await expect(told).rejects.toThrow('closed');
  await end();
  await ask('e');
  expect(served).toEqual(['a', 'e']);
});

it('knows callers by account, or by network', () => {
  const account = { kind: 'account', accountId: 'agt_1', ip: '192.0.2.1', keyId: 'key', lineage: 'key' } as const;
  const principal = { ...account, isRoot: true, status: 'active', caps: {} } as const;
  expect(toShare({ ...principal, mode: 'live' }, 4_000)).toEqual({ owner: 'agt_1', isPaid: true });
  expect(toShare({ ...principal, mode: 'live' }, 0)).toEqual({ owner: 'agt_1', isPaid: false });
  expect(toShare({ ...principal, mode: 'test' }, 4_000)).toEqual({ owner: 'agt_1', isPaid: false });
  const anonymous = { kind: 'anonymous', mode: 'live', ip: '2001:db8::7' } as const;
  expect(toShare(anonymous, 0)).toEqual({ owner: '2001:db8::/64', isPaid: false });
});
