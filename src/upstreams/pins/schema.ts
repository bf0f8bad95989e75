import { defineSchema } from '../../database/schema.ts';

export const upstreamToolsSchema = defineSchema(
  134,
  'upstream-tools',
  `
CREATE TABLE upstream_tools (
  upstream ID NOT NULL,
  name ID NOT NULL,
  accepted_hash TEXT NOT NULL,
  accepted TEXT NOT NULL,
  accepted_by TEXT NOT NULL,
  accepted_at BIGINT NOT NULL,
  pending_hash TEXT,
  pending TEXT,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (upstream, name)
) KEYED;
CREATE INDEX upstream_tools_by_change ON upstream_tools (changed_at);
`,
);
