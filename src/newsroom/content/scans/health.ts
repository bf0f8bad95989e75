/** Rates a company's press work by the releases that a site lists. Rules: newsroom.md §4.2.8. */

import { DAY_MS } from '../../../lib/durations.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { countCodePoints } from '../../../text/code-points.ts';
import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { english } from '../../analysis/quality/lexicons/en.ts';
import { japanese } from '../../analysis/quality/lexicons/ja.ts';
import { chinese } from '../../analysis/quality/lexicons/zh.ts';
import type { RatedRelease } from './rate.ts';
import { explainFinding, type FindingCode } from './wording.ts';

const LEXICONS = { ja: japanese, zh: chinese, en: english };
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const MONTH_DAYS = 365 / 12;
const LONG_GAP_DAYS = 60;
const LOW_NQ = 40;
const EXAMPLES_MAX = 3;
const ENDS = 5;

export interface Finding {
  severity: 'high' | 'medium' | 'low';
  code: FindingCode;
  share: number;
  text: string;
  examples: string[];
  fix: string;
}

export interface Health {
  period: { from: string | null; to: string | null };
  score: number;
  grade: 'A' | 'B' | 'C' | 'D' | 'E';
  metrics: {
    release_count: number;
    releases_per_month: number;
    avg_nq: number;
    median_title_length: number;
    title_in_band_share: number;
    with_image_share: number;
    with_quote_share: number;
    with_numbers_share: number;
    best_hour: number | null;
    weekday_histogram: Record<(typeof WEEKDAYS)[number], number>;
    longest_gap_days: number;
  };
  findings: Finding[];
  top: { title: string; url: string; nq_score: number }[];
  bottom: { title: string; url: string; nq_score: number }[];
  trend: { month: string; count: number; avg_nq: number }[];
}

export function examineHealth(releases: readonly RatedRelease[], zone: string): Health {
  const times = releases.flatMap(({ publishedAtMs }) => publishedAtMs ?? []).sort((a, b) => a - b);
  const gaps = times.slice(1).map((ms, index) => (ms - (times[index] ?? ms)) / DAY_MS);
  const longestGap = Math.max(0, ...gaps);
  const months = Math.max(1, ((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY_MS / MONTH_DAYS);
  const perMonth = releases.length / months;
  const share = (fits: (release: RatedRelease) => boolean): number =>
    releases.length === 0 ? 0 : releases.filter(fits).length / releases.length;
  const localTimes = times.map((ms) => formatZonedTime(ms, zone));
  const metrics: Health['metrics'] = {
    release_count: releases.length,
    releases_per_month: round(perMonth, 1),
    avg_nq: round(average(releases.map(({ nqScore }) => nqScore)), 1),
    median_title_length: findMedian(releases.map(({ title }) => countCodePoints(title))),
    title_in_band_share: round(
      share((release) => compareTitle(release) === 0),
      2,
    ),
    with_image_share: round(
      share(({ hasImage }) => hasImage),
      2,
    ),
    with_quote_share: round(
      share(({ hasQuote }) => hasQuote),
      2,
    ),
    with_numbers_share: round(
      share(({ hasNumbers }) => hasNumbers),
      2,
    ),
    best_hour: findMostFrequent(localTimes.map((time) => Number(time.slice(11, 13)))),
    weekday_histogram: countWeekdays(localTimes),
    longest_gap_days: Math.round(longestGap),
  };
  const score = computeScore(metrics, perMonth, longestGap);
  const ranked = [...releases].sort((a, b) => b.nqScore - a.nqScore).map(showRelease);
  return {
    period: { from: localTimes[0] ?? null, to: localTimes.at(-1) ?? null },
    score,
    grade: score >= 85 ? 'A' : score >= 70 ? 'B' : score >= 55 ? 'C' : score >= 40 ? 'D' : 'E',
    metrics,
    findings: listFindings(releases, gaps),
    top: ranked.slice(0, ENDS),
    bottom: ranked.slice(-ENDS).reverse(),
    trend: listTrend(releases, zone),
  };
}

function computeScore(metrics: Health['metrics'], perMonth: number, longestGap: number): number {
  if (metrics.release_count === 0) return 0;
  const cadence = Math.min(100, 50 * perMonth) * (1 - Math.min(0.5, longestGap / 365));
  const { with_image_share: image, with_quote_share: quote, with_numbers_share: numbers } = metrics;
  const shares = 10 * image + 10 * quote + 10 * numbers + 5 * metrics.title_in_band_share;
  return Math.round(0.5 * metrics.avg_nq + 0.15 * cadence + shares);
}

/** -1 shorter than the band of its language, 1 longer, 0 within. */
function compareTitle({ title, language }: RatedRelease): -1 | 0 | 1 {
  const { least, most } = LEXICONS[language].sizes.headline;
  const length = countCodePoints(title);
  return length < least ? -1 : length > most ? 1 : 0;
}

function hasHype({ title, summary, language }: RatedRelease): boolean {
  const { pattern, cased } = LEXICONS[language].hype;
  const { plain, lower } = foldText(`${title}\n${summary}`);
  return (cased ? plain : lower).search(pattern) >= 0;
}

function listFindings(releases: readonly RatedRelease[], gaps: readonly number[]): Finding[] {
  const language = findMostFrequent(releases.map((release) => release.language)) ?? 'ja';
  if (releases.length === 0) return [buildFinding('no_releases', 1, [], language)];
  const checks: readonly [FindingCode, (release: RatedRelease) => boolean][] = [
    ['title_too_long', (release) => compareTitle(release) > 0],
    ['title_too_short', (release) => compareTitle(release) < 0],
    ['no_image', ({ hasImage }) => !hasImage],
    ['no_quote', ({ hasQuote }) => !hasQuote],
    ['no_numbers', ({ hasNumbers }) => !hasNumbers],
    ['hype', hasHype],
    ['low_nq', ({ nqScore }) => nqScore < LOW_NQ],
  ];
  const findings = checks.flatMap(([code, fits]) => {
    const fitting = releases.filter(fits);
    const titles = fitting.slice(0, EXAMPLES_MAX).map(({ title }) => title);
    return fitting.length === 0 ? [] : [buildFinding(code, fitting.length / releases.length, titles, language)];
  });
  const usual = findMedian(gaps);
  const irregular = gaps.length < 3 ? 0 : gaps.filter((days) => days > 2 * usual + 1).length / gaps.length;
  if (irregular > 0) findings.push(buildFinding('irregular_cadence', irregular, [], language));
  const longest = Math.max(0, ...gaps);
  if (longest >= LONG_GAP_DAYS) findings.push(buildFinding('long_gap', Math.min(1, longest / 365), [], language));
  return findings.sort((a, b) => b.share - a.share);
}

function buildFinding(code: FindingCode, share: number, examples: string[], language: Language): Finding {
  const severity = share >= 0.5 ? 'high' : share >= 0.25 ? 'medium' : 'low';
  return { severity, code, share: round(share, 2), ...explainFinding(code, language), examples };
}

function listTrend(releases: readonly RatedRelease[], zone: string): Health['trend'] {
  const byMonth = new Map<string, number[]>();
  for (const { publishedAtMs, nqScore } of releases) {
    if (publishedAtMs === null) continue;
    const month = formatZonedTime(publishedAtMs, zone).slice(0, 'YYYY-MM'.length);
    byMonth.set(month, [...(byMonth.get(month) ?? []), nqScore]);
  }
  return [...byMonth]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([month, scores]) => ({ month, count: scores.length, avg_nq: round(average(scores), 1) }));
}

function countWeekdays(times: readonly string[]): Health['metrics']['weekday_histogram'] {
  const histogram = { mon: 0, tue: 0, wed: 0, thu: 0, fri: 0, sat: 0, sun: 0 };
  for (const time of times) {
    const day = WEEKDAYS[(new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7];
    if (day) histogram[day]++;
  }
  return histogram;
}

const showRelease = ({ title, url, nqScore }: RatedRelease) => ({ title, url, nq_score: nqScore });

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function findMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Of several that are equally frequent the first. */
function findMostFrequent<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | null = null;
  for (const [value, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = value;
  return best;
}
