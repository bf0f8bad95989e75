import { defineSchema } from '../../../database/schema.ts';

export const campaignSchema = defineSchema(
  131,
  'campaigns',
  `
CREATE TABLE campaigns (
  id NUMBERED,
  company_id ID NOT NULL,
  name TEXT NOT NULL,
  press_release_id BIGINT NOT NULL,
  media_list_id BIGINT NOT NULL,
  article_id BIGINT NOT NULL,
  release_version BIGINT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'missed', 'queued', 'sending', 'paused', 'cancelled',
    'sent', 'failed')),
  blocked_by TEXT,
  needs_attention INTEGER NOT NULL,
  excluded TEXT NOT NULL,
  fits TEXT NOT NULL,
  send_at BIGINT,
  max_lateness_minutes BIGINT NOT NULL,
  created_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE INDEX campaigns_by_company ON campaigns (company_id, id);
CREATE INDEX campaigns_by_release ON campaigns (press_release_id, id);
CREATE INDEX campaigns_by_list ON campaigns (media_list_id, id);
CREATE INDEX campaigns_due ON campaigns (send_at, id) WHERE status = 'scheduled';
`,
);
