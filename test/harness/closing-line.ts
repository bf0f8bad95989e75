import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/** Prints `N passed, N failed[, N skipped]` as the very last line: what CI reads. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string): number => tests.filter((test) => test.result().state === state).length;
    // A file that could not be loaded has no tests; it and an error outside of any test count as one failure each.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const cancelled = reason === 'interrupted' ? 1 : 0;
    const failed = inState('failed') + broken + errors.length + cancelled;
    const skipped = inState('skipped');
    process.on('exit', () => {
      process.stdout.write(
        `\n${inState('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }
}
