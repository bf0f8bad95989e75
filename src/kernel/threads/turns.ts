/** Queues work for a scarce resource: paid work before free work, with callers taking turns. */

import { toHostKey } from '../../lib/network.ts';
import { FareboxError } from '../errors/errors.ts';
import type { Principal } from '../principal.ts';

/** For whom something is done. */
export interface Share {
  /** An account, or the address of a caller without one. */
  owner: string;
  /** Real money was charged for it. */
  isPaid: boolean;
}

/** Of work that nobody asked for from outside. */
export const ownShare: Share = { owner: 'own', isPaid: true };

/** Owner of a turn, with its deadline; every CallContext is one. */
export interface TurnOwner {
  readonly share: Share;
  readonly signal: AbortSignal;
}

export function toShare(principal: Principal, priceMicros: number): Share {
  const isPaid = principal.mode === 'live' && priceMicros > 0;
  if ('accountId' in principal) return { owner: principal.accountId, isPaid };
  return { owner: principal.kind === 'operator' ? 'operator' : toHostKey(principal.ip), isPaid };
}

export interface TurnLimits {
  atOnce: number;
  /** Of them at most so many that nobody pays for. Default: all but one. */
  freeAtOnce?: number;
  /** Default: no fewer than there are. */
  atOncePerOwner?: number;
  waitingMax: number;
  /** Default: no fewer than may wait. */
  waitingMaxPerOwner?: number;
}

interface Waiter {
  share: Share;
  start(): void;
  fail(error: unknown): void;
}

/** Takes its place back; further calls do nothing. */
export type Leave = () => void;

interface Owner {
  running: number;
  waiting: number;
  /** When it last got a turn: a number that grows. */
  servedAt: number;
}

export class Turns {
  readonly #limits: Required<TurnLimits>;
  readonly #owners = new Map<string, Owner>();
  /** In the order in which they came. */
  readonly #waiting: Waiter[] = [];
  #running = 0;
  #runningFree = 0;
  #served = 0;

  constructor(limits: TurnLimits) {
    const { atOnce, waitingMax } = limits;
    const freeAtOnce = Math.max(1, atOnce - 1);
    this.#limits = { freeAtOnce, atOncePerOwner: atOnce, waitingMaxPerOwner: waitingMax, ...limits };
  }

  /** Resolves when it is this one's turn. Throws OVERLOADED, what `refuseWaiting` was given, or the signal's reason. */
  take({ share, signal }: TurnOwner): Promise<Leave> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const waiter: Waiter = {
        share,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(this.#begin(share));
        },
        fail: (error) => {
          signal.removeEventListener('abort', giveUp);
          reject(error);
        },
      };
      const giveUp = (): void => {
        this.#drop(waiter, signal.reason);
      };
      if (this.#waiting.length === 0 && this.#mayBegin(share)) return waiter.start();
      this.#makeRoom(share);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiter);
      this.#getOwner(share).waiting++;
      this.#next();
    });
  }

  refuseWaiting(error: unknown): void {
    for (const waiter of [...this.#waiting]) this.#drop(waiter, error);
  }

  #begin(share: Share): Leave {
    const owner = this.#getOwner(share);
    owner.running++;
    owner.servedAt = ++this.#served;
    this.#running++;
    if (!share.isPaid) this.#runningFree++;
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      owner.running--;
      this.#running--;
      if (!share.isPaid) this.#runningFree--;
      this.#forget(share.owner);
      this.#next();
    };
  }

  #next(): void {
    for (let waiter = this.#choose(); waiter; waiter = this.#choose()) {
      this.#remove(waiter);
      waiter.start();
    }
  }

  /** What is paid for, then whose owner has least running, then whose owner has waited longest for a turn. */
  #choose(): Waiter | undefined {
    let best: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (this.#mayBegin(waiter.share) && (!best || this.#isBefore(waiter.share, best.share))) best = waiter;
    }
    return best;
  }

  #isBefore(one: Share, other: Share): boolean {
    if (one.isPaid !== other.isPaid) return one.isPaid;
    const [ours, theirs] = [this.#getOwner(one), this.#getOwner(other)];
    if (ours.running !== theirs.running) return ours.running < theirs.running;
    return ours.servedAt < theirs.servedAt;
  }

  #mayBegin(share: Share): boolean {
    const { atOnce, freeAtOnce, atOncePerOwner } = this.#limits;
    if (this.#running >= atOnce || (!share.isPaid && this.#runningFree >= freeAtOnce)) return false;
    return (this.#owners.get(share.owner)?.running ?? 0) < atOncePerOwner;
  }

  /** A full line sends away the last of what is free, or of whoever has most in it: it may be the one that comes. */
  #makeRoom(share: Share): void {
    const { waitingMax, waitingMaxPerOwner } = this.#limits;
    const own = this.#owners.get(share.owner)?.waiting ?? 0;
    if (own >= waitingMaxPerOwner) throw createOverloadedError();
    if (this.#waiting.length < waitingMax) return;
    let last: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (!last || !this.#isBetterPlaced(waiter.share, last.share)) last = waiter;
    }
    if (!last || !this.#isBetterPlaced(share, last.share, 1)) throw createOverloadedError();
    this.#drop(last, createOverloadedError());
  }

  /** `more`: what would wait for the first owner besides. */
  #isBetterPlaced(one: Share, other: Share, more = 0): boolean {
    if (one.isPaid !== other.isPaid) return one.isPaid;
    return (this.#owners.get(one.owner)?.waiting ?? 0) + more < (this.#owners.get(other.owner)?.waiting ?? 0);
  }

  #drop(waiter: Waiter, error: unknown): void {
    if (this.#remove(waiter)) waiter.fail(error);
    this.#forget(waiter.share.owner);
  }

  #remove(waiter: Waiter): boolean {
    const at = this.#waiting.indexOf(waiter);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#getOwner(waiter.share).waiting--;
    return true;
  }

  #getOwner({ owner }: Share): Owner {
    const existing = this.#owners.get(owner);
    if (existing) return existing;
    const fresh = { running: 0, waiting: 0, servedAt: 0 };
    this.#owners.set(owner, fresh);
    return fresh;
  }

  #forget(name: string): void {
    const owner = this.#owners.get(name);
    if (owner && owner.running === 0 && owner.waiting === 0) this.#owners.delete(name);
  }
}

const createOverloadedError = (): FareboxError => new FareboxError('OVERLOADED', { retryAfterSeconds: 1 });

/** Resolves like `work`, unless the signal ends first: then its reason is thrown, and the result is ignored. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const settle = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(settle);
  });
}
