/** Addresses of public profiles. */

/** Labels below a country that are no name of anybody. */
const SECOND_LEVELS = new Set('ac ad co com ed edu go gob gov gr lg ne net nom or org'.split(' '));
const SLUG_MAX = 40;

/** The label that somebody registered: `sample` of `www.sample.co.jp`; null for what is not a domain. */
function findRegistrableLabel(domain: string): string | null {
  const labels = domain.toLowerCase().split('.').filter(Boolean);
  if (labels.length < 2) return null;
  const [below = ''] = labels.slice(-2);
  const isBelowCountry = (labels.at(-1) ?? '').length === 2 && SECOND_LEVELS.has(below) && labels.length > 2;
  return labels.at(isBelowCountry ? -3 : -2) ?? null;
}

/** Lower-case Latin letters, digits and hyphens; empty for a text without any. */
function toSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return slug.slice(0, SLUG_MAX).replace(/-$/, '');
}

/** The slug that a company would like, before anybody else's is looked at; null for none. */
export function chooseSlug(company: { shop_slug: string | null; domain: string | null; name: string }): string | null {
  if (company.shop_slug !== null) return company.shop_slug;
  const label = company.domain === null ? null : findRegistrableLabel(company.domain);
  return toSlug(label ?? '') || toSlug(company.name) || null;
}
