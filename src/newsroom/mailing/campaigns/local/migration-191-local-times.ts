/** A campaign keeps the local time that its emails wait for. */
import { defineSchema } from '../../../../database/schema.ts';

export const localTimes = defineSchema(
  191,
  'local send times',
  'ALTER TABLE campaigns ADD COLUMN local_schedule TEXT;',
);
