/** Reads the last failures of one provider, tool or account, newest first. */
import type { Db } from '../../database/types.ts';
import type { RecentFailureRow } from './tables.ts';

export type FailureList = Pick<RecentFailureRow, 'mode' | 'subject' | 'name'>;

export const listFailures = (db: Db, { mode, subject, name }: FailureList): Promise<RecentFailureRow[]> =>
  db
    .selectFrom('recent_failures')
    .selectAll()
    .where('mode', '=', mode)
    .where('subject', '=', subject)
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .execute();

/** Details of a failed call besides its error. */
export type FailedCall = Pick<RecentFailureRow, 'provider' | 'cause' | 'status' | 'ms'> & { requestId: string };

/** Those of an account's calls that are among its last failures, by the id of the call. */
export async function mapFailedCalls(
  db: Db,
  accountId: string,
  callIds: readonly string[],
): Promise<Map<string, FailedCall>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('recent_failures')
    .select(['call_id', 'provider', 'cause', 'status', 'ms', 'request_id'])
    .where('mode', 'in', ['live', 'test'])
    .where('subject', '=', 'account')
    .where('name', '=', accountId)
    .execute();
  const wanted = new Set(callIds);
  return new Map(
    rows.flatMap(({ call_id, request_id, ...row }) =>
      call_id !== null && wanted.has(call_id) ? [[call_id, { ...row, requestId: request_id }]] : [],
    ),
  );
}
