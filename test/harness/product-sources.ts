/** The parsed files of the product and its tests, for the tests of its style. */
import { filesBelow, parseSource, type Source } from './sources.ts';

/** The ledger and the database itself; elsewhere what declares tables, reads and writes. */
export const SQL_PLACES = /^src\/((database|ledger)\/|.*\/((.+-)?(reads|writes|tables)|schema|migration-.+)\.ts$)/;

export const code = [...filesBelow('src'), ...filesBelow('tools')].filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const tests = filesBelow('test').filter((file) => /\.(ts|mjs)$/.test(file));
export const sources: ReadonlyMap<string, Source> = new Map(
  [...code, ...tests].map((file) => [file, parseSource(file)]),
);
export const ourCode = code.flatMap((file) => sources.get(file) ?? []);
