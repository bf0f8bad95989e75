import { describe, expect, it } from 'vitest';
import { KnownKeys } from '../../../src/ledger/keys/known-keys.ts';
import type { IdentifiedKey } from '../../../src/ledger/types.ts';

const key: IdentifiedKey = {
  key: {
    id: 'key_1',
    account_id: 'agt_1',
    lineage: 'key_1',
    hash: 'h',
    last4: '0000',
    name: 'root',
    is_root: 1,
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
    client_id: null,
    created_at: 0,
  },
  accountMode: 'live',
  accountStatus: 'active',
};

describe('keys that are known', () => {
  it('are read once until something is written', async () => {
    const known = new KnownKeys();
    let reads = 0;
    const read = async (): Promise<IdentifiedKey> => {
      reads++;
      return key;
    };
    expect(await known.find('h', read)).toBe(key);
    expect(await known.find('h', read)).toBe(key);
    expect(reads).toBe(1);
    known.forget();
    await known.find('h', read);
    expect(reads).toBe(2);
  });

  it('do not keep what was read before a write and came after it', async () => {
    const known = new KnownKeys();
    let reads = 0;
    const slow = known.find('h', async () => {
      reads++;
      known.forget();
      return key;
    });
    expect(await slow).toBe(key);
    await known.find('h', async () => {
      reads++;
      return key;
    });
    expect(reads).toBe(2);
  });

  it('are only those that exist', async () => {
    const known = new KnownKeys();
    expect(await known.find('h', async () => null)).toBeNull();
    expect(await known.find('h', async () => key)).toBe(key);
  });
});
