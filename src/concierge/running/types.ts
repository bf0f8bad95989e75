/** The concierge as tools use it: `ctx.services.concierge`. Rules: money.md §8, decisions.md §6. */

import type { Diagnosis } from '../../fixes/types.ts';
import type { FareboxError } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { CallContext, QuoteContext } from '../../kernel/tool/context.ts';
import type { Category } from '../../kernel/tool/tool.ts';
import type { Micros } from '../../lib/money.ts';
import type { LeftOut, Route, RouteLanguage, RouteStep, StepSource } from '../types.ts';

/** Exactly one of `tools` and `message`, or both; a preset comes with a message. */
export interface SmartRequest {
  message?: string | undefined;
  tools?: readonly NamedStep[] | undefined;
  preset?: string | undefined;
  category?: Category | undefined;
  language?: RouteLanguage | undefined;
  /** USD, over everything. */
  maxPrice?: number | undefined;
}

/** A step as a caller names it. */
export interface NamedStep extends Omit<RouteStep, 'from'> {
  from?: Record<string, StepSource> | undefined;
}

export type PlanMode = 'natural-language' | 'structured' | 'preset';

/** Plan and price of a request. Made without calling any upstream. */
export interface Plan {
  mode: PlanMode;
  /** `rules`: also where the caller named the tools. */
  source: 'rules' | 'llm' | 'cache';
  route: Route;
  /** 0 unless the route of a message was found anew. */
  feeMicros: Micros;
  /** The fee and every tool. */
  totalMicros: Micros;
  /** The same with one price for each tool. */
  flatMicros: Micros;
  /** Where it is remembered once it has worked; null for what is not. */
  cacheKeys: CacheKeys | null;
}

/**
 * `known`: of a route of the rules, the same for all who ask so. `own`: of what a model chooses for this very caller.
 * `kind`: of the tools that an account has paid a fee for.
 */
export interface CacheKeys {
  known: string;
  own: string;
  kind: string;
}

export interface StepError {
  code: string;
  message: string;
  next: string;
  retryable: boolean;
  details?: Record<string, unknown>;
  /** With INSUFFICIENT_BALANCE, in USD: what is missing, and how to pay. */
  balance?: number;
  required?: number;
  deposit?: { paymentLinks: readonly { url: string; amount: number; currency: string }[] };
}

/** Outcome of one step. `price` is in USD, 0 if it was not charged or was refunded. */
export type StepResult =
  | { tool: string; ok: true; output: Record<string, unknown>; price: number }
  | { tool: string; ok: false; error: StepError; price: 0; skipped?: true };

export interface StepExecution {
  /** As it was called, values from earlier steps and defaults included; as far as they were there when it was not called. */
  input: Record<string, unknown>;
  result: StepResult;
  /** Why it failed. */
  error?: FareboxError;
}

/** Whether an answer holds what was asked for. */
export interface Verification {
  tool: string;
  /** What was looked at: place, currency, language, address, coin, topic. */
  check: string;
  ok: boolean;
  expected: string;
  found: string;
}

export interface SmartAnswer {
  response: string;
  /** Names of the tools that answered. */
  toolsUsed: string[];
  /** USD: the fee and the tools that answered. */
  totalCost: number;
  /** USD. */
  routingFee: number;
  route: ShownRoute;
  results: StepResult[];
  verification: Verification[];
  /** Of the first step that failed. */
  diagnosis?: Diagnosis;
}

/** A route as callers see it; prices in USD. */
export interface ShownRoute {
  mode: PlanMode;
  source: Plan['source'];
  confidence: number;
  steps: (RouteStep & { price: number })[];
  leftOut: LeftOut[];
  matched: { tool: string; terms: string[] }[];
  alternatives: { tool: string; score: number }[];
}

export interface CacheStats {
  cacheSize: number;
  cacheHits: number;
}

export interface Concierge {
  /**
   * Throws INVALID_INPUT, UNKNOWN_TOOL, CAP_REACHED, NO_RESULT (no tool fits) and TOOL_UNAVAILABLE. `dry`: nothing is
   * kept or counted, and no model will be asked.
   */
  plan(request: SmartRequest, ctx: QuoteContext, dry?: boolean): Promise<Plan>;
  /** Throws the error that explains most when no tool has answered: everything is refunded then. */
  run(request: SmartRequest, plan: Plan, ctx: CallContext): Promise<SmartAnswer>;
  /** The tools that fit a need, best first. */
  fits(need: string): Promise<{ tool: string; score: number }[]>;
  /** Routes that are kept for this mode, and calls that they have served. */
  stats(mode: Mode): CacheStats;
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    concierge: Concierge;
  }
}
