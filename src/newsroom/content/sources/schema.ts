import { defineSchema } from '../../../database/schema.ts';

export const sourceSchema = defineSchema(
  124,
  'sources',
  `
CREATE TABLE sources (
  source_type ID PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT,
  language TEXT,
  homepage_url TEXT,
  feed_url TEXT,
  method TEXT NOT NULL CHECK (method IN ('rss', 'html', 'api', 'internal')),
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'planned', 'retired')),
  interval_minutes BIGINT NOT NULL,
  body_policy TEXT NOT NULL CHECK (body_policy IN ('summary', 'full')),
  terms_note TEXT NOT NULL,
  notes TEXT NOT NULL,
  owner TEXT,
  tags TEXT NOT NULL,
  updated_at BIGINT NOT NULL,
  asked_at BIGINT,
  first_run_at BIGINT,
  last_run_at BIGINT,
  last_job_id TEXT,
  last_success_at BIGINT,
  last_item_at BIGINT,
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  fault TEXT,
  fault_status INTEGER,
  fault_message TEXT,
  fault_at BIGINT,
  retry_at BIGINT,
  robots TEXT NOT NULL DEFAULT 'unknown' CHECK (robots IN ('allowed', 'disallowed', 'unknown')),
  fetched_url TEXT,
  etag TEXT,
  last_modified TEXT,
  fill_title DOUBLE PRECISION,
  fill_body DOUBLE PRECISION,
  fill_email DOUBLE PRECISION
) KEYED;

CREATE TABLE source_hours (
  source_type ID NOT NULL,
  day ID NOT NULL,
  hour INTEGER NOT NULL,
  landed BIGINT NOT NULL,
  errors BIGINT NOT NULL,
  entries BIGINT NOT NULL,
  titles BIGINT NOT NULL,
  bodies BIGINT NOT NULL,
  emails BIGINT NOT NULL,
  PRIMARY KEY (source_type, day, hour)
) KEYED;
CREATE INDEX source_hours_by_day ON source_hours (day);

CREATE TABLE source_errors (
  id NUMBERED,
  source_type ID NOT NULL,
  at BIGINT NOT NULL,
  fault TEXT NOT NULL,
  http_status INTEGER,
  message TEXT NOT NULL
);
CREATE INDEX source_errors_by_source ON source_errors (source_type, id);
`,
);
