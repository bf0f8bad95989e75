/** Claims of payments by wallets, as the server makes them. */
import { randomBytes } from 'node:crypto';
import { mintKey } from '../../src/ledger/accounts/accounts.ts';
import { generateAgentId } from '../../src/ledger/keys/keys.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import type { ClaimInput } from '../../src/ledger/wallets/claims-writes.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { PRICE } from './books.ts';

export const hex = (bytes: number): string => `0x${randomBytes(bytes).toString('hex')}`;

export function buildWalletClaim(ledger: Ledger, change: Partial<ClaimInput> = {}): ClaimInput {
  return {
    id: createTimeOrderedId('pay_'),
    purpose: 'call',
    mode: 'live',
    network: 'eip155:8453',
    asset: hex(20),
    payer: hex(20),
    nonce: hex(32),
    tool: 'llm-fast',
    amount: PRICE,
    digest: hex(32),
    fingerprint: hex(32),
    identifier: null,
    task: null,
    account: null,
    claimKey: null,
    payment: '{}',
    owner: ledger.database.findOwner() ?? '',
    timeoutMs: 60_000,
    expiresAt: Date.now() + 60_000,
    newAccount: { agentId: generateAgentId(), rootKey: mintKey('live').stored },
    refundsPerHour: 3,
    ...change,
  };
}
