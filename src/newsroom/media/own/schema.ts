import { defineSchema } from '../../../database/schema.ts';

/** An address stands once among the contacts of a company. */
export const ownContactsSchema = defineSchema(
  152,
  'own contacts',
  `
ALTER TABLE media_items ADD COLUMN company_id ID;
ALTER TABLE media_items ADD COLUMN notes TEXT;
CREATE INDEX media_items_by_company ON media_items (company_id, id) WHERE company_id IS NOT NULL;
CREATE UNIQUE INDEX media_items_own_address ON media_items (company_id, email_norm) WHERE company_id IS NOT NULL;

CREATE TABLE contact_tags (
  company_id ID NOT NULL,
  tag ID NOT NULL,
  media_id BIGINT NOT NULL,
  PRIMARY KEY (company_id, tag, media_id)
) KEYED;
CREATE INDEX contact_tags_of_media ON contact_tags (media_id, tag);
`,
);
