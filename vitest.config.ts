import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Much of the time is spent waiting for servers, deadlines and databases.
    maxWorkers: availableParallelism() + 1,
    // Tells a test that hangs, on a machine that is busy with others, too.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/harness/closing-line.ts'],
  },
});
