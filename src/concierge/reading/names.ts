/** Names of currencies, languages and countries: those that the runtime knows in three languages, and what people say. */
import { listWords, wordTables } from '../words/tables.ts';

/** A value and its words, with `|` between. */
export type CodeAndWords = readonly [value: string, words: string];

const locales = ['en', 'ja', 'zh-Hans', 'zh-Hant'];

const translateName = (type: 'currency' | 'language' | 'region', code: string): string[] =>
  locales.map((locale) => openNames(locale, type).of(code) ?? '').filter((name) => name !== '');

const formats = new Map<string, Intl.DisplayNames>();

function openNames(locale: string, type: 'currency' | 'language' | 'region'): Intl.DisplayNames {
  const key = `${locale} ${type}`;
  const names = formats.get(key) ?? new Intl.DisplayNames(locale, { type, fallback: 'none' });
  formats.set(key, names);
  return names;
}

const splitRows = (table: readonly string[]): CodeAndWords[] =>
  table.map((line) => {
    const space = line.indexOf(' ');
    return [line.slice(0, space), line.slice(space + 1)];
  });

/** Units of account that nobody changes money into. */
const NO_MONEY = /^(X..|BOV|CHE|CHW|CLF|COU|MXV|USN|USS|UYI|UYW|ZWN|ZWR|LSM|ECV|MLV)$/;
const PACIFIC = /^X(OF|AF|PF|CD)$/;

/** ISO 4217: code → names, plurals, code itself apart. */
export function listCurrencies(): CodeAndWords[] {
  const codes = Intl.supportedValuesOf('currency').filter((code) => PACIFIC.test(code) || !NO_MONEY.test(code));
  const official = codes.map((code): CodeAndWords => {
    // Names of currencies that are no longer used carry years, such as (1990–2003).
    const names = translateName('currency', code).filter((name) => !/[(（]/.test(name));
    return [
      code,
      [...names, ...names.slice(0, 1).flatMap((name) => [makePlural(name), ...namePeoplesMoney(name)])].join('|'),
    ];
  });
  return [...splitRows(wordTables.currencies), ...official];
}

/** “Canadian money”: what the currency of “Canadian Dollar” is called as well. */
function namePeoplesMoney(name: string): string[] {
  const people = /^(.{3,}) [A-Z][a-z]+$/.exec(name)?.[1];
  return people === undefined ? [] : ['money', 'currency', 'cash'].map((word) => `${people} ${word}`);
}

const makePlural = (name: string): string => (/[a-z]$/.test(name) && !name.endsWith('s') ? `${name}s` : name);

export const languageCodes = listWords('languageCodes');

/** Codes as the translation tools take them. */
export function listLanguages(): CodeAndWords[] {
  const official = languageCodes.map((code): CodeAndWords => [code, translateName('language', code).join('|')]);
  return [...splitRows(wordTables.languages), ...official];
}

/** ISO 3166-1 alpha-2 in lower case. */
export function listRegions(): CodeAndWords[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const official: CodeAndWords[] = [];
  for (const first of letters) {
    for (const second of letters) {
      const code = `${first}${second}`;
      if (/^(A[ABC]|E[UZ]|UN|Q[M-Z]|X.|ZZ|SU|D[DY]|YU|CS|ZR|BU|FX|TP|NT|YD|VD|HV|NH|RH|UK)$/.test(code)) continue;
      const names = translateName('region', code).map((name) =>
        name.replace(/[(（].*$/, '').replace(/^中国|中華人民共和国/, ''),
      );
      const words = names.filter((name) => name.length > 1).join('|');
      if (words !== '') official.push([code.toLowerCase(), words]);
    }
  }
  return [...splitRows(wordTables.regions), ...official];
}

const tickersLikeWords = new Set(listWords('tickersLikeWords'));

interface Coin {
  id: string;
  words: string;
  /** The value may be meant otherwise: a price has to be spoken of. */
  needsContext: boolean;
}

export function listCoins(): Coin[] {
  return splitRows(wordTables.coins).flatMap(([id, rest]): Coin[] => {
    const [ticker = '', ...names] = rest.split(' ');
    const words = names
      .join(' ')
      .split('|')
      .filter((word) => word !== '');
    const isName = (word: string): boolean => !word.endsWith('?') && word !== ticker;
    return [
      { id, words: words.filter(isName).join('|'), needsContext: false },
      {
        id,
        words: words
          .filter((word) => word.endsWith('?'))
          .map((word) => word.slice(0, -1))
          .join('|'),
        needsContext: true,
      },
      { id, words: ticker, needsContext: tickersLikeWords.has(ticker) || ticker.length < 3 },
    ];
  });
}
