/** Tasks of callers, each with what it has spent and may spend. Rows change under the lock of their account only. */
import { defineSchema } from '../../database/schema.ts';

export const tasksSchema = defineSchema(
  148,
  'tasks',
  `
CREATE TABLE tasks (
  account_id ID NOT NULL,
  task_ref ID NOT NULL,
  mode TEXT NOT NULL,
  spent BIGINT NOT NULL CHECK (spent >= 0),
  max_total BIGINT,
  used_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, task_ref)
) KEYED;
CREATE INDEX tasks_by_time ON tasks (account_id, used_at);
ALTER TABLE open_calls ADD COLUMN task_ref ID;
ALTER TABLE calls ADD COLUMN task_ref ID;
ALTER TABLE wallet_payments ADD COLUMN task_ref ID;
CREATE INDEX calls_by_task ON calls (account_id, task_ref) WHERE task_ref IS NOT NULL;
`,
);
