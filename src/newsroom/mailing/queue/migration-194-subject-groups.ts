/** Emails of a subject test name their group. */
import { defineSchema } from '../../../database/schema.ts';

export const subjectGroups = defineSchema(
  194,
  'subject groups',
  'ALTER TABLE mail_items ADD COLUMN subject_group TEXT;',
);
