/** Tasks of callers: what each may spend over all keys and calls of its account, decided with the charge itself. */
import type { CallTask, OpenRefusal } from '../kernel/ports.ts';
import { toExact } from '../lib/money.ts';
import type { Books } from './books.ts';
import type { OpenOperation, Operation } from './operations.ts';
import type { OpenCallRow } from './tables.ts';
import type { TaskRow } from './task-tables.ts';

/** An account's own names may hold spaces. */
export const formatTaskName = (accountId: string, ref: string): string => `${accountId} ${ref}`;

/** Accounts and tasks that the operations and the open calls among their rows concern, each once. */
export function listTasks(books: Books, operations: readonly Operation[]): (readonly [string, string])[] {
  const named = new Map<string, readonly [string, string]>();
  const add = (accountId: string, ref: string | null | undefined): void => {
    if (typeof ref === 'string') named.set(formatTaskName(accountId, ref), [accountId, ref]);
  };
  for (const operation of operations) if (operation.kind === 'open') add(operation.accountId, operation.task?.ref);
  for (const { account_id, task_ref } of books.open.values()) add(account_id, task_ref);
  return [...named.values()];
}

/** Null where the price fits. A task without a limit of its own has the one that was stated last. */
export function findTaskRefusal(row: TaskRow | undefined, task: CallTask | null, price: number): OpenRefusal | null {
  const maxMicros = task?.maxTotalMicros ?? row?.max_total ?? null;
  const spentMicros = row?.spent ?? 0;
  if (maxMicros === null || spentMicros + price <= maxMicros) return null;
  const ref = task?.ref ?? row?.task_ref ?? '';
  return { refused: 'task', taskRef: ref, spentMicros, maxMicros, priceMicros: price };
}

/** A part counts for the task of its whole. */
export function checkTask(
  { tasks }: Books,
  { accountId, task, price }: OpenOperation,
  parent: OpenCallRow | null,
): OpenRefusal | null {
  const ref = parent === null ? task?.ref : parent.task_ref;
  if (typeof ref !== 'string') return null;
  return findTaskRefusal(tasks.get(formatTaskName(accountId, ref)), parent === null ? task : null, price);
}

export function chargeTask({ tasks, changes, nowMs }: Books, call: OpenCallRow, stated: CallTask | null): void {
  const { task_ref, account_id, mode, price } = call;
  if (task_ref === null) return;
  const name = formatTaskName(account_id, task_ref);
  const row = tasks.get(name) ?? { account_id, task_ref, mode, spent: 0, max_total: null, used_at: nowMs };
  row.spent = toExact(row.spent + price);
  row.max_total = stated?.maxTotalMicros ?? row.max_total;
  row.used_at = nowMs;
  tasks.set(name, row);
  changes.tasks.add(row);
}

/** A refund gives its room back. */
export function refundTask({ tasks, changes }: Books, { task_ref, account_id, price }: OpenCallRow): void {
  const row = task_ref === null ? undefined : tasks.get(formatTaskName(account_id, task_ref));
  if (!row) return;
  row.spent = toExact(row.spent - price);
  changes.tasks.add(row);
}
