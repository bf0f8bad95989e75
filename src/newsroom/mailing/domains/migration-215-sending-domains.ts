/** Domains of companies that campaigns are sent from, with their signing keys and the state of their records. */
import { defineSchema } from '../../../database/schema.ts';

export const sendingDomains = defineSchema(
  215,
  'sending domains',
  `
CREATE TABLE sending_domains (
  id NUMBERED,
  company_id ID NOT NULL,
  domain ID NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'lost')),
  token TEXT NOT NULL,
  selector TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sealed_key TEXT NOT NULL,
  records TEXT NOT NULL,
  is_taken INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  misses INTEGER NOT NULL,
  missed_at BIGINT,
  checked_at BIGINT,
  next_check_at BIGINT,
  verified_at BIGINT,
  lost_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sending_domains_of_company ON sending_domains (company_id, domain);
CREATE UNIQUE INDEX sending_domains_verified ON sending_domains (domain) WHERE status = 'verified';
CREATE INDEX sending_domains_by_domain ON sending_domains (domain, id);
CREATE INDEX sending_domains_due ON sending_domains (next_check_at, id) WHERE next_check_at IS NOT NULL;
`,
);
