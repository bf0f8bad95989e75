import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

const SLOWEST = 10;

interface FileCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of what failed. */
  names: string[];
}

/**
 * Prints the slowest files, and `N passed, N failed[, N skipped]` as the very last line: what CI reads. Notes the same
 * by files where `run-tests.mjs` asks for it.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const files = Object.fromEntries(modules.map((module) => [module.relativeModuleId, countTests(module)]));
    const sum = (what: 'passed' | 'failed' | 'skipped'): number =>
      Object.values(files).reduce((total, file) => total + file[what], 0);
    const counted = sum('failed') + errors.length;
    const failed = reason === 'passed' ? counted : Math.max(counted, 1);
    const skipped = sum('skipped');
    const path = process.env.TEST_SUMMARY;
    if (path !== undefined) writeFileSync(path, JSON.stringify({ files, errors: errors.length }));
    process.on('exit', () => {
      process.stdout.write(`\nSlowest files:\n${listSlowest(modules).join('\n')}\n`);
      process.stdout.write(`\n${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    });
  }
}

/** A file or a group that broke before its tests counts as one failure. */
function countTests(module: TestModule): FileCounts {
  const tests = [...module.children.allTests()];
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const broken = [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0);
  const failed = inState('failed');
  const nameOf = (name: string): string => `${module.relativeModuleId} > ${name}`;
  return {
    passed: inState('passed').length,
    failed: failed.length + broken.length,
    skipped: inState('skipped').length,
    names: [...failed.map((test) => nameOf(test.fullName)), ...broken.map(() => nameOf('before its tests'))],
  };
}

function listSlowest(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
