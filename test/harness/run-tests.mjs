/**
 * Runs the tests. Files in which something failed are run once more, alone: on a machine that is busy with other work a
 * wait can end too early. What fails alone as well has failed; what passes then is named, so that it can be mended.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More than these are no accident. */
const FILES_MAX = 5;

const folder = mkdtempSync(join(tmpdir(), 'farebox-run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Of one run: its status, and what `closing-line.ts` has noted; null when it could not. */
function runVitest(name, args) {
  const path = join(folder, name);
  const env = { ...process.env, TEST_SUMMARY: path };
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    stdio: 'inherit',
    env,
  });
  return { status: status ?? 1, summary: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null };
}

function sum(files, what) {
  return Object.values(files).reduce((total, file) => total + file[what], 0);
}

const first = runVitest('first.json', process.argv.slice(2));
const { files = {}, errors = 0 } = first.summary ?? {};
const failed = Object.keys(files).filter((file) => files[file].failed > 0);
process.exitCode = first.status;
if (first.status !== 0 && errors === 0 && failed.length > 0 && failed.length <= FILES_MAX) {
  const names = failed.flatMap((file) => files[file].names);
  process.stdout.write(`\nOnce more, alone: ${failed.join(', ')}\n`);
  const options = process.argv.slice(2).filter((arg) => arg.startsWith('-'));
  const second = runVitest('second.json', [...options, '--maxWorkers=1', ...failed]);
  process.exitCode = second.status;
  if (second.summary !== null) {
    if (second.status === 0)
      process.stdout.write(
        `\nFailed beside other tests and passed alone:\n${names.map((one) => `  ${one}\n`).join('')}`,
      );
    const all = { ...files, ...second.summary.files };
    const skipped = sum(all, 'skipped');
    const counts = `${sum(all, 'passed')} passed, ${sum(all, 'failed') + second.summary.errors} failed`;
    process.stdout.write(`\n${counts}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  }
}
