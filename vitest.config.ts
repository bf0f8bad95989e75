import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BUILT_PRODUCT, build, builtProduct } from './test/harness/built-product.ts';
import LongestFirst from './test/harness/longest-first.ts';

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
    // Long, since a machine that is busy with other work takes longer without being wrong.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './test/harness/closing-line.ts'],
  },
});
