/** Database figures for public pages, read at most once a minute. */
import { formatDay } from '../database/clock.ts';
import type { Database } from '../database/types.ts';
import type { DiscoveryInfo } from '../describe/guide.ts';
import { hasSources, isResting } from '../kernel/call/available.ts';
import type { UpstreamEnvironment } from '../kernel/tool/context.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import { listUpstreamDays } from '../ledger/receipts/record-reads.ts';
import { HISTORY_DAYS } from '../ledger/receipts/record-writes.ts';
import { summarizeLatencies } from '../ledger/statistics/latency-classes.ts';
import { type LatencyTotal, sumLatencies } from '../ledger/statistics/latency-reads.ts';
import { LATENCY_DAYS } from '../ledger/statistics/latency-writes.ts';
import { DAY_MS } from '../lib/durations.ts';
import { runOnceIn } from '../lib/memoize.ts';
import { CATEGORY_LABELS } from '../newsroom/analysis/extraction/lexicon/category.ts';
import { readTimeReport } from '../newsroom/operations/reports/time-reads.ts';
import type { WatchedEnvironment } from '../providers/shared/environment.ts';
import type {
  Latency,
  LatencyReport,
  PageInfo,
  ProviderInfo,
  TimesInfo,
  ToolState,
  UpstreamHistory,
} from '../web/page-info.ts';

const KEPT_MS = 60_000;
const TIMES_KEPT_MS = 600_000;
const TIMES_DAYS = 365;
/** Fewer could be the mails of a single company. */
const OPENED_MIN = 100;

type PageData = Omit<PageInfo, keyof DiscoveryInfo>;

interface PageDataDeps {
  database: Database;
  registry: Registry;
  live: WatchedEnvironment;
  zone: string;
}

export function openPageData({ database, registry, live, zone }: PageDataDeps): PageData {
  return {
    readToolState: (tool) => readToolState(tool, live),
    readProviderStates: () => listProviderStates(registry, live),
    readUpstreams: runOnceIn(KEPT_MS, () => readUpstreams(database)),
    readLatencies: runOnceIn(KEPT_MS, () => readLatencies(database)),
    readTimes: runOnceIn(TIMES_KEPT_MS, () => readTimes(database, zone)),
  };
}

function readToolState(tool: RegisteredTool, live: UpstreamEnvironment): ToolState {
  if (!hasSources(tool, live)) return 'not-set-up';
  return isResting(tool, live) ? 'resting' : 'ready';
}

function listProviderStates({ tools }: Registry, { settings, health, pauses }: WatchedEnvironment): ProviderInfo[] {
  const used = new Map(tools.flatMap(({ definition }) => definition.uses ?? []).map((facts) => [facts.id, facts]));
  return [...used.values()]
    .filter(({ id }) => settings(id) !== null)
    .map(({ id, title }) => ({
      id,
      name: title,
      isResting: health.pausedForMs(id) > 0 || pauses?.isPaused(id) === true,
      pausedModels: health.listPausedModels(id),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

async function readUpstreams(database: Database): Promise<UpstreamHistory> {
  const nowMs = await database.now();
  const days = Array.from({ length: HISTORY_DAYS }, (_, ago) => formatDay(nowMs - (HISTORY_DAYS - 1 - ago) * DAY_MS));
  const rows = await database.read(listUpstreamDays, { mode: 'live', since: days[0] ?? '' });
  const providers = [...new Set(rows.map(({ provider }) => provider))].map((provider) => ({
    provider,
    days: rows
      .filter((row) => row.provider === provider)
      .map(({ day, requests, failures, latency_ms }) => ({
        ...{ day, requests, failures },
        averageMs: Math.round(latency_ms / requests),
      })),
  }));
  return { days, providers };
}

async function readLatencies(database: Database): Promise<LatencyReport> {
  const since = formatDay((await database.now()) - (LATENCY_DAYS - 1) * DAY_MS);
  const totals = await database.read(sumLatencies, { mode: 'live', since });
  const list = (subject: LatencyTotal['subject']): Latency[] => {
    const own = totals.filter((total) => total.subject === subject);
    return [...new Set(own.map(({ name }) => name))]
      .sort()
      .map((name) => ({ name, ...summarizeLatencies(own.filter((total) => total.name === name)) }));
  };
  return { days: LATENCY_DAYS, tools: list('tool'), providers: list('provider') };
}

async function readTimes(database: Database, zone: string): Promise<TimesInfo> {
  const toMs = await database.now();
  const fromMs = toMs - TIMES_DAYS * DAY_MS;
  const { published, byCategory, sources, opened } = await database.read(readTimeReport, { fromMs, toMs, zone });
  const labels = new Map(Object.entries(CATEGORY_LABELS));
  const names = byCategory.flatMap(({ category, times }) => {
    const label = category === null ? undefined : labels.get(category);
    return category !== null && label ? [{ key: category, labels: label, times }] : [];
  });
  const isTold = opened.total >= OPENED_MIN;
  return { zone, fromMs, toMs, published, byCategory: names, sources, opened: isTold ? opened : null };
}
