/** Decides which alerts open, resolve or stay open, and which notifications are sent. */
import type { AlertRow } from './tables.ts';
import type { Condition } from './types.ts';

export interface Transition {
  /** `version` of the row it was decided from; 0 for an alert that was never there. */
  from: number;
  alert: Omit<AlertRow, 'version'>;
  /** The message that goes out; null for none. */
  tell: 'open' | 'resolved' | null;
}

/**
 * An alert that opens again within the quiet period is told at its end, if it is still open then. That it is resolved is
 * told at once, where its opening was told.
 */
export function decideTransitions(
  known: readonly AlertRow[],
  conditions: readonly Condition[],
  { nowMs, quietMs }: { nowMs: number; quietMs: number },
): Transition[] {
  const rows = new Map(known.map((row) => [formatKey(row), row]));
  const open = new Map(conditions.map((condition) => [formatKey(condition), condition]));
  const opening = [...open.values()].map((condition) => keepOpen(rows.get(formatKey(condition)), condition, nowMs));
  const ending = known.filter((row) => row.state === 'open' && !open.has(formatKey(row))).map((row) => end(row, nowMs));
  return [...opening, ...ending].flatMap((next) => tell(next, { nowMs, quietMs }));
}

const formatKey = ({ code, subject }: Pick<Condition, 'code' | 'subject'>): string => JSON.stringify([code, subject]);

interface Next {
  before: AlertRow | undefined;
  alert: Omit<AlertRow, 'version'>;
}

function keepOpen(before: AlertRow | undefined, condition: Condition, nowMs: number): Next {
  const isNew = before?.state !== 'open';
  const opened_at = isNew ? nowMs : before.opened_at;
  const { told = null, told_open_at = null } = before ?? {};
  return { before, alert: { ...condition, state: 'open', opened_at, resolved_at: null, told, told_open_at } };
}

function end(before: AlertRow, nowMs: number): Next {
  const { version: _version, ...alert } = before;
  return { before, alert: { ...alert, state: 'resolved', resolved_at: nowMs } };
}

function tell({ before, alert }: Next, { nowMs, quietMs }: { nowMs: number; quietMs: number }): Transition[] {
  const from = before?.version ?? 0;
  const isQuiet = alert.told_open_at !== null && nowMs - alert.told_open_at < quietMs;
  if (alert.state === 'open' && alert.told !== 'open' && !isQuiet)
    return [{ from, alert: { ...alert, told: 'open', told_open_at: nowMs }, tell: 'open' }];
  if (alert.state === 'resolved' && alert.told === 'open')
    return [{ from, alert: { ...alert, told: 'resolved' }, tell: 'resolved' }];
  const isSame = before?.state === alert.state && before.text === alert.text && before.severity === alert.severity;
  return isSame ? [] : [{ from, alert, tell: null }];
}
