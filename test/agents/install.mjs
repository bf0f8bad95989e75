/**
 * node test/agents/install.mjs FOLDER: the command-line agents of test/agents, outside the repository: they are too big to
 * be dependencies. Exits with 1 where no registry gives them; the tests leave them out then. What a folder holds already
 * is not fetched again.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Exactly these: together, and without what PARTS_UNUSED names, they stay below 600 MB. */
const AGENTS = {
  '@anthropic-ai/claude-code-PLATFORM': '2.1.150',
  '@openai/codex-PLATFORM': 'npm:@openai/codex@0.150.0-PLATFORM',
  '@google/gemini-cli': '0.61.0',
};
const PARTS_UNUSED = [
  '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex-code-mode-host',
  '@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex-code-mode-host',
  '@google/gemini-cli/bundle/bundled',
];
const INSTALL_MS_MAX = 300_000;

const [, , given] = process.argv;
if (given === undefined) throw new Error('Say where to: node test/agents/install.mjs FOLDER');
const folder = resolve(given);
const platform = `${process.platform}-${process.arch}`;
const wanted = Object.entries(AGENTS).map(([name, version]) => `${name}@${version}`.replaceAll('PLATFORM', platform));
const note = join(folder, 'installed');

if (existsSync(note) && readFileSync(note, 'utf8') === wanted.join('\n')) {
  process.stdout.write('already there\n');
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const cache = join(folder, 'cache');
  try {
    const flags = ['--no-save', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', '--prefix', folder, '--cache', cache, ...flags, ...wanted], {
      stdio: 'ignore',
      timeout: INSTALL_MS_MAX,
    });
    for (const part of PARTS_UNUSED) rmSync(join(folder, 'node_modules', part), { recursive: true, force: true });
    writeFileSync(note, wanted.join('\n'));
    process.stdout.write(`${wanted.join('\n')}\n`);
  } catch {
    process.stdout.write('No registry gives the command-line agents for this machine: their tests are skipped\n');
    process.exitCode = 1;
  }
  rmSync(cache, { recursive: true, force: true });
}
