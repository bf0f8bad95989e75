/**
 * What ended calls have brought and cost, by day: a rollup of those up to an id. The calls that were there before are added by the
 * same job as those that come.
 */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE margin_days (
  day ${ID} NOT NULL,
  mode ${ID} NOT NULL,
  tool ${ID} NOT NULL,
  outcome ${ID} NOT NULL,
  calls BIGINT NOT NULL,
  paid BIGINT NOT NULL,
  revenue BIGINT NOT NULL,
  cost DOUBLE PRECISION NOT NULL,
  unknown BIGINT NOT NULL,
  PRIMARY KEY (day, mode, tool, outcome)
)/*keyed*/;

CREATE TABLE margin_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  call_id ${ID} NOT NULL
);
`;

export const marginDays: Migration = {
  version: 57,
  name: 'margin by day',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll(ID, 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
