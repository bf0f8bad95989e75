/** How long tools and providers took on each day, counted by classes of duration. */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
CREATE TABLE latency_days (
  mode ${ID} NOT NULL,
  subject ${ID} NOT NULL CHECK (subject IN ('tool', 'provider')),
  name ${ID} NOT NULL,
  day ${ID} NOT NULL,
  ms BIGINT NOT NULL,
  successes BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  PRIMARY KEY (mode, day, subject, name, ms)
)/*keyed*/;
CREATE INDEX latency_days_by_day ON latency_days (day);
CREATE INDEX articles_collected ON articles (published_at, source_type, category)
  WHERE company_id IS NULL AND is_demo = 0 AND duplicate_of IS NULL;
`;

export const latencyTables: Migration = {
  version: 47,
  name: 'latencies',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll(ID, 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
