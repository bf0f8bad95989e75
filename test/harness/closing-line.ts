import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

const SLOWEST = 10;

/** Prints the slowest files, and `N passed, N failed[, N skipped]` as the very last line: what CI reads. */
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
      process.stdout.write(`\nSlowest files:\n${listSlowest(modules).join('\n')}\n`);
      process.stdout.write(
        `\n${inState('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }
}

function listSlowest(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
