import type { Migration } from '../../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE quality_opinions (
  company_id ${ID} NOT NULL,
  digest ${ID} NOT NULL,
  model TEXT NOT NULL,
  opinions TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (company_id, digest)
)/*keyed*/;
CREATE INDEX quality_opinions_by_time ON quality_opinions (at);
`;

export const opinionTables: Migration = {
  version: 26,
  name: 'opinions',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
