/**
 * `npm run bench [-- proxy mcp …]`: calls, the ledger and their growth in one run, side by side, in under ten minutes; `features` is
 * the rest, `all` is both. Read ratios: absolute figures belong to the machine and its moment. A figure below its bar is printed as
 * such, and named in the last line; it ends nothing, and a part that fails ends no other.
 */
import { cpus, platform } from 'node:os';
import { benchActiveAccounts } from './active.ts';
import { benchSlowCommits } from './commits.ts';
import { benchConcierge } from './concierge.ts';
import { benchDisk } from './disk.ts';
import { type BenchedFarebox, startFarebox } from './farebox.ts';
import { benchFeed } from './feed.ts';
import { benchFixes } from './fixes.ts';
import { benchFootprint } from './footprint.ts';
import { benchGrowth } from './growth.ts';
import { benchLedger } from './ledger.ts';
import { benchMcp } from './mcp.ts';
import { judge, PLAN, print, printSummary, short } from './measure.ts';
import { benchMove } from './move.ts';
import { benchNewsroom } from './newsroom.ts';
import { benchOperator } from './operator.ts';
import { benchPages } from './pages.ts';
import { CHAT_REQUEST } from './payloads.ts';
import { benchPostgres } from './postgres.ts';
import { type LoadGenerator, type Server, startLoadGenerator, startServer } from './processes.ts';
import { benchProxies } from './proxies.ts';
import { benchReader } from './reader.ts';
import { benchRecovery } from './recovery.ts';
import { benchRoute } from './route.ts';
import { benchSending } from './sending.ts';
import { benchSlowUpstream } from './slow-upstream.ts';
import { benchTracing } from './tracing.ts';
import { benchUpstreams } from './upstreams.ts';
import { benchWallets } from './wallets.ts';
import { benchWrites } from './writes.ts';

interface Bench {
  load: LoadGenerator;
  upstream: Server;
  farebox: BenchedFarebox;
}

/** `size`: what stands behind a part's name, as in `growth=1000000`. */
type Part = (bench: Bench, size: number | undefined) => Promise<void>;

const road: Record<string, Part> = {
  proxy: ({ load, upstream, farebox }) => benchProxies(load, upstream, farebox),
  x402: ({ load, upstream }) => benchWallets(load, upstream),
  mcp: ({ load, upstream, farebox }) => benchMcp(load, upstream, farebox),
  upstreams: ({ load }) => benchUpstreams(load),
  delay: ({ load, upstream, farebox }) => benchSlowCommits(load, upstream, farebox),
  slow: ({ load, upstream }) => benchSlowUpstream(load, upstream),
  tracing: ({ load, upstream, farebox }) => benchTracing(load, upstream, farebox),
  pages: ({ load, farebox }) => benchPages(load, farebox),
  writes: ({ load, upstream }) => benchWrites(load, upstream),
  ledger: () => benchLedger(),
  disk: () => benchDisk(),
  active: ({ load, upstream }, size) => benchActiveAccounts(load, upstream, size),
  postgres: ({ load, upstream }) => benchPostgres(load, upstream),
  move: () => benchMove(),
  recovery: ({ upstream }) => benchRecovery(upstream),
  footprint: ({ load, upstream }) => benchFootprint(load, upstream),
  growth: ({ load, upstream }, size) => benchGrowth(load, upstream, size),
};

const features: Record<string, Part> = {
  reader: () => benchReader(),
  concierge: () => benchConcierge(),
  route: () => benchRoute(),
  newsroom: async () => {
    await benchNewsroom();
    await benchFeed();
    await benchOperator();
  },
  sending: ({ load, upstream }) => benchSending(load, upstream),
  fixes: (_, size) => benchFixes(size),
};

const parts = { ...road, ...features };
const groups: Record<string, string[]> = {
  road: Object.keys(road),
  features: Object.keys(features),
  all: Object.keys(parts),
};

async function run(names: readonly string[]): Promise<void> {
  const startMs = Date.now();
  const load = startLoadGenerator();
  const upstream = await startServer(new URL('./servers/upstream.ts', import.meta.url));
  const farebox = await startFarebox(upstream.url);
  try {
    await introduce(load, upstream);
    for (const words of names) {
      const [name = '', size] = words.split('=');
      const partMs = Date.now();
      const part = parts[name]?.({ load, upstream, farebox }, size === undefined ? undefined : Number(size));
      await part?.catch((thrown: unknown) => {
        print(`  ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        judge(`the whole part ${words}`, Number.NaN, 1, 'at least');
      });
      print(`  (${words}: ${Math.round((Date.now() - partMs) / 1000)} s)`);
    }
  } finally {
    await farebox.stop();
    await Promise.all([upstream.stop(), load.stop()]);
  }
  print(`\nDone in ${Math.round((Date.now() - startMs) / 1000)} s.`);
  printSummary();
}

async function introduce(load: LoadGenerator, upstream: Server): Promise<void> {
  const [first] = cpus();
  print(`${cpus().length} cores (${first?.model.trim()}), ${platform()}, Node ${process.versions.node}`);
  const { rounds, measureMs } = PLAN;
  print(
    `Medians of ${rounds} rounds in turn, ${measureMs / 1000} s each; load and upstream in processes of their own.`,
  );
  const request = { path: '/v1/chat/completions', json: JSON.stringify(CHAT_REQUEST) };
  const { perSecond } = await load.run({ url: upstream.url, request, connections: 32, warmMs: 500, measureMs: 1_000 });
  print(`Load straight to the upstream, without a server between: ${short(perSecond)} req/s. That is not what limits.`);
}

const given = process.argv.slice(2);
const asked = (given.length > 0 ? given : ['road']).flatMap((words) => groups[words] ?? [words]);
const unknown = asked.filter((words) => !((words.split('=')[0] ?? '') in parts));
if (unknown.length > 0) {
  print(
    `Unknown: ${unknown.join(', ')}. Parts are ${Object.keys(parts).join(', ')}; groups ${Object.keys(groups).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  await run(asked);
}
