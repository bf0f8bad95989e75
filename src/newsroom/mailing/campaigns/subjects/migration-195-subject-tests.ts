/** Campaigns that try two subjects. */
import { defineSchema } from '../../../../database/schema.ts';

export const subjectTests = defineSchema(
  195,
  'subject tests',
  `
ALTER TABLE campaigns ADD COLUMN subject_test TEXT;
ALTER TABLE campaigns ADD COLUMN subject_check_at BIGINT;
ALTER TABLE campaigns ADD COLUMN subject_winner TEXT;
ALTER TABLE campaigns ADD COLUMN subject_decided_at BIGINT;
ALTER TABLE campaigns ADD COLUMN subject_decided_by BIGINT;
CREATE INDEX campaigns_subject_check ON campaigns (subject_check_at, id) WHERE subject_check_at IS NOT NULL;
`,
);
