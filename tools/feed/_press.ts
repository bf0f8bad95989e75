/** Shared by the public pages of publishers and what can be downloaded from them. */
import type { Logo } from '../../src/identity/companies/logo.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { findShopCompany } from '../../src/newsroom/content/feed/reads.ts';

export const buildShopPath = (slug: string): string => `/v1/shops/${encodeURIComponent(slug)}`;

/** Undefined where a publisher is no company of this server, or has no logo. */
export async function findShopLogo(
  { services }: Pick<CallContext, 'services'>,
  slug: string,
): Promise<Logo | undefined> {
  const companyId = await findShopCompany(services.database.db, slug);
  return companyId === null ? undefined : await services.identity.findLogo(companyId);
}

export const findLogoPath = async (ctx: Pick<CallContext, 'services'>, slug: string): Promise<string | null> =>
  (await findShopLogo(ctx, slug)) ? `${buildShopPath(slug)}/logo` : null;
