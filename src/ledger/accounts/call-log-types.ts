/** Queries and entries of an account's call log. */
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import type { CallRow, OpenCallRow } from '../tables.ts';

export type CallOutcome = 'settled' | 'refunded' | 'running' | 'refused';

/** End of a page. */
export interface LogPosition {
  /** Of what no charge stands for (free, refused and running calls): all before this has been told. */
  at: number;
  id: string;
  /** The transfer with which the charges go on; null when there are no more. */
  transfer: number | null;
}

export interface CallLogInput {
  accountId: string;
  /** Of one key and those that it was rotated from and to; null: of all keys. */
  lineage: string | null;
  tool: string | null;
  outcome: CallOutcome | null;
  /** From this moment on, and before that one. */
  fromMs: number;
  toMs: number;
  /** Older than this. */
  before: LogPosition | null;
  limit: number;
}

export interface LoggedCall {
  id: string;
  at: number;
  lineage: string;
  tool: string;
  price: number;
  outcome: CallOutcome;
  closedAt: number | null;
  /** Why it was refunded. */
  reason: CallRow['reason'];
  /** JSON of the error that a refunded call ended with. */
  failure: string | null;
  /** What a refused call was told. */
  code: ErrorCode | null;
  cap: string | null;
  parentId: string | null;
  taskRef: string | null;
}

type KnownCall = Pick<OpenCallRow, 'id' | 'opened_at' | 'lineage' | 'tool' | 'price' | 'parent_id' | 'task_ref'>;

export const buildCall = ({ id, opened_at, lineage, tool, price, parent_id, task_ref }: KnownCall) => ({
  ...{ id, at: opened_at, lineage, tool, price },
  ...{ code: null, cap: null, parentId: parent_id, taskRef: task_ref },
});

export type EndedCall = KnownCall & Pick<CallRow, 'state' | 'closed_at' | 'reason' | 'failure'>;

export const buildEndedCall = (row: EndedCall): LoggedCall => {
  const { state, closed_at, reason, failure } = row;
  return { ...buildCall(row), outcome: state, closedAt: closed_at, reason, failure };
};
