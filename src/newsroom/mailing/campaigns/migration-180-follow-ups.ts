/** Follow-ups name the campaign that they follow. */
import { defineSchema } from '../../../database/schema.ts';

export const followUps = defineSchema(180, 'follow-ups', 'ALTER TABLE campaigns ADD COLUMN follow_up_of BIGINT;');
