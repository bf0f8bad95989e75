/** Requests to approve a campaign, and the decisions. */
import { defineSchema } from '../../../../database/schema.ts';

export const approvals = defineSchema(
  193,
  'campaign approvals',
  `
CREATE TABLE campaign_approvals (
  id NUMBERED,
  company_id ID NOT NULL,
  campaign_id BIGINT NOT NULL,
  mark TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('requested', 'approved', 'declined')),
  requested_by BIGINT,
  requested_at BIGINT NOT NULL,
  request_note TEXT,
  decided_by BIGINT,
  decided_at BIGINT,
  decision_note TEXT
);
CREATE INDEX campaign_approvals_of_campaign ON campaign_approvals (campaign_id, id);
`,
);
