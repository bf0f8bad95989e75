/** `farebox reconcile`: asks the payment provider what was paid, and lists what the books say otherwise. */
import type { Config } from '../config/config.ts';
import type { Log } from '../kernel/ports.ts';
import { listRequiredVariables } from '../kernel/provider.ts';
import { ownShare } from '../kernel/turns.ts';
import { reconcile } from '../ledger/reconcile.ts';
import type { VerifySource } from '../ledger/verify.ts';
import { createEnvironment } from '../providers/shared/environment.ts';
import { createAddressGuard } from '../providers/shared/guard.ts';
import { buildUserAgent, createLiveTransport } from '../providers/shared/transport.ts';
import stripe from '../providers/stripe.ts';
import { version } from '../server/wiring.ts';
import { reconcileUsage } from './operator.ts';
import { CommandError } from './printing.ts';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 400;
const DAY_MS = 86_400_000;
const PAGE_MS_MAX = 30_000;

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface ReconcileReport {
  lines: string[];
  /** Nothing differs, and everything was compared. */
  ok: boolean;
}

export async function runReconcile(
  config: Config,
  source: VerifySource,
  words: readonly string[],
): Promise<ReconcileReport> {
  const days = parseDays(words);
  if (config.providers.live[stripe.id] == null) {
    const variables = listRequiredVariables(stripe).join(' and ');
    return { lines: [`Nothing to compare: card payments are not set up (${variables}).`], ok: true };
  }
  const contact = config.operatorContact || (config.baseUrl ?? 'http://localhost');
  const transport = createLiveTransport({ guard: createAddressGuard(), userAgent: buildUserAgent(version, contact) });
  const environment = createEnvironment({ mode: 'live', transport, settings: config.providers.live });
  const sinceMs = Date.now() - days * DAY_MS;
  try {
    const page = (after: string | undefined) => {
      const deadlineMs = Date.now() + PAGE_MS_MAX;
      const { signal } = new AbortController();
      const asker = { share: ownShare, signal, callerGone: signal };
      const ctx = { ...asker, environment, deadlineMs, requestId: 'reconcile', log: silent };
      return stripe.listCheckouts({ sinceMs, ...(after === undefined ? {} : { after }) }, ctx);
    };
    const { compared, differences, complete } = await reconcile(source, page, sinceMs);
    const notes = complete ? [] : ['There are more checkouts than are compared at once: choose fewer days.'];
    if (differences.length > 0) return { lines: [...differences, ...notes], ok: false };
    return { lines: [`No differences in ${compared} checkouts of the last ${days} days.`, ...notes], ok: complete };
  } finally {
    await transport.close();
  }
}

function parseDays([name, value, ...more]: readonly string[]): number {
  if (name === undefined) return DAYS_DEFAULT;
  const text = name.startsWith('--days=') ? name.slice('--days='.length) : value;
  const isDays = (name === '--days' || value === undefined) && more.length === 0 && name.startsWith('--days');
  const days = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0;
  if (!isDays) throw new CommandError(`Use: farebox ${reconcileUsage}`);
  if (days < 1 || days > DAYS_MAX) throw new CommandError(`--days needs a whole number from 1 to ${DAYS_MAX}.`);
  return days;
}
