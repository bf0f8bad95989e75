/** Counts what providers cost today against their budgets, over all servers, and logs when a budget runs out. */
import { formatDay } from '../../database/clock.ts';
import type { Database } from '../../database/types.ts';
import type { Log } from '../../kernel/ports.ts';
import type { BudgetState, ProviderBudgets } from '../../kernel/tool/provider.ts';
import { type Micros, toUsd } from '../../lib/money.ts';
import { addSpend, type SpendInput } from './spend-writes.ts';

/** At most this much of the count is lost with a killed server, and other servers are this far behind. */
const EVERY_MS = 1_000;

export class ProviderSpend implements ProviderBudgets {
  readonly #database: Pick<Database, 'write'>;
  readonly #log: Log;
  #budgets: ReadonlyMap<string, Micros> = new Map();
  #day = '';
  /** Of the day, with what is not saved yet. */
  #spent = new Map<string, number>();
  #unsaved = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  /** One save at a time: its totals hold all that was saved before. */
  #saving: Promise<void> = Promise.resolve();
  #isSaving = false;

  constructor(database: Pick<Database, 'write'>, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** USD of today by provider, where there is a budget. */
  describe(): { provider: string; spentMicros: number; budgetMicros: Micros }[] {
    return [...this.#budgets].map(([provider, budgetMicros]) => ({
      provider,
      spentMicros: this.#readSpent(provider),
      budgetMicros,
    }));
  }

  async setBudgets(budgets: ReadonlyMap<string, Micros>): Promise<void> {
    this.#budgets = budgets;
    if (budgets.size > 0) await this.#save();
  }

  read(providerId: string): BudgetState | null {
    const budgetMicros = this.#budgets.get(providerId);
    return budgetMicros === undefined ? null : { spentMicros: this.#readSpent(providerId), budgetMicros };
  }

  spend(providerId: string, micros: number): void {
    if (!(micros > 0)) return;
    this.#spent.set(providerId, this.#readSpent(providerId) + micros);
    this.#unsaved.set(providerId, (this.#unsaved.get(providerId) ?? 0) + micros);
  }

  isUsedUp(providerId: string): boolean {
    const budget = this.#budgets.get(providerId);
    return budget !== undefined && this.#readSpent(providerId) >= budget;
  }

  /** The returned function saves the rest and ends. */
  start(): () => Promise<void> {
    this.#timer = setInterval(() => {
      if (!this.#isSaving && (this.#unsaved.size > 0 || this.#budgets.size > 0)) void this.#save();
    }, EVERY_MS);
    this.#timer.unref();
    return async () => {
      clearInterval(this.#timer);
      await this.#saving;
      if (this.#unsaved.size > 0) await this.#save();
    };
  }

  #readSpent(providerId: string): number {
    const day = formatDay(Date.now());
    if (day !== this.#day) {
      this.#day = day;
      this.#spent = new Map();
    }
    return this.#spent.get(providerId) ?? 0;
  }

  #save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveNext());
    return this.#saving;
  }

  async #saveNext(): Promise<void> {
    this.#isSaving = true;
    const saving = this.#unsaved;
    this.#unsaved = new Map();
    const inputs = [...new Set([...saving.keys(), ...this.#budgets.keys()])].map(
      (provider): SpendInput => ({
        provider,
        micros: saving.get(provider) ?? 0,
        budgetMicros: this.#budgets.get(provider) ?? null,
      }),
    );
    try {
      const { day, spent, reached } = await this.#database.write(addSpend, inputs);
      this.#day = day;
      this.#spent = new Map(spent.map(({ provider, micros }) => [provider, micros]));
      for (const [provider, micros] of this.#unsaved)
        this.#spent.set(provider, (this.#spent.get(provider) ?? 0) + micros);
      for (const { provider, percent, micros, budgetMicros } of reached) {
        const fields = { provider, percent, spentUsd: micros / 1_000_000, budgetUsd: toUsd(budgetMicros) };
        if (percent >= 100) this.#log.error(fields, 'provider budget used up, not asked again before 00:00 UTC');
        else this.#log.warn(fields, 'provider budget is running out');
      }
    } catch (err) {
      for (const [provider, micros] of saving) this.#unsaved.set(provider, (this.#unsaved.get(provider) ?? 0) + micros);
      this.#log.warn({ err }, 'could not save what providers cost, retrying');
    } finally {
      this.#isSaving = false;
    }
  }
}
