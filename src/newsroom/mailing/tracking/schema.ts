import { defineSchema } from '../../../database/schema.ts';

export const trackingSchema = defineSchema(
  132,
  'mail events',
  `
CREATE TABLE mail_events (
  id NUMBERED,
  kind TEXT NOT NULL CHECK (kind IN ('open', 'click')),
  article_id BIGINT NOT NULL,
  email_id BIGINT,
  campaign_id BIGINT,
  at BIGINT NOT NULL,
  ip_prefix TEXT,
  ua TEXT NOT NULL,
  is_trap INTEGER NOT NULL,
  actor_class TEXT NOT NULL CHECK (actor_class IN ('human', 'machine', 'unknown')),
  reasons TEXT NOT NULL,
  url TEXT,
  events BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX mail_events_of_mail ON mail_events (email_id, id);
CREATE INDEX mail_events_of_campaign ON mail_events (campaign_id, kind, email_id);
CREATE INDEX mail_events_by_time ON mail_events (at);
CREATE INDEX mail_events_of_nobody ON mail_events (article_id, at) WHERE email_id IS NULL;

CREATE TABLE mail_event_totals (
  day ID NOT NULL,
  campaign_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  actor_class TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (day, campaign_id, kind, actor_class)
);
`,
);
