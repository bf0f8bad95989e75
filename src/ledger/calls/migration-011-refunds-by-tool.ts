/** The hourly limit of refunds goes by tool, and counts those for which an upstream was asked. */
import type { Migration } from '../../database/types.ts';

const tables = `
DROP INDEX calls_refunded;
CREATE INDEX calls_refunded_by_tool ON calls (account_id, tool, closed_at)
  WHERE state = 'refunded' AND price > 0 AND reason <> 'crash' AND reason <> 'not_sent';
`;

export const refundsByTool: Migration = { version: 11, name: 'refunds by tool', sqlite: tables, postgres: tables };
