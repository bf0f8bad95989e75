/** A campaign keeps the template of its emails. */
import { defineSchema } from '../../../database/schema.ts';

export const templates = defineSchema(181, 'campaign templates', 'ALTER TABLE campaigns ADD COLUMN template TEXT;');
