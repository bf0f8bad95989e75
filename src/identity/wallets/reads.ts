/** Finds the accounts of wallets. */
import type { Db } from '../../database/types.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { WalletRow } from '../../ledger/wallets/tables.ts';

export interface WalletAccount extends Pick<WalletRow, 'network' | 'address' | 'account_id'> {
  /** Of the account's root key. */
  key_hash: string;
}

/** All accounts of an address, one for each network, the newest first. `address`: in lower case. */
export function listWalletAccounts(
  db: Db,
  { mode, networks, address }: { mode: Mode; networks: readonly string[]; address: string },
): Promise<WalletAccount[]> {
  return db
    .selectFrom('wallets')
    .innerJoin('api_keys', 'api_keys.account_id', 'wallets.account_id')
    .select(['wallets.network', 'wallets.address', 'wallets.account_id', 'api_keys.hash as key_hash'])
    .where('wallets.mode', '=', mode)
    .where('wallets.network', 'in', networks)
    .where('wallets.address', '=', address)
    .where('api_keys.is_root', '=', 1)
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.replaced_by', 'is', null)
    .orderBy('wallets.created_at', 'desc')
    .execute();
}
