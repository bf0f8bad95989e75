/** `farebox reconcile`: asks the payment provider for its payments, and repairs or lists differences to the ledger. */
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/types.ts';
import type { Log } from '../../kernel/ports.ts';
import { ownShare } from '../../kernel/threads/turns.ts';
import { listRequiredVariables } from '../../kernel/tool/provider.ts';
import { type PaymentEffect, paymentOutcomes } from '../../ledger/payments/payments-writes.ts';
import { type ReconcileDeps, reconcile } from '../../ledger/payments/reconcile.ts';
import { repairPayment } from '../../ledger/payments/repair-payment.ts';
import type { VerifySource } from '../../ledger/verification/verify.ts';
import { reconcileWallets } from '../../ledger/wallets/reconcile.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createEnvironment } from '../../providers/shared/environment.ts';
import { createAddressGuard } from '../../providers/shared/network/guard.ts';
import { buildUserAgent, createLiveTransport } from '../../providers/shared/network/transport.ts';
import stripe from '../../providers/stripe.ts';
import { type PaymentRepair, repairShape } from '../../providers/stripe-events.ts';
import x402 from '../../providers/x402.ts';
import { askServer } from '../control.ts';
import { withDatabase } from '../offline.ts';
import { CommandError } from '../printing.ts';
import { version } from '../wiring.ts';
import { reconcileUsage } from './operator.ts';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 400;
const PAGE_MS_MAX = 30_000;

export const REPAIR_COMMAND = 'repair-payment';
const effectShape = z.object({ outcome: z.enum(paymentOutcomes) });

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
  repair: ReconcileDeps['repair'] = (news) => repairFromCommandLine(config, news),
): Promise<ReconcileReport> {
  const days = parseDays(words);
  const sinceMs = Date.now() - days * DAY_MS;
  const hasWallets = config.providers.live[x402.id] != null;
  const wallets = hasWallets ? await reconcileWallets(source, sinceMs) : { received: [], differences: [] };
  const cards = await reconcileCards(config, source, { days, sinceMs, repair });
  const ok = cards.ok && wallets.differences.length === 0;
  return { lines: [...cards.lines, ...wallets.received, ...wallets.differences], ok };
}

async function reconcileCards(
  config: Config,
  source: VerifySource,
  { days, sinceMs, repair }: { days: number; sinceMs: number; repair: ReconcileDeps['repair'] },
): Promise<ReconcileReport> {
  if (config.providers.live[stripe.id] == null) {
    const variables = listRequiredVariables(stripe).join(' and ');
    return { lines: [`Nothing to compare: card payments aren't configured. Set ${variables}.`], ok: true };
  }
  const contact = config.operatorContact || (config.baseUrl ?? 'http://localhost');
  const transport = createLiveTransport({ guard: createAddressGuard(), userAgent: buildUserAgent(version, contact) });
  const environment = createEnvironment({ mode: 'live', transport, settings: config.providers.live });
  try {
    const { signal } = new AbortController();
    const buildContext = () => ({
      ...{ share: ownShare, signal, callerGone: signal, environment, requestId: 'reconcile', log: silent },
      deadlineMs: Date.now() + PAGE_MS_MAX,
    });
    const deps: ReconcileDeps = {
      lists: [stripe.listCheckouts, stripe.listTopUps].map(
        (list) => (after) => list({ sinceMs, ...(after === undefined ? {} : { after }) }, buildContext()),
      ),
      readPayment: (paymentId) => stripe.readPayment(paymentId, buildContext()),
      repair,
    };
    const { compared, repaired, differences, complete } = await reconcile(source, deps, sinceMs);
    const notes = complete ? [] : ['Too many checkouts for one run. Choose fewer days.'];
    if (differences.length > 0) return { lines: [...repaired, ...differences, ...notes], ok: false };
    const summary = `No ${repaired.length > 0 ? 'other ' : ''}differences in ${compared} checkouts of the last ${days} days.`;
    return { lines: [...repaired, summary, ...notes], ok: complete };
  } finally {
    await transport.close();
  }
}

/** Repairs from the command line: a running server with an embedded database is asked to do it. */
async function repairFromCommandLine(config: Config, news: PaymentRepair): Promise<Pick<PaymentEffect, 'outcome'>> {
  if (config.databaseUrl === undefined) {
    const lines = await askServer(config.dataDir, [REPAIR_COMMAND, JSON.stringify(news)]);
    if (lines !== null) return effectShape.parse(JSON.parse(lines[0] ?? ''));
  }
  return await withDatabase(config, (database) => repairPayment(database, news));
}

/** Answer of the operator socket to `repairFromCommandLine`. */
export async function answerRepair(database: Database, [, news = '']: readonly string[]): Promise<string[]> {
  return [JSON.stringify(await repairPayment(database, repairShape.parse(JSON.parse(news))))];
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
