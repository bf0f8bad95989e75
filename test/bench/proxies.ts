/** Part `proxy`: what a call costs, free and paid, beside proxies that charge for nothing. */
import { type BenchedFarebox, freeRequest, paidRequest } from './farebox.ts';
import { type Contender, type Figure, inTurn, judge, PLAN, print, printTable, short, warmUp } from './measure.ts';
import { CHAT_REQUEST } from './payloads.ts';
import { portkeyRequest, startPortkey } from './portkey.ts';
import { type LoadGenerator, type Server, startServer } from './processes.ts';

const BARE = 'bare proxy (node:http + undici)';
const EXPRESS = 'plain Express proxy';
const PORTKEY = 'Portkey gateway, unmetered';
const FREE = 'Farebox, free call';
const PAID = 'Farebox, paid call';

const PAID_TO_BARE_MIN = 0.35;
const FREE_TO_BARE_MIN = 0.35;
const PAID_TO_PORTKEY_MIN = 5;

export async function benchProxies(load: LoadGenerator, upstream: Server, farebox: BenchedFarebox): Promise<void> {
  const bare = await startServer(new URL('./servers/bare.ts', import.meta.url), upstream.url);
  const express = await startServer(new URL('./servers/express.ts', import.meta.url), upstream.url);
  const portkey = await startPortkey();
  const chat = { path: '/v1/chat/completions', json: JSON.stringify(CHAT_REQUEST) };
  const { url, pid, apiKey } = farebox;
  const contenders: Contender[] = [
    { name: BARE, ...bare, request: chat },
    { name: EXPRESS, ...express, request: chat },
    ...(portkey ? [{ name: PORTKEY, ...portkey, request: portkeyRequest(upstream.url) }] : []),
    { name: FREE, url, pid, request: freeRequest(apiKey) },
    { name: PAID, url, pid, request: paidRequest(apiKey) },
  ];
  try {
    await warmUp(load, contenders);
    // Not judged: one round tells enough.
    const alone = await inTurn(load, contenders, 1, { ...PLAN, rounds: 1 });
    const busy = await inTurn(load, contenders, 32);
    show(contenders, alone, busy);
    verdicts(busy);
  } finally {
    await Promise.all([bare.stop(), express.stop(), portkey?.stop()]);
  }
}

function show(contenders: readonly Contender[], alone: Map<string, Figure>, busy: Map<string, Figure>): void {
  print('\nProxies, and calls of Farebox, at concurrency 1 and 32 (ratio to the bare proxy)');
  const head = ['', '1: req/s', 'ratio', 'p50 ms', '32: req/s', 'ratio', 'p50 ms', 'p99 ms', 'cpu µs'];
  const rows = contenders.map(({ name }) => {
    const [one, many] = [alone.get(name), busy.get(name)];
    const cells = [one?.perSecond, ratio(alone, name, BARE), one?.p50Ms];
    const more = [many?.perSecond, ratio(busy, name, BARE), many?.p50Ms, many?.p99Ms, many?.cpuMicros];
    return [name, ...[...cells, ...more].map((value) => short(value ?? Number.NaN))];
  });
  printTable([head, ...rows]);
}

function ratio(figures: Map<string, Figure>, name: string, to: string): number {
  return (figures.get(name)?.perSecond ?? Number.NaN) / (figures.get(to)?.perSecond ?? Number.NaN);
}

function verdicts(busy: Map<string, Figure>): void {
  judge('free call to the bare proxy, at 32', ratio(busy, FREE, BARE), FREE_TO_BARE_MIN, 'at least');
  judge('paid call to the bare proxy, at 32', ratio(busy, PAID, BARE), PAID_TO_BARE_MIN, 'at least');
  judge('paid call to the plain Express proxy, at 32', ratio(busy, PAID, EXPRESS), 1, 'at least');
  judge('paid call to Portkey, at 32', ratio(busy, PAID, PORTKEY), PAID_TO_PORTKEY_MIN, 'at least');
}
