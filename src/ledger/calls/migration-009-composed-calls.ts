/** The parts of a composed call, found by it. Ordinary calls are not in the index. */
import type { Migration } from '../../database/types.ts';

const tables = `
CREATE INDEX calls_by_parent ON calls (parent_id) WHERE parent_id IS NOT NULL;
`;

export const composedCalls: Migration = { version: 9, name: 'composed calls', sqlite: tables, postgres: tables };
