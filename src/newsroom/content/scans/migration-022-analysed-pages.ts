/** Analyses are looked up by the address of their page; an address may be longer than what an index of PostgreSQL takes. */
import type { Migration } from '../../../database/types.ts';

const sql = 'CREATE INDEX analyses_by_url ON analyses (substr(url, 1, 200));';

export const analysedPages: Migration = { version: 22, name: 'analysed pages', sqlite: sql, postgres: sql };
