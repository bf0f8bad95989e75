/** Asks the facilitator to settle stored answers' payments, right away and again until it is known how each has ended. */
import type { Database } from '../../database/types.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { Log } from '../../kernel/ports.ts';
import { ownShare } from '../../kernel/threads/turns.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import x402, { type PaymentToCheck, type SettleReply } from '../../providers/x402.ts';
import { releaseOverdue } from './claims-writes.ts';
import { isSame, type PaymentRequirements } from './offers.ts';
import { isAnythingDue } from './payment-queries.ts';
import {
  bookSettlement,
  bookWalletDeposit,
  failSettlement,
  postponeSettlement,
  takeDueSettlements,
} from './settlement-writes.ts';
import type { WalletPaymentRow } from './tables.ts';

const SWEEP_EVERY_MS = 1_000;
const AT_ONCE = 20;
/** For the writes around a request to the facilitator. */
const LEASE_MARGIN_MS = 5_000;
/** An expired signature can't be settled any more; a settlement of its last moment may still be on its way. */
const EXPIRY_MARGIN_MS = 120_000;

/** Input of the facilitator to settle a payment. */
export interface StoredPayment extends PaymentToCheck {
  requirements: PaymentRequirements & Readonly<Record<string, unknown>>;
}

/** Of the payment that is settled. */
export type PaymentToSettle = Pick<
  WalletPaymentRow,
  'id' | 'purpose' | 'payer' | 'expires_at' | 'attempts' | 'payment'
>;

type Settlement =
  | { is: 'settled'; transaction: string }
  | { is: 'refused'; reason: string; alert: string | null }
  | { is: 'unknown' };

export interface SettlerDeps {
  database: Database;
  environment: UpstreamEnvironment;
  log: Log;
  settleTimeoutMs: number;
}

export class Settler {
  readonly #deps: SettlerDeps;
  readonly leaseMs: number;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #failing = false;

  constructor(deps: SettlerDeps) {
    this.#deps = deps;
    this.leaseMs = deps.settleTimeoutMs + LEASE_MARGIN_MS;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** Settles once, and books how that ended. A failing database throws; then it is asked again. */
  async settle(payment: PaymentToSettle): Promise<Settlement['is']> {
    const { database, log } = this.#deps;
    const { id } = payment;
    const settlement = await this.#ask(payment);
    if (settlement.is === 'settled') {
      const book = payment.purpose === 'deposit' ? bookWalletDeposit : bookSettlement;
      await database.write(book, { id, transaction: settlement.transaction });
    } else if (settlement.is === 'refused') {
      const { reason, alert } = settlement;
      if (alert === null) log.warn({ payment: id, reason }, 'a payment was refused after its call had run');
      else log.error({ payment: id, reason }, alert);
      await database.write(failSettlement, { id, reason, alert });
    } else {
      await database.write(postponeSettlement, { id });
    }
    return settlement.is;
  }

  /** What is due, and what nobody will close any more. */
  async sweep(): Promise<void> {
    const { database, log } = this.#deps;
    if (!(await isAnythingDue(database.db, await database.now()))) return;
    const released = await database.write(releaseOverdue, null);
    if (released > 0) log.warn({ released }, 'released payments of abandoned calls');
    for (;;) {
      const due = await database.write(takeDueSettlements, { most: AT_ONCE, leaseMs: this.leaseMs });
      await Promise.all(due.map((payment) => this.settle(payment)));
      if (due.length < AT_ONCE) return;
    }
  }

  #tick(): Promise<void> {
    this.#running ??= this.sweep()
      .then(
        () => {
          this.#failing = false;
        },
        (thrown: unknown) => {
          if (!this.#failing) this.#deps.log.error({ err: thrown }, 'settling payments failed, retrying');
          this.#failing = true;
        },
      )
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async #ask(payment: PaymentToSettle): Promise<Settlement> {
    const { database, environment, log, settleTimeoutMs } = this.#deps;
    const stored: StoredPayment = JSON.parse(payment.payment ?? 'null');
    const { signal } = new AbortController();
    const ctx = {
      ...{ environment, share: ownShare, signal, callerGone: signal, requestId: payment.id, log },
      deadlineMs: Date.now() + settleTimeoutMs,
    };
    const asking = x402.settle(stored, ctx).catch((thrown: unknown) => {
      if (thrown instanceof UpstreamFailure) return null;
      throw thrown;
    });
    const reply = await asking;
    const isExpired = payment.expires_at + EXPIRY_MARGIN_MS < (await database.now());
    return judgeReply(reply, payment, { requirements: stored.requirements, isExpired });
  }
}

/** Refusals after which it is not known whether the money moved. */
const UNSURE_REASON = /unexpected|timeout|timed_out|pending|unknown|unavailable|internal/i;
/** The network lets each authorization move money once: it has, or its payer took it back. */
const USED_REASON = /nonce_already_used|authorization_used|already_(?:settled|used|processed)|nonce_used|duplicate/i;

/** `attempts`: with an earlier one of unknown outcome, an authorization that is used is ours. */
export function judgeReply(
  reply: SettleReply | null,
  { payer, attempts }: Pick<PaymentToSettle, 'payer' | 'attempts'>,
  { requirements, isExpired }: { requirements: Pick<PaymentRequirements, 'network' | 'amount'>; isExpired: boolean },
): Settlement {
  if (reply === null) return { is: 'unknown' };
  const transaction = reply.transaction ?? '';
  if (reply.success) {
    const lie = findLie(reply, payer, requirements);
    if (lie === null) return { is: 'settled', transaction };
    return { is: 'refused', reason: 'facilitator_mismatch', alert: `The payment facilitator answered with ${lie}` };
  }
  const reason = (reply.errorReason ?? 'unexpected_settle_error').slice(0, 100);
  if (USED_REASON.test(reason) && attempts > 1) return { is: 'settled', transaction };
  const isUnsure = transaction !== '' || UNSURE_REASON.test(reason);
  return isUnsure && !isExpired ? { is: 'unknown' } : { is: 'refused', reason, alert: null };
}

function findLie(
  { payer, network, amount, transaction }: SettleReply,
  expected: string,
  requirements: Pick<PaymentRequirements, 'network' | 'amount'>,
): string | null {
  if (payer && !isSame(payer, expected)) return 'another payer';
  if (network && network !== requirements.network) return 'another network';
  if (amount && amount !== requirements.amount) return 'another amount';
  return transaction ? null : 'no transaction';
}
