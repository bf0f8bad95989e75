/** How far the books were proved, for the next proof to go on from there. One row. */
import type { Migration } from '../../database/types.ts';

const tables = `
CREATE TABLE proofs (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  at BIGINT NOT NULL
);
`;

export const proofs: Migration = { version: 56, name: 'proofs', sqlite: tables, postgres: tables };
