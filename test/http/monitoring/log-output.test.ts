/** The log's way out: to a file, to a disk that is full, to a pipe that nobody reads any more. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LogOutput } from '../../../src/http/monitoring/log-output.ts';

it('writes every line once and in order, however many there are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-log-'));
  const fd = openSync(join(folder, 'log'), 'w');
  try {
    const output = new LogOutput(fd);
    const lines = Array.from({ length: 5_000 }, (_, i) => `line ${i} Ω\n`);
    for (const line of lines) output.write(line);
    await output.flush();
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(lines.join(''));
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});

it.skipIf(process.platform !== 'linux')('gives up what a full disk does not take', async () => {
  const fd = openSync('/dev/full', 'w');
  const output = new LogOutput(fd);
  for (let i = 0; i < 3; i++) {
    output.write(`${'x'.repeat(10_000)}\n`);
    await output.flush();
  }
  output.write('the last line\n');
  await output.flush();
  closeSync(fd);
});

it.skipIf(process.platform === 'win32')(
  'lets a process end although nobody reads its log any more',
  async () => {
    const file = new URL('../../../dist/src/http/monitoring/log.js', import.meta.url).href;
    const script = `
    const { createLog } = await import(${JSON.stringify(file)});
    const log = createLog({ level: 'info', secrets: [] });
    setTimeout(async () => { log.info({}, 'late'); await log.flush(); process.exit(42); }, 500);`;
    // A pipe of the shell's: the reader ends before the first line is written.
    const shell = 'node --input-type=module -e "$SCRIPT" | true; exit $PIPESTATUS';
    const child = spawn('bash', ['-c', shell], { env: { ...process.env, SCRIPT: script }, timeout: 20_000 });
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(42);
  },
  30_000,
);
