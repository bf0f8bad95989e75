/** The unique indexes allow one active job of a kind, and one running job of a lane. */
import { defineSchema } from '../database/schema.ts';

export const jobSchema = defineSchema(
  117,
  'jobs',
  `
CREATE TABLE jobs (
  id ID PRIMARY KEY,
  kind ID NOT NULL,
  lane ID NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done')),
  owner ID,
  claims INTEGER NOT NULL,
  lease_until BIGINT,
  run_at BIGINT NOT NULL,
  failures INTEGER NOT NULL,
  total INTEGER NOT NULL,
  succeeded INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  after_key ID,
  item TEXT,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);
CREATE UNIQUE INDEX jobs_active ON jobs (kind) WHERE state IN ('queued', 'running');
CREATE UNIQUE INDEX jobs_running ON jobs (lane) WHERE state = 'running';
CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE INDEX jobs_by_kind ON jobs (kind, id);
CREATE INDEX jobs_finished ON jobs (finished_at);

CREATE TABLE job_failures (
  job_id ID NOT NULL,
  lane ID NOT NULL,
  item_key ID NOT NULL,
  item TEXT NOT NULL,
  tries INTEGER NOT NULL,
  message TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (job_id, lane, item_key)
);
`,
);
