import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/** Prints `N passed, N failed[, N skipped]` as the very last line: what CI reads. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string): number => tests.filter((test) => test.result().state === state).length;
    // A file or a group that broke before its tests, and an error outside of any test, count as one failure each.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = groups.filter((group) => group.errors().length > 0).length;
    const counted = inState('failed') + broken + errors.length;
    const failed = reason === 'passed' ? counted : Math.max(counted, 1);
    const skipped = inState('skipped');
    process.on('exit', () => {
      process.stdout.write(
        `\n${inState('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }
}
