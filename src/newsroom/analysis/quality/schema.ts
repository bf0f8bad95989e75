import { defineSchema } from '../../../database/schema.ts';

export const opinionSchema = defineSchema(
  126,
  'quality opinions',
  `
CREATE TABLE quality_opinions (
  company_id ID NOT NULL,
  digest ID NOT NULL,
  model TEXT NOT NULL,
  opinions TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (company_id, digest)
) KEYED;
CREATE INDEX quality_opinions_by_time ON quality_opinions (at);
`,
);
