/** PR TIMES: the company's feed (RSS 1.0), and its page only when the feed fails. */
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { ReleaseList } from '../../../providers/shared/page/releases.ts';
import type { CompanyPage, SiteFetcher } from './types.ts';

const ORIGIN = 'https://prtimes.jp';
/** A list of a company, a release of a company, or its number in the query. */
const NUMBERS = [/\/searchrlp\/company_id\/0*(\d{1,9})/, /\/rd\/p\/\d+\.0*(\d{1,9})\.html/];
const RELEASE = /\/main\/html\/rd\/p\/\d+\.\d+\.html/;

export const prtimes: SiteFetcher = {
  fits: ({ host }) => host === 'prtimes.jp',
  async fetchCompany(url, readPage) {
    const number = readNumber(url);
    if (number === null) {
      throw createReasonError('unsupported_site', { message: 'This PR TIMES address does not name a company' });
    }
    const page = `${ORIGIN}/main/html/searchrlp/company_id/${number}`;
    const build = (
      source: CompanyPage['source'],
      { name, company }: ReleaseList,
    ): Omit<CompanyPage, 'releases' | 'truncated'> => ({
      company: { name: cleanName(name), site: 'prtimes', siteCompanyId: number, url: page, ...company },
      source,
    });
    const feed = await readPage(`${ORIGIN}/companyrdf.php?company_id=${number}`).catch(keepDefect);
    if (feed?.kind === 'feed') return { ...build('feed', feed), ...pickReleases(feed) };
    const list = await readPage(page);
    const releases = list.releases.filter((release) => RELEASE.test(release.url));
    return { ...build('html', list), releases, truncated: list.truncated };
  },
};

const pickReleases = ({ releases, truncated }: Pick<CompanyPage, 'releases' | 'truncated'>) => ({
  releases,
  truncated,
});

function readNumber(url: URL): string | null {
  const number = NUMBERS.flatMap((pattern) => pattern.exec(url.pathname)?.[1] ?? [])[0];
  const queried = /^0*(\d{1,9})$/.exec(url.searchParams.get('company_id') ?? '')?.[1];
  return number ?? queried ?? null;
}

/** A feed that can't be read leaves the page; what is our own fault does not. */
function keepDefect(thrown: unknown): null {
  if (thrown instanceof FareboxError && thrown.status < 500) return null;
  if (thrown instanceof FareboxError && /^UPSTREAM_/.test(thrown.code)) return null;
  throw thrown;
}

/** 株式会社サンプルのプレスリリース → 株式会社サンプル */
function cleanName(name: string | null): string | null {
  const cleaned = (name ?? '')
    .replace(/^PR TIMES\s*[|｜:：-]\s*/i, '')
    .replace(/(?:プレスリリース|PR TIMES).*$/i, '')
    .trim()
    .replace(/[の|｜-]$/, '')
    .trim();
  return cleaned === '' ? null : cleaned;
}
