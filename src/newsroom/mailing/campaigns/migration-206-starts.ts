/** Campaigns by their start: articles are compared with the releases that they sent. */
import { defineSchema } from '../../../database/schema.ts';

export const starts = defineSchema(
  206,
  'starts of campaigns',
  `
CREATE INDEX campaigns_by_start ON campaigns (started_at, press_release_id) WHERE started_at IS NOT NULL;
`,
);
