/**
 * Extracts a company's profile from its page: structured data, else rows of tables and lists. Runs in a worker thread.
 */
import { isRecord } from '../../../lib/record.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { joinLines, type PageElement, type PageTree } from './dom.ts';
import { listJsonLd } from './json-ld.ts';

export interface CompanyDetails {
  industry: string | null;
  address: string | null;
}

type Fact = keyof CompanyDetails;
type Node = Readonly<Record<string, unknown>>;

/** Labels of company pages' rows, without blanks and colons. */
const LABELS: Readonly<Record<Fact, ReadonlySet<string>>> = {
  industry: new Set([
    '業種',
    '業種分類',
    '業界',
    '行业',
    '所属行业',
    '行業',
    '产业',
    'industry',
    'sector',
    'industries',
  ]),
  address: new Set(
    '本社所在地 所在地 本社 本社住所 住所 本店所在地 地址 公司地址 总部地址 注册地址 所在地址 address headoffice headquarters companyaddress'.split(
      ' ',
    ),
  ),
};
const ORGANIZATION = /(?:Organization|Corporation|Business|Store|Company)$/;
const LABEL_CHARS_MAX = 30;
/** Code points. */
const FACT_CHARS_MAX = 300;
const ROWS_MAX = 2_000;

/** `name`: of the company, as the page shows it. */
export function readCompanyDetails(source: string, page: PageTree, name: string | null): CompanyDetails {
  const stated = listJsonLd(source).filter((node) => isCompany(node, name));
  const rows = readRows(page);
  return {
    industry: findFirst(stated, (node) => readName(node.industry)) ?? rows.industry,
    address: findFirst(stated, ({ address }) => readAddress(address)) ?? rows.address,
  };
}

/** The data of a page may be about the site itself as well: the name tells. */
function isCompany(node: Node, name: string | null): boolean {
  const types = [node['@type']].flat();
  if (!types.some((type) => typeof type === 'string' && ORGANIZATION.test(type))) return false;
  if (name === null) return true;
  const [stated, shown] = [squeeze(readName(node) ?? ''), squeeze(name)];
  return stated !== '' && (shown.includes(stated) || stated.includes(shown));
}

function findFirst(nodes: readonly Node[], read: (node: Node) => string | null): string | null {
  for (const node of nodes) {
    const value = read(node);
    if (value !== null) return value;
  }
  return null;
}

/** A text, the name of a thing, or the first of several. */
function readName(value: unknown): string | null {
  const [first]: unknown[] = [value].flat();
  return clean(isRecord(first) ? first.name : first);
}

/** A text, or the parts of a postal address in the order of its script. */
function readAddress(value: unknown): string | null {
  const [first]: unknown[] = [value].flat();
  if (!isRecord(first)) return clean(first);
  const read = (key: string): string => readName(first[key]) ?? '';
  const [code, region, locality, street] = ['postalCode', 'addressRegion', 'addressLocality', 'streetAddress'].map(
    read,
  );
  const isEastAsian = /\p{Script=Han}/u.test(`${region}${locality}${street}`);
  if (isEastAsian) return clean(`${code} ${region}${locality}${street}`);
  const country = read('addressCountry');
  return clean([street, locality, joinLines(`${region} ${code}`), country].filter((part) => part !== '').join(', '));
}

function readRows(page: PageTree): CompanyDetails {
  const facts: CompanyDetails = { industry: null, address: null };
  let left = ROWS_MAX;
  for (const label of page.querySelectorAll('th, td, dt')) {
    if (left-- === 0) break;
    const fact = findFact(label);
    const next = label.nextElementSibling;
    if (fact === null || facts[fact] !== null || !next || !/^(?:td|dd)$/.test(next.localName)) continue;
    facts[fact] = clean(next.textContent);
  }
  return facts;
}

function findFact({ textContent }: PageElement): Fact | null {
  const text = (textContent ?? '').trim();
  if (text.length > LABEL_CHARS_MAX) return null;
  const label = squeeze(text).replace(/:$/, '');
  if (LABELS.industry.has(label)) return 'industry';
  return LABELS.address.has(label) ? 'address' : null;
}

const squeeze = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

function clean(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = joinLines(value);
  return text === '' ? null : cutCodePoints(text, FACT_CHARS_MAX);
}
