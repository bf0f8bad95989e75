/** Outlets and contacts have a time zone. */
import { defineSchema } from '../../../database/schema.ts';

export const timeZones = defineSchema(190, 'time zones of media', 'ALTER TABLE media_items ADD COLUMN time_zone TEXT;');
