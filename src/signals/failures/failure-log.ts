/** Notes failures without making anybody wait: a few at a time, in the background. */
import type { Database } from '../../database/types.ts';
import type { FailureLog, NotedFailure } from '../../kernel/errors/failure-log.ts';
import type { Log } from '../../kernel/ports.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import type { FailureSubject } from './tables.ts';
import { addFailures, type NewFailure } from './writes.ts';

const FLUSH_MS = 250;
/** Of one write: each becomes up to two rows. */
const BATCH_MAX = 20;
/** Of what waits beyond that the oldest are dropped. */
const WAITING_MAX = 500;
const MODEL_MAX = 200;

type WaitingFailure = NotedFailure & { id: string };

export interface DurableFailureLog extends FailureLog {
  /** Saves what waits. */
  stop(): Promise<void>;
}

export function openFailureLog(database: Pick<Database, 'write'>, log: Log): DurableFailureLog {
  const waiting: WaitingFailure[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    timer = undefined;
    while (waiting.length > 0) {
      const failures = waiting.splice(0, BATCH_MAX).flatMap(listRows);
      await database.write(addFailures, { failures }).catch((err: unknown) => {
        log.warn({ err, failures: failures.length }, 'could not save failures');
      });
    }
  };
  return {
    note(failure) {
      waiting.push({ ...failure, id: createTimeOrderedId('fail_') });
      if (waiting.length > WAITING_MAX) waiting.shift();
      timer ??= setTimeout(() => {
        flushing = flushing.then(flush);
      }, FLUSH_MS).unref();
    },
    async stop() {
      clearTimeout(timer);
      await flushing;
      await flush();
    },
  };
}

/** A request belongs to its provider's list; a call to those of its tool and its account. */
function listRows(failure: WaitingFailure): NewFailure[] {
  const { subject, source, tool, accountId } = failure;
  const lists: [FailureSubject, string | null | undefined][] =
    subject === 'provider'
      ? [['provider', source]]
      : [
          ['tool', tool],
          ['account', accountId],
        ];
  return lists.flatMap(([list, name]) => (name ? [buildRow(failure, list, name)] : []));
}

function buildRow(failure: WaitingFailure, subject: FailureSubject, name: string): NewFailure {
  const { id, mode, requestId, cause, kind, source, status, ms } = failure;
  return {
    ...{ mode, subject, name, id },
    provider: source,
    model: failure.model?.slice(0, MODEL_MAX) ?? null,
    tool: failure.tool ?? null,
    account_id: failure.accountId ?? null,
    call_id: failure.callId ?? null,
    ...{ request_id: requestId, cause, kind, status, ms: Math.round(ms) },
  };
}
