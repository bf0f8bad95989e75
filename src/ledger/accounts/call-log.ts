/** The log of an account's calls as its readers ask for it. */

import { readCursor, writeCursor } from '../../database/cursor.ts';
import type { Database } from '../../database/types.ts';
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { ErrorObject } from '../../kernel/errors/errors.ts';
import { formatTimestamp } from './account-answers.ts';
import type { AccountReader, CallLogEntry, CallLogRequest } from './accounts-types.ts';
import { listCalls } from './call-log-reads.ts';
import type { LoggedCall, LogPosition } from './call-log-types.ts';

export async function readCallLog(
  { read }: Pick<Database, 'read'>,
  { accountId, lineage: own, isRoot }: AccountReader,
  { limit, cursor, tool, keyId, outcome, fromMs, toMs }: CallLogRequest,
): Promise<{ calls: CallLogEntry[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : readPosition(cursor);
  // A sub-key sees its own calls, whatever it asks for.
  if (!isRoot && keyId !== undefined && keyId !== own) return { calls: [], nextCursor: null };
  const page = await read(listCalls, {
    accountId,
    lineage: isRoot ? (keyId ?? null) : own,
    tool: tool ?? null,
    outcome: outcome ?? null,
    fromMs: fromMs ?? 0,
    toMs: toMs ?? Number.MAX_SAFE_INTEGER,
    before,
    limit,
  });
  return { calls: page.calls.map(buildEntry), nextCursor: page.next && writePosition(page.next) };
}

const POSITION = /^(\d{1,16}) ((?:call_[\w-]{1,60})?) (\d{0,15})$/;

const writePosition = ({ at, id, transfer }: LogPosition): string => writeCursor(at, id, transfer ?? '');

function readPosition(cursor: string): LogPosition {
  const [at, id = '', transfer] = readCursor(cursor, POSITION);
  return { at: Number(at), id, transfer: transfer === '' ? null : Number(transfer) };
}

function buildEntry(call: LoggedCall): CallLogEntry {
  const { id, tool, lineage, outcome, price, reason, cap, parentId, taskRef, at, closedAt } = call;
  const error = readError(call);
  return {
    callId: id,
    tool,
    keyId: lineage,
    outcome,
    priceMicros: price,
    ...(reason === null ? {} : { reason }),
    ...(error === null ? {} : { error }),
    ...(cap === null ? {} : { cap }),
    ...(parentId === null ? {} : { partOf: parentId }),
    ...(taskRef === null ? {} : { taskRef }),
    at: formatTimestamp(at),
    endedAt: closedAt === null ? null : formatTimestamp(closedAt),
  };
}

/** Told again in our words; a refunded call keeps what its caller was told. */
function readError({ failure, code }: LoggedCall): { code: string; message: string } | null {
  if (code !== null) return { code, message: catalogue[code].message };
  if (failure === null) return null;
  const errorObject: ErrorObject = JSON.parse(failure);
  return { code: errorObject.code, message: errorObject.message };
}
