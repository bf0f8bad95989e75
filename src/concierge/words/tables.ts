/** Parses the word tables of `models/words.json`, one per line; `|` or `,` separates words as in a lexicon. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Below `src` also when the built code runs. */
const FILE = import.meta.url.endsWith('.ts') ? '../models/words.json' : '../../../../src/concierge/models/words.json';

const lines = z.array(z.string());
const tables = z
  .object({
    /** When: no part of a place or a topic where one is asked about the weather or the news. */
    time: lines,
    /** What is around a request and belongs to no topic: taken off its ends. */
    polite: lines,
    /** What no tool of ours does. */
    elsewhere: lines,
    /** What asks for our own secrets, or for leaving the rules. */
    secret: lines,
    greeting: lines,
    /** What points back to something said before. */
    back: lines,
    /** Words that deny what follows them. */
    denyBefore: lines,
    /** Words that deny what stands before them. */
    denyAfter: lines,
    /** Languages that texts are translated into, read aloud or spoken. */
    languageCodes: lines,
    /** A code, then what people call the language beside its names. */
    languages: lines,
    /** A code, then what people call the currency beside the names that the runtime knows. */
    currencies: lines,
    /** Codes that are words as well: only in capitals, or where another currency or a number stands beside them. */
    currencyCodesLikeWords: lines,
    /** The id at CoinGecko, the ticker, then names. A name with `?` is a word of every day as well. */
    coins: lines,
    /** Tickers that are words as well: only in capitals or beside words of price. */
    tickersLikeWords: lines,
    /** Countries as adjectives, short names and cities that stand for them, beside the names that the runtime knows. */
    regions: lines,
    /** Parts of countries that people write after a city. */
    states: lines,
    /** Words of every day that look like slips of words that ask for something, but are not. */
    everyday: lines,
    /** Characters that sound alike in Mandarin, without their tones: what is typed by sound may come out as another one. */
    soundsAlike: lines,
    /** Traditional characters, each with its simplified form, and variants that Japanese writes, as pairs. */
    traditional: lines,
  })
  .parse(JSON.parse(readFileSync(new URL(FILE, import.meta.url), 'utf8')));

export const wordTables: Readonly<Record<keyof typeof tables, readonly string[]>> = tables;

/** Of a table whose words stand between spaces. */
export const listWords = (table: keyof typeof tables): string[] => tables[table].join(' ').split(' ');
