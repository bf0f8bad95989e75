/** Data about this server, besides its catalogue, that pages show. */
import type { DiscoveryInfo } from '../describe/guide.ts';
import type { RegisteredTool } from '../kernel/tool/registry.ts';

export interface PageInfo extends DiscoveryInfo {
  /** How a tool stands for live accounts: a source is set up and answers, all of them rest after failures, none is set up. */
  readToolState(tool: RegisteredTool): ToolState;
  /** Of the providers that are set up for live accounts. */
  readProviderStates(): readonly ProviderInfo[];
  readUpstreams(): Promise<UpstreamHistory>;
  readLatencies(): Promise<LatencyReport>;
  readTimes(): Promise<TimesInfo>;
}

export type ToolState = 'ready' | 'resting' | 'not-set-up';

export interface ProviderInfo {
  id: string;
  name: string;
  isResting: boolean;
  /** Ids of its models that are paused while others are usable. */
  pausedModels: readonly string[];
}

/** Requests of live accounts to providers, by UTC days. */
export interface UpstreamHistory {
  /** Today last, all of them, whether or not there were requests. */
  days: readonly string[];
  providers: readonly { provider: string; days: readonly UpstreamDay[] }[];
}

export interface UpstreamDay {
  day: string;
  requests: number;
  failures: number;
  averageMs: number;
}

export interface LatencyReport {
  days: number;
  tools: readonly Latency[];
  providers: readonly Latency[];
}

export interface Latency {
  name: string;
  successes: number;
  failures: number;
  /** Of what succeeded; null when nothing did. */
  p50Ms: number | null;
  p95Ms: number | null;
}

/** Hours of the week from Monday 00:00 on. */
export interface WeekInfo {
  total: number;
  hours: readonly number[];
}

export interface TimesInfo {
  zone: string;
  fromMs: number;
  toMs: number;
  published: WeekInfo;
  byCategory: readonly { key: string; labels: Readonly<Record<string, string>> & { en: string }; times: WeekInfo }[];
  sources: readonly { name: string; articles: number }[];
  /** Null: too few to tell of the whole and not of somebody. */
  opened: WeekInfo | null;
}
