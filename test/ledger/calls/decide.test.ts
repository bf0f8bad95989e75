/** Decisions about an operation whose first attempt was interrupted, which no database test can time exactly. */
import { describe, expect, it } from 'vitest';
import { type BookedAccount, type BookedCall, type BookedKey, Books } from '../../../src/ledger/books.ts';
import { decideClose, decideOpen } from '../../../src/ledger/calls/decide.ts';
import type { CloseOperation, OpenOperation } from '../../../src/ledger/operations.ts';
import type { OpenCallRow } from '../../../src/ledger/tables.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const account: BookedAccount = {
  id: 'agt_1',
  mode: 'live',
  status: 'active',
  balance: 10_000,
  deposited: 10_000,
  charges_count: 0,
  refunds_count: 0,
  settled_seen: 0,
  spent: 0,
  refunded_at: null,
  transfer_seq: 1,
  last_transfer: 7,
  root_paid_at: null,
  answer_bytes: 0,
};

const key: BookedKey = {
  id: 'key_1',
  account_id: 'agt_1',
  lineage: 'key_1',
  is_root: 0,
  cap_total: null,
  cap_per_day: null,
  cap_per_call: null,
  cap_tools: null,
  spent_total: 0,
  spent_day: null,
  spent_on_day: 0,
  charges_count: 0,
  refunds_count: 0,
  last_transfer: null,
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
};

const call: OpenCallRow = {
  id: 'call_1',
  mode: 'live',
  account_id: 'agt_1',
  key_id: 'key_1',
  lineage: 'key_1',
  tool: 'llm-fast',
  price: 2_000,
  owner: 'in_1',
  deadline_at: NOW + 30_000,
  opened_at: NOW,
  claim_scope: null,
  claim_key: null,
  parent_id: null,
  task_ref: null,
};

const settledCall: BookedCall = { ...call, state: 'settled', closed_at: NOW };

const opening: OpenOperation = {
  kind: 'open',
  callId: 'call_1',
  mode: 'live',
  accountId: 'agt_1',
  keyId: 'key_1',
  tool: 'llm-fast',
  price: 2_000,
  timeoutMs: 30_000,
  needsDeposit: false,
  claim: null,
  task: null,
  parentId: null,
  owner: 'in_1',
  retried: true,
};

const closing: CloseOperation = {
  kind: 'close',
  callId: 'call_1',
  accountId: 'agt_1',
  keyId: 'key_1',
  owner: 'in_1',
  overdueOnly: false,
  settled: true,
  answer: null,
  reason: null,
  failure: null,
  cost: null,
  children: null,
  retried: true,
};

interface Found {
  call?: Partial<OpenCallRow>;
  closed?: Partial<BookedCall>;
  key?: Partial<BookedKey>;
  others?: BookedKey[];
}

function books(found: Found = {}): Books {
  let n = 7;
  const made = new Books(NOW, 0, () => ++n);
  made.accounts.set(account.id, { ...account });
  for (const one of [{ ...key, ...found.key }, ...(found.others ?? [])]) made.keys.set(one.id, one);
  if (found.call) made.open.set(call.id, { ...call, ...found.call });
  if (found.closed) made.closed.set(call.id, { ...settledCall, ...found.closed });
  return made;
}

describe('an open that is asked again', () => {
  it('finds the charge of its first try and charges nothing', () => {
    const found = books({ call: {} });
    expect(decideOpen(found, opening, 30)).toEqual({ is: 'opened', balance: 10_000 });
    expect(found.changes.transfers).toEqual([]);
  });

  it('charges when its first try left nothing', () => {
    const found = books();
    expect(decideOpen(found, opening, 30)).toEqual({ is: 'opened', balance: 8_000 });
    expect(found.changes.transfers).toMatchObject([
      { n: 8, seq: 2, prev: 7, lineage_prev: null, kind: 'charge', amount: -2_000, balance_after: 8_000 },
    ]);
  });

  it('does not run a call that was swept meanwhile', () => {
    expect(decideOpen(books({ closed: { state: 'refunded' } }), opening, 30)).toMatchObject({ is: 'seen' });
    expect(decideOpen(books({ call: { owner: 'in_2' } }), opening, 30)).toMatchObject({ is: 'seen' });
  });
});

describe('a close that is asked again', () => {
  it('finds that its first try settled the call', () => {
    const settledAt = NOW - 5;
    const found = books({ closed: { closed_at: settledAt } });
    expect(decideClose(found, closing)).toMatchObject({ is: 'closed', at: settledAt, balance: 10_000 });
    expect(found.changes.closed).toEqual([]);
  });

  it('is lost when the sweeper was faster, and when it is not asked again but once too often', () => {
    expect(decideClose(books({ closed: { state: 'refunded' } }), closing)).toEqual({ is: 'lost' });
    const settled = books({ closed: {} });
    expect(decideClose(settled, { ...closing, retried: false })).toEqual({ is: 'lost' });
  });
});

describe('a refund', () => {
  it('frees the caps of the key that replaced the one which paid', () => {
    const replacement = { ...key, id: 'key_2', spent_total: 5_000, spent_day: '2026-11-21', spent_on_day: 5_000 };
    const found = books({ call: {}, key: { replaced_by: 'key_2', revoked_at: NOW }, others: [replacement] });
    const refund: CloseOperation = { ...closing, settled: false, reason: 'internal', retried: false };
    expect(decideClose(found, refund)).toMatchObject({ is: 'closed', balance: 12_000 });
    expect(found.keys.get('key_1')).toMatchObject({ spent_total: 0 });
    expect(found.keys.get('key_2')).toMatchObject({ spent_total: 3_000, spent_on_day: 3_000, refunds_count: 1 });
  });
});

describe('a composed call', () => {
  const part: OpenCallRow = { ...call, id: 'call_1-1', parent_id: 'call_1', price: 1_000 };
  const other: OpenCallRow = { ...part, id: 'call_1-2', tool: 'translate' };
  const open = (...parts: OpenCallRow[]): Books => {
    const made = books({ call: {} });
    for (const one of parts) made.open.set(one.id, { ...one });
    return made;
  };
  const close: CloseOperation = { ...closing, retried: false, children: [] };
  const settled = { settled: true, reason: null, failure: null, cost: 5 };

  it('closes its parts in their order, and those it was not told of as refunded', () => {
    const found = open(part, other);
    const verdict = decideClose(found, { ...close, children: [{ callId: 'call_1-2', ...settled }] });
    expect(verdict).toMatchObject({ is: 'closed', balance: 11_000 });
    expect(verdict).toMatchObject({
      parts: [
        { callId: 'call_1', state: 'settled', amountMicros: 2_000 },
        { callId: 'call_1-1', state: 'refunded', amountMicros: 1_000 },
        { callId: 'call_1-2', state: 'settled', amountMicros: 1_000 },
      ],
    });
    expect(found.changes.closed.map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['call_1', 'settled', null],
      ['call_1-1', 'refunded', 'internal'],
      ['call_1-2', 'settled', null],
    ]);
  });

  it('settles no part of a whole that is refunded, and does not count a crash', () => {
    const found = open(part);
    const told = [{ callId: 'call_1-1', ...settled }];
    const refund: CloseOperation = { ...close, settled: false, reason: 'crash', children: told };
    expect(decideClose(found, refund)).toMatchObject({ is: 'closed', balance: 13_000 });
    expect(found.changes.closed.map(({ state, reason }) => [state, reason])).toEqual([
      ['refunded', 'crash'],
      ['refunded', 'crash'],
    ]);
    expect(found.refunds.size).toBe(0);
  });

  it('is found with its parts when its close is asked again, and is lost with them when it was refunded', () => {
    const settledPart: BookedCall = { ...part, state: 'settled', closed_at: NOW };
    const done = books({ closed: {} });
    done.closed.set(part.id, settledPart);
    const again: CloseOperation = { ...close, retried: true };
    expect(decideClose(done, again)).toMatchObject({
      is: 'closed',
      parts: [{ callId: 'call_1' }, { callId: 'call_1-1' }],
    });
    expect(done.changes.closed).toEqual([]);
    const swept = books({ closed: { state: 'refunded' } });
    swept.closed.set(part.id, { ...settledPart, state: 'refunded' });
    expect(decideClose(swept, again)).toEqual({ is: 'lost' });
  });

  it('takes parts while it is open, of its owner and key, with its own deadline', () => {
    const asked: OpenOperation = { ...opening, callId: 'call_1-1', parentId: 'call_1', retried: false, timeoutMs: 5 };
    const found = open();
    expect(decideOpen(found, asked, 30)).toMatchObject({ is: 'opened' });
    expect(found.changes.opened).toMatchObject([{ parent_id: 'call_1', deadline_at: call.deadline_at }]);
    for (const changes of [
      { call: { owner: 'in_2' } },
      { call: { lineage: 'key_9' } },
      { call: { parent_id: 'call_0' } },
      { closed: {} },
    ]) {
      expect(decideOpen(books(changes), asked, 30)).toEqual({
        is: 'refused',
        refusal: { refused: 'parent' },
      });
    }
    expect(decideOpen(books(), asked, 30)).toEqual({ is: 'refused', refusal: { refused: 'parent' } });
  });
});
