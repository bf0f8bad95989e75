/** Definition of a provider: its name, tier and settings. */

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
