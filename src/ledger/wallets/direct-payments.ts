/** Payments of single calls by x402: verify, claim, run, store the answer, settle. Each step is durable before the next. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createStoreUnavailableError } from '../../database/failure.ts';
import type { Database } from '../../database/types.ts';
import type { DirectPayments, PaidCall, PayableCall, RunPaidCall } from '../../kernel/call/direct-payment.ts';
import { InflightCall } from '../../kernel/call/inflight.ts';
import { FareboxError, toErrorObject } from '../../kernel/errors/errors.ts';
import { toRefusalError } from '../../kernel/errors/refusal.ts';
import type { Limiter, Log } from '../../kernel/ports.ts';
import type { AccountPrincipal, Mode } from '../../kernel/principal.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import { createDeferred } from '../../lib/deferred.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { mintKey } from '../accounts/accounts.ts';
import { generateAgentId } from '../keys/keys.ts';
import { isOwnPayment } from './account-claims.ts';
import { type ClaimOutcome, claimPayment, type PaymentName, releasePayment, storeAnswer } from './claims-writes.ts';
import { createPayer, createPendingError, nameKey, reviveFailure } from './earlier-payments.ts';
import { type ClaimKey, findKeyClaim } from './idempotency-keys.ts';
import type { OfferReceipts } from './offer-receipts.ts';
import { matchRequirements, type PaymentOffer, type PaymentRequirements } from './offers.ts';
import { isCredential, type PaymentAuth } from './payment-auth.ts';
import { findPayment, findPaymentById } from './payment-queries.ts';
import { createPaymentError, createRequestError, listRequirements, TOO_MANY_FAILED } from './requests.ts';
import { readSentPayment, type SentPayment } from './sent-payment.ts';
import { Settler } from './settling.ts';
import type { WalletPaymentRow } from './tables.ts';
import { verifyPayment } from './verifying.ts';

export interface DirectPaymentsDeps {
  database: Database;
  /** Of `mode`: the facilitator of test payments is the sandbox's. */
  environment: UpstreamEnvironment;
  limiter: Limiter;
  log: Log;
  mode: Mode;
  offers: readonly PaymentOffer[];
  auth: PaymentAuth;
  offerReceipts: OfferReceipts;
  settleTimeoutMs: number;
  refundsPerHour: number;
  /** Calls per minute and wallet. */
  callsPerMinute: number;
  answerBytesMax: number;
}

const POLL_MS_MIN = 25;
const POLL_MS_MAX = 250;
/** Longest wait of a caller for the settlement of a payment. */
const PENDING_WAIT_MS = 2_000;

/** One payment on its way. */
interface Attempt {
  call: PayableCall;
  payment: SentPayment;
  requirements: PaymentRequirements;
  name: PaymentName;
}

export class WalletPayments implements DirectPayments {
  readonly #deps: DirectPaymentsDeps;
  readonly #inflight = new Map<string, InflightCall<PaidCall | null>>();
  readonly settler: Settler;

  constructor(deps: DirectPaymentsDeps) {
    this.#deps = deps;
    this.settler = new Settler(deps);
  }

  get mode(): Mode {
    return this.#deps.mode;
  }

  createRequest(call: PayableCall): FareboxError {
    return createRequestError(call, this.#deps);
  }

  async pay(call: PayableCall, sent: unknown, run: RunPaidCall): Promise<PaidCall | null> {
    const payment = this.#readPayment(call, sent);
    const scope = `${call.account?.accountId ?? ''} ${payment.digest}`;
    const running = this.#inflight.get(scope);
    if (running) {
      const paid = await running.join(call.fingerprint, this.#countWaitMs(call), call.callerGone);
      return paid && { ...paid, replayed: true };
    }
    const answer = createDeferred<PaidCall | null>();
    this.#inflight.set(scope, new InflightCall(call.fingerprint, answer.promise));
    try {
      const paid = await this.#payOnce(call, payment, run);
      answer.resolve(paid);
      return paid;
    } catch (thrown) {
      answer.reject(thrown);
      throw thrown;
    } finally {
      this.#inflight.delete(scope);
    }
  }

  #countWaitMs = ({ tool }: PayableCall): number => tool.timeoutMs + this.#deps.settleTimeoutMs;

  async #payOnce(call: PayableCall, payment: SentPayment, run: RunPaidCall): Promise<PaidCall | null> {
    const { database, offers, mode } = this.#deps;
    const requirements = matchRequirements(payment, listRequirements(call, offers));
    if (typeof requirements === 'string') throw this.#refuse(call, requirements);
    const { from, nonce } = payment.authorization;
    const name: PaymentName = {
      mode,
      network: requirements.network,
      asset: requirements.asset.toLowerCase(),
      payer: from.toLowerCase(),
      nonce: nonce.toLowerCase(),
    };
    const attempt: Attempt = { call, payment, requirements, name };
    const keyed = await this.#findByKey(call);
    if (keyed !== undefined) return keyed && (await this.#answerEarlier(attempt, keyed));
    const earlier = await findPayment(database.db, name, payment.identifier);
    if (earlier) return await this.#answerEarlier(attempt, earlier);
    await this.#assertVerified(attempt);
    const id = createTimeOrderedId('pay_');
    const owner = this.#requireOwner();
    const claimed = await this.#claim(attempt, id, owner);
    if (claimed.is === 'seen') return await this.#answerEarlier(attempt, await this.#require(claimed.id));
    if (claimed.is === 'keyed') return null;
    if (claimed.is === 'refused') throw this.#explainRefusal(call, claimed);
    const payer = createPayer(call, mode, claimed);
    await this.#runAndStore({ id, owner, payer }, run);
    return await this.#settle(attempt, id);
  }

  /** The payment that holds the caller's idempotency key; null for a call that isn't a payment, undefined while the key is free. */
  async #findByKey(call: PayableCall): Promise<WalletPaymentRow | null | undefined> {
    const { database } = this.#deps;
    const key = nameKey(call);
    const claim = key && (await findKeyClaim(database.db, key, await database.now()));
    return claim ? ((await findPaymentById(database.db, claim.call_id)) ?? null) : undefined;
  }

  async #assertVerified({ call, payment, requirements, name }: Attempt): Promise<void> {
    const { database, limiter, callsPerMinute } = this.#deps;
    const reason = await verifyPayment({ ...this.#deps, nowMs: await database.now() }, { call, payment, requirements });
    if (reason !== null) throw this.#refuse(call, reason);
    const limit = await limiter.consume(`wallet ${name.network} ${name.payer}`, callsPerMinute, 60);
    if (limit.isAllowed) return;
    throw new FareboxError('RATE_LIMITED', { retryAfterSeconds: limit.resetSeconds, limit: callsPerMinute });
  }

  #claim({ call, payment, requirements, name }: Attempt, id: string, owner: string): Promise<ClaimOutcome> {
    const { database, mode, refundsPerHour } = this.#deps;
    return database.write(claimPayment, {
      ...name,
      id,
      owner,
      purpose: call.purpose,
      tool: call.tool.name,
      amount: call.priceMicros,
      digest: payment.digest,
      fingerprint: call.fingerprint,
      identifier: payment.identifier,
      payment: JSON.stringify({ payload: payment.whole, requirements }),
      task: call.task,
      account: call.account,
      claimKey: nameKey(call),
      timeoutMs: call.tool.timeoutMs,
      expiresAt: Number(payment.authorization.validBefore) * 1000,
      newAccount: { agentId: generateAgentId(), rootKey: mintKey(mode).stored },
      refundsPerHour,
    });
  }

  /** Returns once the answer is stored; throws the failure of the run, for which nothing is paid. */
  async #runAndStore(
    { id, owner, payer }: { id: string; owner: string; payer: AccountPrincipal },
    run: RunPaidCall,
  ): Promise<void> {
    const { database, answerBytesMax } = this.#deps;
    const ended = await run(payer, id);
    const { costMicros: cost } = ended;
    if (!ended.isOk) {
      const { reason, error } = ended;
      const failure = JSON.stringify(toErrorObject(error));
      const released = await database.write(releasePayment, { id, owner, reason, failure, cost });
      if (!released) throw new FareboxError('CALL_RECOVERED', { cause: error });
      throw error;
    }
    const answer = Buffer.byteLength(ended.answer) <= answerBytesMax ? ended.answer : null;
    const stored = await database.write(storeAnswer, { id, owner, answer, cost, leaseMs: this.settler.leaseMs });
    if (!stored) throw new FareboxError('CALL_RECOVERED');
  }

  async #settle(attempt: Attempt, id: string): Promise<PaidCall> {
    await this.settler.settle(await this.#require(id));
    return this.#finish(attempt, await this.#require(id), false);
  }

  /** The same payment again: it joins, gets the recorded answer, or is told how it stands. Nothing runs twice. */
  async #answerEarlier(attempt: Attempt, found: WalletPaymentRow): Promise<PaidCall> {
    const { call, payment } = attempt;
    if (!(await isOwnPayment(this.#deps.database.db, found, call.account)))
      throw this.#refuse(call, 'nonce_already_used');
    if (found.digest !== payment.digest && !holdsKey(found, nameKey(call))) {
      const isNamed = payment.identifier !== null && found.identifier === payment.identifier;
      if (isNamed) throw new FareboxError('IDEMPOTENCY_CONFLICT');
      throw this.#refuse(call, 'nonce_already_used');
    }
    if (found.fingerprint !== call.fingerprint) throw new FareboxError('IDEMPOTENCY_CONFLICT');
    const endMs = Date.now() + this.#countWaitMs(call);
    let row = found;
    let pendingSinceMs: number | null = null;
    for (let waitMs = POLL_MS_MIN; isOpen(row); waitMs = Math.min(waitMs * 1.5, POLL_MS_MAX)) {
      pendingSinceMs ??= row.state === 'answered' ? Date.now() : null;
      const isWaitedFor = pendingSinceMs === null || Date.now() < pendingSinceMs + PENDING_WAIT_MS;
      if (!isWaitedFor || Date.now() >= endMs || call.callerGone.aborted) break;
      await sleep(waitMs);
      row = await this.#require(row.id);
    }
    return this.#finish(attempt, row, true);
  }

  #finish({ call, requirements }: Attempt, row: WalletPaymentRow, replayed: boolean): PaidCall {
    const { mode, tool, network, payer, state } = row;
    switch (state) {
      case 'settled': {
        const at = new Date(row.ended_at ?? 0).toISOString();
        const { account_id: agentId, amount: amountMicros } = row;
        const { call_id: callId } = row;
        const receipt = callId === null ? null : { callId, agentId, tool, mode, state, amountMicros, at };
        const { amount } = requirements;
        const extensions = { 'offer-receipt': this.#deps.offerReceipts.buildReceipt(call, row) };
        const response = { success: true, payer, transaction: row.transaction_hash ?? '', network, amount, extensions };
        const account = createPayer(call, mode, { accountId: agentId, keyId: row.key_id });
        const proof = { method: 'evm', reference: row.transaction_hash ?? '', status: 'success', timestamp: at };
        return { receipt, payer: account, answer: row.answer, response, proof, replayed };
      }
      case 'failed': {
        const errorReason = row.reason ?? 'unexpected_settle_error';
        throw this.#refuse(call, errorReason, { success: false, errorReason, payer, transaction: '', network });
      }
      case 'released':
        throw reviveFailure(row.failure);
      case 'answered':
        throw createPendingError(row);
      default:
        throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
    }
  }

  #refuse(call: PayableCall, reason: string, response?: object): FareboxError {
    return createPaymentError(call, this.#deps, reason, response);
  }

  /** By either protocol. */
  #readPayment(call: PayableCall, sent: unknown): SentPayment {
    if (!isCredential(sent)) return readSentPayment(sent);
    const { auth, offers } = this.#deps;
    const read = auth.readPayment(sent, listRequirements(call, offers));
    if (typeof read === 'string') throw this.#refuse(call, read);
    return readSentPayment({ ...read, resource: { url: call.resource } });
  }

  #explainRefusal(call: PayableCall, refused: Extract<ClaimOutcome, { is: 'refused' }>): FareboxError {
    switch (refused.refusal) {
      case 'ledger':
        return toRefusalError(refused.why, () => []);
      case 'status':
        return toRefusalError({ refused: 'status' }, () => []);
      case 'refunds': {
        const { refundsPerHour: limit } = this.#deps;
        const { retryAfterSeconds } = refused;
        return toRefusalError({ refused: 'refund-limit', limit, retryAfterSeconds }, () => []);
      }
      case 'open':
        return new FareboxError('RATE_LIMITED', {
          message: 'This wallet has too many calls running or waiting for their settlement.',
          retryAfterSeconds: 5,
        });
      case 'failed':
        return this.#refuse(call, TOO_MANY_FAILED);
    }
  }

  async #require(id: string): Promise<WalletPaymentRow> {
    const row = await findPaymentById(this.#deps.database.db, id);
    if (!row) throw new Error(`The payment ${id} is not there`);
    return row;
  }

  #requireOwner(): string {
    const owner = this.#deps.database.findOwner();
    if (owner === null) throw createStoreUnavailableError(new Error('This instance has lost its lock.'));
    return owner;
  }
}

/** Under the caller's idempotency key the call was paid for before: a new payment isn't needed. */
const holdsKey = ({ claim_scope, claim_key }: WalletPaymentRow, key: ClaimKey | null): boolean =>
  key !== null && claim_scope === key.scope && claim_key === key.key;

const isOpen = ({ state }: WalletPaymentRow): boolean => state === 'claimed' || state === 'answered';
