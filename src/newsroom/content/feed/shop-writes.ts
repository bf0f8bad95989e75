/** The public profile of a company, made with the first article that it publishes. */
import type { Tx } from '../../../database/types.ts';
import { lockFeed } from './counter-writes.ts';
import { chooseSlug } from './shop-slug.ts';

export interface ShopName {
  id: number;
  slug: string;
  name: string;
}

/** The company's profile under its name of today; null for a company that there isn't. */
export async function ensureShop(tx: Tx, companyId: string): Promise<ShopName | null> {
  const { db, nowMs } = tx;
  const company = await db
    .selectFrom('companies')
    .select(['name', 'domain', 'shop_slug'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!company) return null;
  const { name } = company;
  const query = db.selectFrom('shops').select(['id', 'slug', 'name']).where('company_id', '=', companyId);
  let row = await query.executeTakeFirst();
  if (!row) {
    // Nobody else makes one while the feed is locked.
    await lockFeed(tx);
    row = await query.executeTakeFirst();
  }
  const shop =
    row ?? (await insertShop(tx, companyId, name, chooseSlug(await dropForeignDomain(tx, companyId, company))));
  if (shop.name !== name)
    await db.updateTable('shops').set({ name, updated_at: nowMs }).where('id', '=', shop.id).execute();
  // Its members are told where it is.
  if (company.shop_slug === null)
    await db.updateTable('companies').set({ shop_slug: shop.slug }).where('id', '=', companyId).execute();
  return { ...shop, name };
}

/** Any admin may name any domain: only one that a member has signed in at gives the profile its address. */
async function dropForeignDomain<Company extends { domain: string | null }>(
  { db }: Tx,
  companyId: string,
  company: Company,
): Promise<Company> {
  const domain =
    company.domain
      ?.trim()
      .toLowerCase()
      .replace(/^www\./, '') ?? '';
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email_norm')
    .where('memberships.company_id', '=', companyId)
    .limit(MEMBERS_MAX)
    .execute();
  const isOwn =
    !PUBLIC_MAIL.has(domain) &&
    members.some(({ email_norm }) => email_norm.endsWith(`@${domain}`) || email_norm.endsWith(`.${domain}`));
  return domain !== '' && isOwn ? company : { ...company, domain: null };
}

/** Domains at which anybody has an address. */
const PUBLIC_MAIL = new Set(
  'gmail.com outlook.com hotmail.com live.com yahoo.com yahoo.co.jp icloud.com aol.com gmx.de gmx.net proton.me protonmail.com qq.com 163.com 126.com sina.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp'.split(
    ' ',
  ),
);
/** Members whose addresses are looked at. */
const MEMBERS_MAX = 200;

/** That of the demonstration set. */
export const findDemoShop = ({ db }: Tx): Promise<ShopName | undefined> =>
  db.selectFrom('shops').select(['id', 'slug', 'name']).where('is_demo', '=', 1).executeTakeFirst();

/** So many of one name before the number of the profile decides. */
const SUFFIX_MAX = 50;

async function insertShop(tx: Tx, companyId: string, name: string, wanted: string | null): Promise<ShopName> {
  const { db, nowMs } = tx;
  // Slugs have no such letters: nobody else's can be in the way until the number is known.
  const row = { slug: `company ${companyId}`, company_id: companyId, name, is_demo: 0, created_at: nowMs } as const;
  const empty = { description: null, url: null, prefecture: null, address: null, logo_url: null, updated_at: nowMs };
  const { id } = await db
    .insertInto('shops')
    .values({ ...row, ...empty })
    .returning('id')
    .executeTakeFirstOrThrow();
  const slug = await findFreeSlug(tx, wanted ?? `shop-${id}`, id);
  await db.updateTable('shops').set({ slug }).where('id', '=', id).execute();
  return { id, slug, name };
}

async function findFreeSlug({ db }: Tx, wanted: string, id: number): Promise<string> {
  for (let count = 1; count <= SUFFIX_MAX; count++) {
    const slug = count === 1 ? wanted : `${wanted}-${count}`;
    const owner = await db.selectFrom('shops').select('id').where('slug', '=', slug).executeTakeFirst();
    if (!owner) return slug;
  }
  return `${wanted}-shop-${id}`;
}
