/** The country that a search for a place names beside the place: "Oslo, Germany" is not in Norway. */
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import { runOnce } from '../../../lib/memoize.ts';
import type { Place } from './place.ts';

/** Names in use besides those that the runtime knows. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'U.S.A.', 'US', 'U.S.', 'America', 'United States of America', 'アメリカ', '米国', '美國'],
  GB: [
    'UK',
    'U.K.',
    'Great Britain',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    '英国',
    'イングランド',
  ],
  KR: ['Korea', 'Republic of Korea'],
  CN: ["People's Republic of China", 'PRC'],
  CZ: ['Czech Republic'],
  NL: ['Holland', 'The Netherlands', 'オランダ'],
  AE: ['UAE', 'U.A.E.', 'Emirates'],
  TR: ['Turkey', 'Türkiye'],
  DE: ['Deutschland', '独国'],
  ES: ['España'],
  IT: ['Italia'],
  JP: ['Nippon'],
  NO: ['Norge'],
  SE: ['Sverige'],
  CH: ['Schweiz', 'Suisse'],
  AT: ['Österreich'],
  BR: ['Brasil'],
};

/** Territories that sources count as a country, or as a part of the one that they belong to. */
const territories: Readonly<Record<string, readonly string[]>> = {
  CN: ['HK', 'MO', 'TW'],
  US: ['PR', 'GU', 'VI', 'AS', 'MP'],
  GB: ['GG', 'JE', 'IM', 'GI'],
  FR: ['GP', 'MQ', 'RE', 'YT', 'GF', 'PF', 'NC', 'BL', 'MF', 'PM', 'WF'],
  NL: ['AW', 'CW', 'SX', 'BQ'],
  DK: ['GL', 'FO'],
  NO: ['SJ'],
  FI: ['AX'],
};

const locales = ['en', 'ja', 'zh-Hans', 'zh-Hant'];
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Folded names, the longest first, each with its code. */
const listCountryNames = runOnce((): (readonly [name: string, code: string])[] => {
  const names = new Map<string, string>();
  const formats = locales.map((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }));
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const canonical = Intl.getCanonicalLocales(`und-${code}`)[0]?.slice('und-'.length);
    if (canonical !== code || /^(EU|EZ|UN|QO|XA|XB|ZZ)$/.test(code)) continue;
    const known = formats.map((format) => format.of(code) ?? '').filter((name) => name !== '');
    for (const name of [...known, ...(otherNames[code] ?? [])]) names.set(fold(name), code);
  }
  return [...names].sort(([a], [b]) => b.length - a.length);
});

/** The country that stands beside a place in `query`, with its name as it was written; null where there is none. */
export function findCountry(query: string): { code: string; name: string } | null {
  const text = fold(query)
    .replace(/[)）]$/, '')
    .trimEnd();
  const found = listCountryNames().find(([name]) => text === name || isBeside(text, name));
  const [name, code] = found ?? [];
  return name === undefined || code === undefined || text === name ? null : { code, name };
}

/** Names in Latin letters stand last; Japanese and Chinese put the country first, with nothing in between. */
function isBeside(text: string, name: string): boolean {
  if (text.endsWith(name) && /[\s,、，(（]$/.test(text.slice(0, -name.length))) return true;
  if (/[a-z]/.test(name) || !text.startsWith(name)) return false;
  return !/^(人|語|语|料理|大使館|大使馆|通り|街|村|広場|广场|橋|桥)/.test(text.slice(name.length));
}

/** Without those that lie in another country than the one that the query names. Throws `empty` when none is left. */
export function requirePlaces<P extends Place>(source: string, query: string, places: readonly P[]): P[] {
  const fitting = dropContradicted(query, places);
  if (fitting.length === 0) throw new UpstreamFailure('empty', source);
  return fitting;
}

function dropContradicted<P extends Place>(query: string, places: readonly P[]): P[] {
  const country = findCountry(query);
  if (!country) return [...places];
  const { code, name } = country;
  return places.filter(({ countryCode, address, region }) => {
    if (countryCode === null || isPartOf(countryCode, code) || isPartOf(code, countryCode)) return true;
    // Georgia is a state as well, and Little Germany is in Bradford.
    return fold(`${address} ${region ?? ''}`).includes(name);
  });
}

const isPartOf = (code: string, country: string): boolean =>
  code === country || (territories[country] ?? []).includes(code);
