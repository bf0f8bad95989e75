/** Runs the public MCP conformance suite against a URL and reads what it says of each scenario. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const loader = new URL('./glob-sync.mjs', import.meta.url).href;
const RUN_MS_MAX = 180_000;

export interface SuiteRun {
  /** The suite's own verdict: 0 when nothing failed but what the baseline names. */
  exitCode: number | null;
  output: string;
}

/** `expectedFailures` are names of scenarios, or `scenario/check`; one that passes makes the run fail too. */
export async function runSuite(
  url: string,
  options: readonly string[],
  expectedFailures: readonly string[] = [],
): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-conformance-'));
  try {
    const baseline = join(folder, 'baseline.yaml');
    await writeFile(baseline, `server:${expectedFailures.map((name) => `\n  - ${name}`).join('') || ' []'}\n`);
    const expected = expectedFailures.length > 0 ? ['--expected-failures', baseline] : [];
    return await run(['--import', loader, program, 'server', '--url', url, '-o', folder, ...options, ...expected]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The scenarios for authorization servers. `atBrowser` is given the address that the suite asks its user to open, and
 * answers there in the user's place.
 */
export async function runAuthorizationSuite(
  issuer: string,
  options: readonly string[],
  atBrowser: (url: URL) => Promise<void>,
): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-conformance-'));
  let opened: Promise<void> | undefined;
  const hear = (output: string): void => {
    const [, address] = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(output) ?? [];
    if (address !== undefined) opened ??= atBrowser(new URL(address));
  };
  try {
    const all = ['authorization', '--url', issuer, '-o', folder, ...options];
    const ran = await run(['--import', loader, program, ...all], hear);
    await opened;
    return ran;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], hear: (output: string) => void = () => {}): Promise<SuiteRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_MS_MAX });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        hear(output);
      });
    }
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}

export interface Counted {
  passed: number;
  failed: number;
}

/** What the summary says of each scenario. */
export function summaryOf(output: string): Map<string, Counted> {
  const lines = output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return new Map(
    [...lines].map(([, name, passed, failed]) => [name ?? '', { passed: Number(passed), failed: Number(failed) }]),
  );
}
