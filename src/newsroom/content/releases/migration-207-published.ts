/** Published releases by their numbers: articles are compared with them. */
import { defineSchema } from '../../../database/schema.ts';

export const published = defineSchema(
  207,
  'published releases',
  `
CREATE INDEX press_releases_published ON press_releases (id) WHERE status = 'published';
`,
);
