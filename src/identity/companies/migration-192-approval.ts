/** A company may want campaigns to be approved by a second member. */
import { defineSchema } from '../../database/schema.ts';

export const approvalSetting = defineSchema(
  192,
  'approval setting',
  'ALTER TABLE companies ADD COLUMN requires_approval INTEGER NOT NULL DEFAULT 0;',
);
