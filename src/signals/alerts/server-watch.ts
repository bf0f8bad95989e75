/** Shares this server's view of its providers and its disk with the other servers. */
import { statfs } from 'node:fs/promises';
import type { Database } from '../../database/types.ts';
import { consequences } from '../../kernel/errors/failure.ts';
import type { Log } from '../../kernel/ports.ts';
import { toVariableName } from '../../kernel/tool/provider.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { ProviderStreaks } from './provider-streaks.ts';
import type { Condition, FailureStreak } from './types.ts';
import { replaceServerSignals } from './writes.ts';

const EVERY_MS = 2_000;
/** An unchanged row is written again this often, as a sign of life. */
const REFRESH_MS = 20_000;
const DISK_EVERY_MS = 60_000;
const FAILURES_MIN = 3;
/** Two weeks. */
const AHEAD_MS = 14 * DAY_MS;

export interface KeyExpiry {
  provider: string;
  fingerprint: string;
  expires: string;
}

export interface ServerWatchOptions {
  database: Pick<Database, 'write' | 'findOwner'>;
  streaks: ProviderStreaks;
  /** Keys of providers that end on a day, `YYYY-MM-DD`. */
  listExpiries(): readonly KeyExpiry[];
  dataDir: string;
  /** Share of the disk of `dataDir` that must be free, in percent; 0 turns the alert off. */
  diskFreePercent: number;
  log: Log;
}

export class ServerWatch {
  readonly #options: ServerWatchOptions;
  #timer: NodeJS.Timeout | null = null;
  #written = { text: '[]', owner: '', atMs: 0 };
  #writing: Promise<void> = Promise.resolve();
  #disk: { condition: Condition | null; atMs: number } | null = null;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
  }

  start(): () => Promise<void> {
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(() => this.look());
    }, EVERY_MS).unref();
    return async () => {
      if (this.#timer) clearInterval(this.#timer);
      await this.#writing;
    };
  }

  /** Writes what has changed; never throws. */
  async look(): Promise<void> {
    const { database, log } = this.#options;
    const owner = database.findOwner();
    if (owner === null) return;
    try {
      const signals = await this.#listSignals();
      const text = JSON.stringify(signals);
      const { text: before, owner: ownerBefore, atMs } = this.#written;
      const isSame = text === before && (signals.length === 0 || owner === ownerBefore);
      if (isSame && (signals.length === 0 || Date.now() - atMs < REFRESH_MS)) return;
      await database.write(replaceServerSignals, { owner, signals });
      this.#written = { text, owner, atMs: Date.now() };
    } catch (err) {
      log.warn({ err }, 'could not save the state of providers, retrying');
    }
  }

  async #listSignals(): Promise<Condition[]> {
    const disk = await this.#readDisk();
    const providers = this.#options.streaks.list().flatMap(([id, streak]) => describeProvider(id, streak) ?? []);
    const keys = this.#options.listExpiries().flatMap((key) => describeExpiry(key, Date.now()) ?? []);
    return [...(disk ? [disk] : []), ...providers, ...keys];
  }

  async #readDisk(): Promise<Condition | null> {
    const { dataDir, diskFreePercent: least } = this.#options;
    if (least === 0) return null;
    if (this.#disk && Date.now() - this.#disk.atMs < DISK_EVERY_MS) return this.#disk.condition;
    // On PostgreSQL the folder may not exist.
    const { bavail, blocks } = await statfs(dataDir).catch(() => ({ bavail: 0, blocks: 0 }));
    const free = blocks > 0 ? Math.floor((100 * bavail) / blocks) : 100;
    const text = `Less than ${least} % of the disk that holds DATA_DIR is free.`;
    const condition: Condition | null =
      free < least ? { code: 'disk_low', subject: '', severity: 'error', text } : null;
    this.#disk = { condition, atMs: Date.now() };
    return condition;
  }
}

/** One alert for each key: it is over when the configuration no longer has the key, or has another date. */
function describeExpiry({ provider, fingerprint, expires }: KeyExpiry, nowMs: number): Condition | null {
  const leftMs = Date.parse(expires) + DAY_MS - nowMs;
  if (leftMs > AHEAD_MS) return null;
  const base = { code: 'provider_key_expiring', subject: `${provider} ${fingerprint}` };
  if (leftMs <= 0)
    return {
      ...base,
      severity: 'error',
      text: `The key ${fingerprint} of ${provider} expired on ${expires}. Replace it.`,
    };
  return {
    ...base,
    severity: 'warn',
    text: `The key ${fingerprint} of ${provider} expires on ${expires}. Replace it before.`,
  };
}

function describeProvider(id: string, { kind, cause, status, count }: FailureStreak): Condition | null {
  const answer = status === null ? cause : `HTTP ${status}`;
  const base = { subject: id, severity: 'error' as const };
  if (kind === 'auth') {
    const text = `${id} refused our API key (${answer}). Check ${toVariableName(id, 'apiKey')}.`;
    return { ...base, code: 'provider_key_refused', text };
  }
  const isPaused = Object.entries(consequences).some(([name, { breaker }]) => name === kind && breaker === 'park');
  if (isPaused) {
    const reason = kind === 'quota' ? 'its quota or balance is used up' : 'the model is retired';
    return { ...base, code: 'provider_paused', text: `${id} is paused: ${reason} (${answer}).` };
  }
  if (count < FAILURES_MIN) return null;
  return { ...base, code: 'provider_failing', text: `${id} is failing: its last requests all failed (${answer}).` };
}
