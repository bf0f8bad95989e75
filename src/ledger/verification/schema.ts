import { defineSchema } from '../../database/schema.ts';

export const proofSchema = defineSchema(
  106,
  'proofs',
  `
CREATE TABLE proofs (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  at BIGINT NOT NULL
);
`,
);
