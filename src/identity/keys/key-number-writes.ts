/** Numbers the API keys of a company's account, as part of larger operations. */
import type { Tx } from '../../database/types.ts';
import type { CompanyKeyRow } from '../tables.ts';

/** Gives a key its number. */
export async function numberKey(
  { db }: Tx,
  row: Pick<CompanyKeyRow, 'company_id' | 'key_id' | 'kind' | 'created_by'>,
): Promise<number> {
  const { id } = await db.insertInto('company_keys').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A key's successor has a number of its own and belongs to the same member. */
export async function numberSuccessor(ctx: Tx, oldKeyId: string, newKeyId: string): Promise<void> {
  const old = await ctx.db.selectFrom('company_keys').selectAll().where('key_id', '=', oldKeyId).executeTakeFirst();
  if (!old) return;
  const { company_id, kind, created_by } = old;
  await numberKey(ctx, { company_id, kind, created_by, key_id: newKeyId });
}

/** The root key acts for who has issued it: an admin of the company, or nobody of it. */
export async function numberRootKey(
  ctx: Tx,
  accountId: string,
  keyId: string,
  issuedBy: number | null,
): Promise<number | null> {
  const { db } = ctx;
  const company = await db
    .selectFrom('companies')
    .select('id')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('test_account_id', '=', accountId)]))
    .executeTakeFirst();
  if (!company) return null;
  const renamed = await db
    .updateTable('company_keys')
    .set({ created_by: issuedBy })
    .where('key_id', '=', keyId)
    .returning('id')
    .executeTakeFirst();
  if (renamed) return renamed.id;
  return await numberKey(ctx, { company_id: company.id, key_id: keyId, kind: 'root', created_by: issuedBy });
}
