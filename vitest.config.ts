import { availableParallelism, loadavg } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BUILT_PRODUCT, build, builtProduct } from './test/harness/built-product.ts';
import LongestFirst from './test/harness/longest-first.ts';

/** On a machine that is busy with other work, everything takes longer without being wrong. */
const patience = Math.min(Math.max((loadavg()[0] ?? 0) / availableParallelism(), 1), 6);

build();

export default defineConfig({
  plugins: [builtProduct],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: './test/harness/run.ts',
    pool: 'forks',
    // A worker loads the product once and keeps it: test files share modules, so what a helper keeps must be asked for
    // by each test (onTestFinished), never registered while a module loads.
    isolate: false,
    // Much of the time is spent waiting for servers, deadlines and databases.
    maxWorkers: availableParallelism() * 2,
    server: { deps: { external: [BUILT_PRODUCT] } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000 * patience,
    // The first of a worker loads the product.
    hookTimeout: 40_000 * patience,
    reporters: ['default', './test/harness/closing-line.ts'],
  },
});
