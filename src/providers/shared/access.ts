/**
 * Keys of providers. Requests are shared among them by weight. A key that is refused, used up or rate limited is paused
 * separately, for one model if the failure names one, while the others serve. The provider is paused when all keys are.
 */
import { createHash, randomInt } from 'node:crypto';
import { type FailureKind, UpstreamFailure } from '../../kernel/errors/failure.ts';
import type {
  ChosenKey,
  KeyCondition,
  KeyedRequest,
  ProviderAccess,
  ProviderKey,
  RetryPolicy,
} from '../../kernel/tool/provider.ts';
import { createHealth, type Health, KEY_FAILURES, type ProviderState } from './health.ts';
import type { HealthOptions } from './health-options.ts';
import { DEFAULT_RETRY } from './network/retry.ts';

export interface AccessTerms {
  /** By provider id. */
  keys: ReadonlyMap<string, readonly ProviderKey[]>;
  retries: ReadonlyMap<string, RetryPolicy>;
  /** Of providers without one of their own. */
  defaultRetry?: RetryPolicy | undefined;
}

interface Key extends ProviderKey {
  fingerprint: string;
  health: Health;
  failure: FailureKind | null;
}

interface Ring {
  keys: readonly Key[];
  /** Keys of the last configuration too: a request that is being built may hold one. */
  known: readonly string[];
}

const FINGERPRINT_CHARACTERS = 8;
/** A key's health knows nothing else. */
const ONE = 'key';
/** A single request is finding out whether a key works again. */
const PROBING_WAIT_MS = 1_000;
/** A failure that says nothing about the key. */
class OtherFailure extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super('Not about the key');
    this.thrown = thrown;
  }
}

export const buildFingerprint = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, FINGERPRINT_CHARACTERS);

export class KeyRings implements ProviderAccess {
  readonly #options: HealthOptions;
  #rings: ReadonlyMap<string, Ring> = new Map();
  #retries: ReadonlyMap<string, RetryPolicy> = new Map();
  #defaultRetry = DEFAULT_RETRY;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Keys that stay keep their state; running requests end with the key that they have. */
  set({ keys, retries, defaultRetry = DEFAULT_RETRY }: AccessTerms): void {
    const rings = [...keys].map(([id, list]): [string, Ring] => {
      const former = this.#rings.get(id)?.keys ?? [];
      const next = list.map((one) => this.#open(one, former));
      return [id, { keys: next, known: [...new Set([...next, ...former].map(({ key }) => key))] }];
    });
    this.#rings = new Map(rings);
    this.#retries = retries;
    this.#defaultRetry = defaultRetry;
  }

  getRetryPolicy(providerId: string): RetryPolicy {
    return this.#retries.get(providerId) ?? this.#defaultRetry;
  }

  /** Throws the failure of the last key, or `parked` when all keys are paused. */
  async run<T>(providerId: string, request: KeyedRequest, send: (key?: ChosenKey) => Promise<T>): Promise<T> {
    if (this.#list(providerId).length === 0) return await send();
    const tried = new Set<string>();
    let failure: UpstreamFailure | undefined;
    for (;;) {
      // Read anew each time: the keys may have been replaced meanwhile.
      const key = chooseKey(this.#list(providerId), tried, request.model);
      if (!key) throw failure ?? this.#createPause(providerId, request.model);
      tried.add(key.key);
      try {
        return await this.#use(key, request, () => send(this.#present(key, providerId, tried, request.model)));
      } catch (thrown) {
        if (!(thrown instanceof UpstreamFailure)) throw thrown instanceof OtherFailure ? thrown.thrown : thrown;
        if (thrown.kind === 'parked') continue;
        failure = thrown;
        failure.facts.pausedMs = this.pausedForMs(providerId, request.model);
        if (!request.canRepeat(thrown)) throw thrown;
      }
    }
  }

  /** Keys that end on a day, of every provider. */
  listExpiries(): { provider: string; fingerprint: string; expires: string }[] {
    return [...this.#rings].flatMap(([provider, { keys }]) =>
      keys.flatMap(({ fingerprint, expires }) => (expires === undefined ? [] : [{ provider, fingerprint, expires }])),
    );
  }

  /** Milliseconds until a key may be used; 0 also where there are none. */
  pausedForMs(providerId: string, model?: string): number {
    const waits = this.#list(providerId).map(({ health }) => health.pausedForMs(ONE, model));
    return waits.length === 0 ? 0 : Math.min(...waits);
  }

  readState(providerId: string): ProviderState {
    const keys = this.#list(providerId);
    return keys.length > 0 && keys.every(({ health }) => health.readState(ONE) !== 'up') ? 'parked' : 'up';
  }

  /** Models for which no key may be used. */
  listPausedModels(providerId: string): string[] {
    const models = this.#list(providerId).flatMap(({ health }) => health.listPausedModels(ONE));
    return [...new Set(models)].filter((model) => this.pausedForMs(providerId, model) > 0);
  }

  describe(providerId: string): KeyCondition[] {
    return this.#list(providerId).map(({ fingerprint, weight, health, failure }) => ({
      ...{ fingerprint, weight, failure },
      pausedMs: health.pausedForMs(ONE),
      pausedModels: health.listPausedModels(ONE),
    }));
  }

  #list(providerId: string): readonly Key[] {
    return this.#rings.get(providerId)?.keys ?? [];
  }

  #open(one: ProviderKey, former: readonly Key[]): Key {
    const known = former.find(({ key }) => key === one.key);
    const { failure = null, health = createHealth(this.#options) } = known ?? {};
    return { ...one, fingerprint: buildFingerprint(one.key), failure, health };
  }

  #present({ key, fingerprint }: Key, providerId: string, tried: ReadonlySet<string>, model?: string): ChosenKey {
    const { keys = [], known = [] } = this.#rings.get(providerId) ?? {};
    return {
      apiKey: key,
      ...(known.length > 1 ? { replace: (text: string) => replaceKey(text, known, key) } : {}),
      hasOther: () => chooseKey(this.#list(providerId), tried, model) !== undefined,
      ...(keys.length > 1 ? { fingerprint } : {}),
    };
  }

  /** Throws an OtherFailure for what isn't the key's. */
  async #use<T>(key: Key, { model }: KeyedRequest, send: () => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      try {
        return await send();
      } catch (thrown) {
        const isKeys = thrown instanceof UpstreamFailure && KEY_FAILURES.includes(thrown.kind);
        if (isKeys) key.failure = thrown.kind;
        throw isKeys ? thrown : new OtherFailure(thrown);
      }
    };
    const scope = { model, caller: '', hashInput: () => '' };
    const value = await key.health.guard(ONE, run, scope);
    key.failure = null;
    return value;
  }

  #createPause(providerId: string, model?: string): UpstreamFailure {
    return new UpstreamFailure('parked', providerId, {
      retryAfterMs: this.pausedForMs(providerId, model) || PROBING_WAIT_MS,
    });
  }
}

/** By weight among those that may be used now; one without weight when there is no other. */
function chooseKey(keys: readonly Key[], tried: ReadonlySet<string>, model?: string): Key | undefined {
  const ready = keys.filter(({ key, health }) => !tried.has(key) && health.pausedForMs(ONE, model) === 0);
  const total = ready.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return ready[0];
  let left = randomInt(total);
  return ready.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}

/** A whole value, or the last word of one: `Bearer <key>`. */
function replaceKey(text: string, known: readonly string[], key: string): string {
  const found = known.find((one) => text === one || text.endsWith(` ${one}`));
  return found === undefined || found === key ? text : text.slice(0, text.length - found.length) + key;
}
