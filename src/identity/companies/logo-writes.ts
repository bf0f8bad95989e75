import { defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { lockCompany } from '../sign-in/sign-in-writes.ts';
import type { CompanyRow } from '../tables.ts';
import { createLogoMissingError, type Logo } from './logo.ts';

export interface ChangeLogoInput {
  companyId: string;
  /** `null` removes the logo, or throws NOT_FOUND if the company has none. */
  logo: Logo | null;
}

export const changeLogo = defineWrite(
  'companies.changeLogo',
  async (ctx: Tx, { companyId, logo }: ChangeLogoInput): Promise<CompanyRow> => {
    const { db, nowMs } = ctx;
    const company = await lockCompany(ctx, companyId);
    if (!logo && company.logo_at === null) throw createLogoMissingError();
    await db.deleteFrom('company_logos').where('company_id', '=', companyId).execute();
    if (logo) {
      // Both databases take a Buffer; what crosses a thread arrives as a plain array of bytes.
      const { buffer, byteOffset, byteLength } = logo.bytes;
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      await db.insertInto('company_logos').values({ company_id: companyId, type: logo.type, bytes }).execute();
    }
    return await db
      .updateTable('companies')
      .set({ logo_at: logo ? nowMs : null })
      .where('id', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow();
  },
);
