/** What the rules do with an operation whose first try was cut off, which no database test can time exactly. */
import { describe, expect, it } from 'vitest';
import { type BookedAccount, type BookedCall, type BookedKey, Books } from '../../src/ledger/books.ts';
import { decideClose, decideOpen } from '../../src/ledger/decide.ts';
import type { CloseOp, OpenOp } from '../../src/ledger/op.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const account: BookedAccount = {
  id: 'agt_1',
  mode: 'live',
  status: 'active',
  balance: 10_000,
  deposited: 10_000,
  charges_count: 0,
  settled_count: 0,
  spent: 0,
  refunded_at: null,
  transfer_seq: 1,
};

const key: BookedKey = {
  id: 'key_1',
  account_id: 'agt_1',
  lineage: 'key_1',
  cap_total: null,
  cap_per_day: null,
  cap_per_call: null,
  cap_tools: null,
  spent_total: 0,
  spent_day: null,
  spent_on_day: 0,
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
};

const call: BookedCall = {
  id: 'call_1',
  mode: 'live',
  account_id: 'agt_1',
  key_id: 'key_1',
  lineage: 'key_1',
  tool: 'llm-fast',
  price: 2_000,
  state: 'open',
  owner: 'in_1',
  deadline_at: NOW + 30_000,
  opened_at: NOW,
  closed_at: null,
  claim_scope: null,
  claim_key: null,
  parent_id: null,
};

const opening: OpenOp = {
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
  parentId: null,
  owner: 'in_1',
  retried: true,
};

const closing: CloseOp = {
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

function books(changes: { call?: Partial<BookedCall>; key?: Partial<BookedKey>; others?: BookedKey[] } = {}): Books {
  const made = new Books(NOW, 0);
  made.accounts.set(account.id, { ...account });
  for (const one of [{ ...key, ...changes.key }, ...(changes.others ?? [])]) made.keys.set(one.id, one);
  if (changes.call) made.calls.set(call.id, { ...call, ...changes.call });
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
    expect(found.changes.transfers).toMatchObject([{ kind: 'charge', amount: 2_000, balance_after: 8_000 }]);
  });

  it('does not run a call that was swept meanwhile', () => {
    expect(decideOpen(books({ call: { state: 'refunded' } }), opening, 30)).toMatchObject({ is: 'seen' });
    expect(decideOpen(books({ call: { owner: 'in_2' } }), opening, 30)).toMatchObject({ is: 'seen' });
  });
});

describe('a close that is asked again', () => {
  it('finds that its first try settled the call', () => {
    const settledAt = NOW - 5;
    const found = books({ call: { state: 'settled', closed_at: settledAt } });
    expect(decideClose(found, closing)).toMatchObject({ is: 'closed', at: settledAt, balance: 10_000 });
    expect(found.changes.closed).toEqual([]);
  });

  it('is lost when the sweeper was faster, and when it is not asked again but once too often', () => {
    expect(decideClose(books({ call: { state: 'refunded' } }), closing)).toEqual({ is: 'lost' });
    const settled = books({ call: { state: 'settled' } });
    expect(decideClose(settled, { ...closing, retried: false })).toEqual({ is: 'lost' });
  });
});

describe('a refund', () => {
  it('frees the caps of the key that replaced the one which paid', () => {
    const replacement = { ...key, id: 'key_2', spent_total: 5_000, spent_day: '2026-11-21', spent_on_day: 5_000 };
    const found = books({ call: {}, key: { replaced_by: 'key_2', revoked_at: NOW }, others: [replacement] });
    const refund: CloseOp = { ...closing, settled: false, reason: 'internal', retried: false };
    expect(decideClose(found, refund)).toMatchObject({ is: 'closed', balance: 12_000 });
    expect(found.keys.get('key_1')).toMatchObject({ spent_total: 0 });
    expect(found.keys.get('key_2')).toMatchObject({ spent_total: 3_000, spent_on_day: 3_000 });
  });
});
