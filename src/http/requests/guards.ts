/**
 * Limits failed authentication per address, and locks the operator's paths. Counts different credentials that were
 * never valid. A valid key is never refused because of others at the same address: keys can't be guessed, so each one
 * is still looked up. Only possible guesses of the operator's tokens are no longer compared.
 */
import { LRUCache } from 'lru-cache';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Identify, Limiter, Lockout } from '../../kernel/ports.ts';
import { toHostKey } from '../../lib/network.ts';
import type { Exchange } from '../exchange.ts';

const WINDOW_SECONDS = 60;
/** Guesses that are told from repetitions, and addresses that are remembered as silenced. */
const REMEMBERED_MAX = 10_000;
/** Keys, sessions and OAuth tokens. */
const OWN_FORM = /^fb(?:x_(?:live|test)|s|o)_[\w-]{8,}$/;

export interface GuardDeps {
  identify: Identify;
  limiter: Limiter;
  lockout: Lockout;
  config: { unknownKeysPerMinute: number };
}

export class Guards {
  readonly #deps: GuardDeps;
  readonly #guesses = new LRUCache<string, true>({ max: REMEMBERED_MAX, ttl: WINDOW_SECONDS * 1000 });
  /** Address → when it may guess again. */
  readonly #silencedUntilMs = new Map<string, number>();

  constructor(deps: GuardDeps) {
    this.#deps = deps;
  }

  /** The product's own, but for an address that has guessed too often: RATE_LIMITED for what could be another guess. */
  readonly identify: Identify = (token, ip) => {
    this.admit(token, ip);
    return this.#deps.identify(token, ip);
  };

  /** Before a token is compared with one of the operator's. Throws RATE_LIMITED. */
  admit(token: string | undefined, ip: string): void {
    if (this.#silencedUntilMs.size > 0 && token !== undefined && !OWN_FORM.test(token))
      this.#assertMayGuess(toHostKey(ip));
  }

  /** What is answered to a request that failed with `thrown`: the same, or that it was a guess too many. */
  async answerFailure(thrown: unknown, { address, limitGroup }: Exchange): Promise<unknown> {
    if (!(thrown instanceof FareboxError) || thrown.facts.guess === undefined) return thrown;
    try {
      if (limitGroup?.isForOperators) await this.#deps.lockout.recordFailure(address.limitKey);
      await this.#countGuess(address.limitKey, thrown.facts.guess);
      return thrown;
    } catch (refusal) {
      return refusal;
    }
  }

  /** Counts a failure that is not answered with. Throws RATE_LIMITED. */
  async countFailure(thrown: FareboxError, exchange: Exchange): Promise<void> {
    const answer = await this.answerFailure(thrown, exchange);
    if (answer !== thrown) throw answer;
  }

  async #countGuess(address: string, guess: string): Promise<void> {
    this.#assertMayGuess(address);
    const name = `${address} ${guess}`;
    if (this.#guesses.has(name)) return;
    this.#guesses.set(name, true);
    const { limiter, config } = this.#deps;
    const window = await limiter.consume(`guess ${address}`, config.unknownKeysPerMinute, WINDOW_SECONDS);
    if (window.isAllowed) return;
    if (this.#silencedUntilMs.size >= REMEMBERED_MAX) this.#silencedUntilMs.clear();
    this.#silencedUntilMs.set(address, Date.now() + window.resetSeconds * 1000);
    throw this.#createTooManyError(window.resetSeconds);
  }

  #assertMayGuess(address: string): void {
    const untilMs = this.#silencedUntilMs.get(address);
    if (untilMs === undefined) return;
    const msLeft = untilMs - Date.now();
    if (msLeft > 0) throw this.#createTooManyError(Math.ceil(msLeft / 1000));
    this.#silencedUntilMs.delete(address);
  }

  #createTooManyError(retryAfterSeconds: number): FareboxError {
    return new FareboxError('RATE_LIMITED', {
      message: 'Too many unknown keys from this address.',
      retryAfterSeconds,
      limit: this.#deps.config.unknownKeysPerMinute,
    });
  }
}
