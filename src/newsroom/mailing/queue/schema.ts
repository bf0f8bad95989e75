import { defineSchema } from '../../../database/schema.ts';

export const mailQueueSchema = defineSchema(
  130,
  'mail queue',
  `
CREATE TABLE mail_items (
  id NUMBERED,
  kind TEXT NOT NULL CHECK (kind IN ('campaign', 'diagnosis', 'test', 'code', 'invitation', 'alert')),
  lane ID NOT NULL,
  company_id ID,
  campaign_id BIGINT,
  article_id BIGINT,
  media_id BIGINT,
  user_id BIGINT,
  recipient TEXT NOT NULL,
  address TEXT NOT NULL,
  address_norm ID NOT NULL,
  domain ID NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  body_html TEXT,
  language TEXT NOT NULL CHECK (language IN ('ja', 'zh', 'en')),
  edited INTEGER NOT NULL,
  version BIGINT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'queued', 'claimed', 'sending', 'retry', 'sent', 'failed',
    'unknown', 'suppressed', 'skipped', 'cancelled')),
  reason TEXT,
  priority INTEGER NOT NULL,
  message_id ID NOT NULL,
  claim_token ID,
  claimed_at BIGINT,
  worker_id ID,
  budget_day ID,
  attempts INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  next_attempt_at BIGINT,
  smtp_stage TEXT,
  smtp_code INTEGER,
  smtp_text TEXT,
  last_error TEXT,
  transport TEXT CHECK (transport IN ('smtp', 'outbox')),
  resolved_by TEXT,
  resolved_at BIGINT,
  queued_at BIGINT,
  sent_at BIGINT,
  opened_at BIGINT,
  clicked_at BIGINT,
  replied_at BIGINT,
  placed_at BIGINT,
  placement_url TEXT,
  bounced_at BIGINT,
  bounce_type TEXT CHECK (bounce_type IN ('hard', 'soft')),
  complained_at BIGINT,
  unsubscribed_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  erased_at BIGINT,
  refusal TEXT,
  refused_at BIGINT
);
CREATE UNIQUE INDEX mail_items_campaign_address ON mail_items (campaign_id, address_norm) WHERE kind = 'campaign';
CREATE UNIQUE INDEX mail_items_article_address ON mail_items (article_id, address_norm) WHERE kind = 'diagnosis';
CREATE INDEX mail_items_of_campaign ON mail_items (campaign_id, status, id);
CREATE INDEX mail_items_due ON mail_items (lane, next_attempt_at, id) WHERE status IN ('queued', 'retry');
CREATE INDEX mail_items_in_hand ON mail_items (worker_id, status) WHERE status IN ('claimed', 'sending');
CREATE INDEX mail_items_in_hand_by_domain ON mail_items (domain) WHERE status IN ('claimed', 'sending');
CREATE INDEX mail_items_by_address ON mail_items (address_norm, id);
CREATE INDEX mail_items_by_status ON mail_items (status, id);
CREATE INDEX mail_items_by_company ON mail_items (company_id, id);
CREATE INDEX mail_items_by_article ON mail_items (article_id, sent_at);
CREATE INDEX mail_items_sent ON mail_items (sent_at);
CREATE INDEX mail_items_ended ON mail_items (kind, updated_at);
CREATE INDEX mail_items_of_media ON mail_items (company_id, media_id, sent_at, opened_at, clicked_at, replied_at, placed_at)
  WHERE kind = 'campaign' AND sent_at IS NOT NULL;
CREATE INDEX mail_items_of_kind ON mail_items (kind, status, id);
CREATE INDEX mail_items_of_outreach ON mail_items (created_at) WHERE kind = 'diagnosis';
CREATE INDEX mail_items_of_domain ON mail_items (domain, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX mail_items_opened ON mail_items (opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX mail_items_clicked ON mail_items (clicked_at) WHERE clicked_at IS NOT NULL;
CREATE INDEX mail_items_complained ON mail_items (complained_at) WHERE complained_at IS NOT NULL;
CREATE INDEX mail_items_refused ON mail_items (refused_at) WHERE refused_at IS NOT NULL;

CREATE TABLE mail_lanes (
  lane ID PRIMARY KEY,
  kind TEXT NOT NULL,
  company_id ID,
  campaign_id BIGINT,
  state TEXT NOT NULL CHECK (state IN ('held', 'open', 'done')),
  priority INTEGER NOT NULL,
  is_sending INTEGER NOT NULL,
  blocked_by TEXT,
  updated_at BIGINT NOT NULL
);
CREATE INDEX mail_lanes_open ON mail_lanes (priority, lane) WHERE state = 'open';
CREATE INDEX mail_lanes_of_company ON mail_lanes (company_id);

CREATE TABLE mail_counters (
  scope ID NOT NULL,
  day ID NOT NULL,
  used BIGINT NOT NULL,
  served_at BIGINT NOT NULL,
  PRIMARY KEY (scope, day)
);

CREATE TABLE mail_domains (
  domain ID PRIMARY KEY,
  next_at BIGINT NOT NULL,
  slow_until BIGINT NOT NULL
);
CREATE INDEX mail_domains_by_time ON mail_domains (next_at);

CREATE TABLE mail_links (
  article_id BIGINT NOT NULL,
  host ID NOT NULL,
  PRIMARY KEY (article_id, host)
);
`,
);
