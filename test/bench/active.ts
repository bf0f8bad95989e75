/**
 * Part `active`: paid calls of many accounts in turn beside those of one, on books of a hundred thousand: each call then touches
 * rows and pages of its own.
 */
import { type Engine, engines } from '../harness/databases.ts';
import { paidRequest, startFarebox } from './farebox.ts';
import { type Contender, inTurn, judge, print, printTable, short, warmUp } from './measure.ts';
import { CHAT_REQUEST } from './payloads.ts';
import { type LoadGenerator, type Server, startServer } from './processes.ts';
import { buildActiveKey, SEEDED_KEY, seedBooks } from './seed.ts';
import { COUNTER } from './wire.ts';

const ACCOUNTS = 100_000;
const ACTIVE = 20_000;
const PLAN = { rounds: 3, warmMs: 0, measureMs: 1_500 };
const TO_ONE_MIN = 0.8;
const TO_BARE_MIN: Record<Engine, number> = { sqlite: 0.4, postgres: 0.28 };

export async function benchActiveAccounts(load: LoadGenerator, upstream: Server, accounts = ACCOUNTS): Promise<void> {
  const bare = await startServer(new URL('./servers/bare.ts', import.meta.url), upstream.url);
  const active = Math.min(ACTIVE, accounts - 1);
  try {
    for (const engine of engines) {
      print(`\nPaid calls on ${engine}: ${active} active accounts of ${accounts}, 32 at once`);
      const farebox = await startFarebox(upstream.url, {
        engine,
        fill: (database) => seedBooks({ ...database, accounts, calls: accounts, active }),
      });
      const chat = { path: '/v1/chat/completions', json: JSON.stringify(CHAT_REQUEST) };
      const contenders: Contender[] = [
        { name: 'bare', ...bare, request: chat },
        { name: 'one', ...farebox, request: paidRequest(SEEDED_KEY) },
        { name: 'many', ...farebox, request: { ...paidRequest(buildActiveKey(COUNTER)), numbers: active } },
      ];
      try {
        await warmUp(load, contenders);
        const figures = await inTurn(load, contenders, 32, PLAN);
        const rows = [...figures].map(([name, { perSecond, p99Ms, cpuMicros }]) => [
          name,
          ...[perSecond, p99Ms, cpuMicros].map(short),
        ]);
        printTable([['', 'req/s', 'p99 ms', 'cpu µs'], ...rows]);
        const many = figures.get('many')?.perSecond ?? Number.NaN;
        const compare = (name: string): number => many / (figures.get(name)?.perSecond ?? Number.NaN);
        const what = `${engine}: paid calls of ${active} active accounts`;
        judge(`${what} to those of one`, compare('one'), TO_ONE_MIN, 'at least');
        judge(`${what} to the bare proxy`, compare('bare'), TO_BARE_MIN[engine], 'at least');
      } finally {
        await farebox.stop();
      }
    }
  } finally {
    await bare.stop();
  }
}
