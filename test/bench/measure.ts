/** Rounds in turn (A B C A B C …), medians, and how a figure is shown beside its bar. */
import { cpuMs, type LoadGenerator } from './processes.ts';
import type { WireRequest } from './wire.ts';

export interface Contender {
  name: string;
  url: string;
  pid: number;
  request: WireRequest;
}

export interface Figure {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server, all its threads, for one answer. */
  cpuMicros: number;
}

export interface Plan {
  rounds: number;
  warmMs: number;
  measureMs: number;
}

export const PLAN: Plan = { rounds: 3, warmMs: 300, measureMs: 1_500 };
const FIRST_WARM_MS = 1_500;

/** Compiles what is hot: the first seconds of a process say nothing about the hours after. */
export async function warmUp(load: LoadGenerator, contenders: readonly Contender[]): Promise<void> {
  for (const { url, request } of contenders) {
    await load.run({ url, request, connections: 32, warmMs: 0, measureMs: FIRST_WARM_MS });
  }
}

/** Medians by name, over rounds in which each contender has its turn. */
export async function inTurn(
  load: LoadGenerator,
  contenders: readonly Contender[],
  connections: number,
  { rounds, warmMs, measureMs }: Plan = PLAN,
): Promise<Map<string, Figure>> {
  const rows = new Map<string, Figure[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, url, pid, request } of contenders) {
      if (warmMs > 0) await load.run({ url, request, connections, warmMs: 0, measureMs: warmMs });
      const cpuBefore = cpuMs(pid);
      const result = await load.run({ url, request, connections, warmMs: 0, measureMs });
      const cpuMicros = ((cpuMs(pid) - cpuBefore) * 1000) / result.answered;
      rows.get(name)?.push({ ...result, cpuMicros });
    }
  }
  return new Map([...rows].map(([name, figures]) => [name, medianFigure(figures)]));
}

function medianFigure(figures: readonly Figure[]): Figure {
  const of = (member: keyof Figure): number => median(figures.map((figure) => figure[member]));
  return { perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), cpuMicros: of('cpuMicros') };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - ((sorted.length + 1) % 2)], sorted[middle]];
  return (low + high) / 2;
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Columns of equal width, the first to the left and the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)));
    print(`  ${cells.join('  ')}`);
  }
}

/** What `judge` has said, for the last line. */
const misses: string[] = [];
let figuresJudged = 0;

/** One judged figure: `paid / bare at 32: 0.41   bar ≥ 0.35   ok`. Every figure with a bar goes through here. */
export function judge(what: string, value: number, bar: number, is: 'at least' | 'at most', unit = ''): void {
  const holds = is === 'at least' ? value >= bar : value <= bar;
  const verdict = Number.isNaN(value) ? 'not measured' : holds ? 'ok' : 'BELOW';
  const line = `${what}: ${short(value)}${unit}   bar ${is === 'at least' ? '≥' : '≤'} ${bar}${unit}`;
  print(`  ${line}   ${verdict}`);
  figuresJudged++;
  if (verdict !== 'ok') misses.push(Number.isNaN(value) ? `${line} (not measured)` : line);
}

/** The last line of a run: what misses its bar. */
export function printSummary(): void {
  const list = misses.map((line) => line.replaceAll(/ {2,}/g, ', ')).join('; ');
  print(misses.length === 0 ? `All ${figuresJudged} figures meet their bars.` : `Below their bars: ${list}.`);
}

export function short(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}
