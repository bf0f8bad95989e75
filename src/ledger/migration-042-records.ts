/** What operators look up: the audit by who and what, how upstreams did each day, and when the books were last examined. */
import type { Migration } from '../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE INDEX audit_by_actor ON audit (actor, at, id);
CREATE INDEX audit_by_action ON audit (action, at, id);
CREATE INDEX users_operators ON users (email_norm) WHERE is_operator = 1;
CREATE INDEX invites_by_time ON invites (created_at, id);

CREATE TABLE upstream_days (
  mode ${ID} NOT NULL,
  provider ${ID} NOT NULL,
  day ${ID} NOT NULL,
  requests BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  refusals BIGINT NOT NULL,
  latency_ms BIGINT NOT NULL,
  latency_ms_max BIGINT NOT NULL,
  PRIMARY KEY (mode, provider, day)
)/*keyed*/;
CREATE INDEX upstream_days_by_day ON upstream_days (day);

CREATE TABLE book_checks (
  kind ${ID} PRIMARY KEY CHECK (kind IN ('verify', 'reconcile')),
  ok INTEGER NOT NULL,
  lines TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at BIGINT NOT NULL
)/*keyed*/;
`;

export const recordTables: Migration = {
  version: 42,
  name: 'records',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
