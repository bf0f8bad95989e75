/** Definition of a provider: its name, tier and settings. */

import type { FailureKind } from '../errors/failure.ts';

export interface SettingSpec {
  /**
   * `secret` values are redacted wherever they would be shown; `usd` is what something costs the operator, which the
   * doctor asks for while it is 0; a `program` counts as set when this machine has it.
   */
  kind: 'secret' | 'url' | 'text' | 'flag' | 'usd' | 'program';
  about: string;
  default?: string;
  /** The provider works only when this is set. */
  required?: boolean;
  /** What stands for a required one in the sandbox; default: the word sandbox. */
  sandbox?: string;
  /** Belongs to one account for good, so that several keys can't stand for each other. */
  single?: true;
  /** Plan of a key, where the key tells: all keys of a provider must be of one plan. */
  readPlan?(key: string): string;
}

/** T0 free · T1 easy key · T2 key in steps · T3 card · T5 premium subscription (the specification has no T4 tool). */
export type Tier = 'T0' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5';

export interface ProviderDefinition {
  /** The file's name; in capitals with `_` it prefixes its environment variables. */
  id: string;
  title: string;
  tier: Tier;
  /** What it is used for, in a few words, and what its terms ask for. */
  about: string;
  /**
   * Default address; `<ID>_BASE_URL` replaces it, the word `off` switches the provider off. Empty: it has none, being a
   * file or a program of this machine; the sandbox has it only when what it requires has a value there.
   */
  baseUrl: string;
  /** Off until `<ID>_BASE_URL` is set: it runs on your own host, or its public host's terms ask for a decision. */
  offByDefault?: boolean;
  /** Setting that names the model that a tool uses; default: the first of its settings for models. */
  modelSetting?: string;
  /** Beside the base URL: keys `apiKey`, `modelFast`, … become `<ID>_API_KEY`, `<ID>_MODEL_FAST`. */
  settings: Readonly<Record<string, SettingSpec>>;
}

/** Scope of a failure: it says nothing about other models and little about other callers. */
export interface RequestScope {
  /** Id of the model, as the provider knows it. */
  model?: string | undefined;
  /** An account, or the address of a caller without one. */
  caller: string;
  /** The key was chosen among keys that are paused by themselves. */
  hasOwnKeys?: boolean;
  /** Digest of all that is sent; asked for after failures only. */
  hashInput(): string;
}

/** Tracks each provider's failures within one mode; see providers/shared/health.ts. */
export interface ProviderHealth {
  /** Milliseconds until the provider, or this model of it, may be asked again; 0 when it may be asked now. */
  pausedForMs(providerId: string, model?: string): number;
  /** Runs one request under the provider's circuit breaker. */
  guard<T>(providerId: string, run: () => Promise<T>, scope?: RequestScope): Promise<T>;
}

/** Daily budgets of providers; `spend` is what their requests cost, as far as their replies tell. */
export interface ProviderBudgets {
  spend(providerId: string, micros: number): void;
  isUsedUp(providerId: string): boolean;
  /** Of today, in micro-USD; null without a budget. */
  read(providerId: string): BudgetState | null;
}

export interface BudgetState {
  spentMicros: number;
  budgetMicros: number;
}

/** Name of the setting of which a provider may have several. */
export const KEY_SETTING = 'apiKey';

/** One of several keys; 0 serves only when no other can. */
export interface ProviderKey {
  key: string;
  weight: number;
  /** Last day on which it works, `YYYY-MM-DD`, where its operator has said so. */
  expires?: string | undefined;
}

/** State of one key, for operators. */
export interface KeyCondition {
  /** Digest that tells keys apart and nothing about them. */
  fingerprint: string;
  weight: number;
  pausedMs: number;
  /** Ids of models for which it is paused while it serves others. */
  pausedModels: readonly string[];
  /** Why it was paused last; null while it works. */
  failure: FailureKind | null;
}

/** `timeout`: the provider says that its own time ran out. */
export const RETRY_REASONS = ['rate', 'overloaded', 'unreachable', 'cut', 'timeout'] as const;

/** Repeats of one request within one call. Only what is safe to repeat is repeated. */
export interface RetryPolicy {
  attempts: number;
  on: readonly (typeof RETRY_REASONS)[number][];
  /** Milliseconds since the first attempt after which none begins. */
  withinMs?: number | undefined;
}

/** The key of one attempt. */
export interface ChosenKey {
  /** Puts the key where a text is, or ends with, another one of the provider; absent where there is no other. */
  replace?: (text: string) => string;
  apiKey: string;
  /** For the log; absent where there is just one key. */
  fingerprint?: string;
  /** Another key could serve the request now. */
  hasOther(): boolean;
}

export interface KeyedRequest {
  model?: string | undefined;
  /** True if another key may be tried after this failure. */
  canRepeat(failure: unknown): boolean;
}

/** Keys and retry policies of providers; see providers/shared/access.ts. */
export interface ProviderAccess {
  getRetryPolicy(providerId: string): RetryPolicy;
  /** Sends with a key that works, chosen by weight, and with another one when it is refused. */
  run<T>(providerId: string, request: KeyedRequest, send: (key?: ChosenKey) => Promise<T>): Promise<T>;
}

/** For `uses` of a tool that needs another model of the provider than its first. */
export const withModel = <P extends ProviderDefinition>(provider: P, modelSetting: string): P => ({
  ...provider,
  modelSetting,
});

/** `apiKey` of `open-meteo` → `OPEN_METEO_API_KEY`. */
export function toVariableName(providerId: string, setting: string): string {
  return `${providerId}_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.replaceAll('-', '_').toUpperCase();
}

/** The variables without which the provider can't work. */
export function listRequiredVariables(facts: ProviderDefinition): string[] {
  const required = Object.entries(facts.settings).filter(
    ([, spec]) => spec.required && (spec.default === undefined || spec.kind === 'program'),
  );
  return required.length > 0
    ? required.map(([key]) => toVariableName(facts.id, key))
    : [toVariableName(facts.id, 'baseUrl')];
}
