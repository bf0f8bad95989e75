/** Key events that features above the ledger follow: companies number keys, OAuth grants them. */
import { defineEvent } from '../../database/define.ts';

/** Another key has taken the place of one. */
export const keyReplaced = defineEvent<{ oldKeyId: string; newKeyId: string }>('keys.replaced');
/** An operator has issued the root key of an account. */
export const rootKeyIssued = defineEvent<{ accountId: string; keyId: string }>('keys.rootIssued');
/** All sub-keys of an account end; `actingKeyId` is null for a member who says so in a session. */
export const subKeysEnded = defineEvent<{ accountId: string; actingKeyId: string | null }>('keys.subKeysEnded');
