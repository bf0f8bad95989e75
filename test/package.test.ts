/** The npm package: what `npm pack` puts into it starts in an empty folder, on a machine without the repository. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask } from './harness/farebox.ts';
import { linkForProduction } from './harness/installed.ts';
import { isLong } from './harness/long.ts';
import { root, textOf } from './harness/sources.ts';

const run = promisify(execFile);
const PACKED_BYTES_MAX = 8 * 1024 * 1024;
const FIRST_CALL_MS_MAX = 15_000;
/** Of the times in /proc. */
const TICK_MS = 10;
const INSTALL_MS_MAX = 420_000;

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

let folder = '';
let packed: Packed = { filename: '', size: 0, files: [] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  // Newer versions of npm write an object by package name.
  packed = Object.values<Packed>(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))))[0] ?? packed;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): string => mkdtempSync(join(folder, 'place-'));

/** As npm lays it out, from the tarball and the packages that the repository holds. */
async function installFromHere(): Promise<string> {
  const place = newFolder();
  const modules = join(place, 'node_modules');
  linkForProduction(modules);
  const target = join(modules, 'farebox');
  mkdirSync(target);
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip-components=1']);
  const { bin }: { bin: { farebox: string } } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(join('..', 'farebox', bin.farebox), join(modules, '.bin', 'farebox'));
  chmodSync(join(target, bin.farebox), 0o755);
  return place;
}

/** The environment of a machine on which nothing is set. */
const bare = (home: string): Record<string, string> => ({ PATH: process.env.PATH ?? '', HOME: home, PORT: '0' });

async function firstAddress(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    const url = /listens on (http:\/\/\S+)/.exec(printed)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The server did not start: ${printed}`);
}

interface Start {
  command: string;
  words?: readonly string[];
  cwd: string;
}

/** How many times longer than alone everything takes on a machine that is busy with other work. */
const findBusyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** What a process has used of processors: the clock says little on a machine that is busy with other work. */
function readProcessorMs(pid = 0): number {
  if (process.platform !== 'linux') return 0;
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, '()')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** A start without settings, up to a paid answer with its receipt. */
async function expectPaidCall({ command, words = [], cwd }: Start): Promise<void> {
  const startMs = performance.now();
  // A group of its own: npx starts a shell that starts the server.
  const child = spawn(command, words, { cwd, env: bare(cwd), stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };
  onTestFinished(() => signal('SIGKILL'));
  const url = await firstAddress(child);
  const account = await ask(url, 'POST', '/api/proxy/account/create', { body: { name: 'me', mode: 'test' } });
  const answer = await ask(url, 'POST', '/api/proxy/search-ai', {
    key: String(account.body.apiKey),
    body: { query: 'prepaid tools for agents' },
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true, receipt: { state: 'settled' } } });
  expect(readProcessorMs(child.pid)).toBeLessThan(FIRST_CALL_MS_MAX);
  expect((performance.now() - startMs) / findBusyness()).toBeLessThan(FIRST_CALL_MS_MAX);
  for (const path of ['/', '/docs', '/docs/deploy.md', '/openapi.json'])
    expect([path, (await ask(url, 'GET', path)).status]).toEqual([path, 200]);
  const exit = once(child, 'exit');
  signal('SIGTERM');
  // npx says nothing of how the server has ended.
  if (words.length === 0) expect(await exit).toEqual([0, null]);
  const answers = (): Promise<boolean> =>
    ask(url, 'GET', '/health').then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(false);
}

describe('the npm package', () => {
  it('is small, and holds neither tests nor sources', () => {
    expect(packed.size).toBeLessThan(PACKED_BYTES_MAX);
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/api.d.ts']));
    expect(paths.filter((path) => /^test\/|\.test\.|\.map$|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
    expect(JSON.parse(textOf('package.json'))).not.toHaveProperty('private');
  });

  it('starts without settings, and answers a paid call, pages and documents', async () => {
    const place = await installFromHere();
    await expectPaidCall({ command: join(place, 'node_modules', '.bin', 'farebox'), cwd: newFolder() });
  });

  it('does so by npx', async () => {
    await expectPaidCall({ command: 'npx', words: ['--no-install', 'farebox'], cwd: await installFromHere() });
  });

  it.runIf(isLong)(
    'does so by npx where npm has installed it',
    { timeout: INSTALL_MS_MAX + 60_000 },
    async ({ skip }) => {
      const place = newFolder();
      writeFileSync(join(place, 'package.json'), '{}');
      const args = ['install', join(folder, packed.filename), '--prefer-offline', '--no-audit', '--no-fund'];
      const isInstalled = await run('npm', args, { cwd: place, timeout: INSTALL_MS_MAX, killSignal: 'SIGKILL' }).then(
        () => true,
        () => false,
      );
      if (!isInstalled) skip('no registry answers');
      await expectPaidCall({ command: 'npx', words: ['--no-install', 'farebox'], cwd: place });
    },
  );

  it('runs the other commands', async () => {
    const place = await installFromHere();
    const { stdout } = await run(join(place, 'node_modules', '.bin', 'farebox'), ['help'], { env: bare(place) });
    expect(stdout).toMatch(/^farebox \[start\]/);
    expect(stdout).toContain('farebox doctor');
  });

  it('gives the types of every answer', async () => {
    const place = await installFromHere();
    const file = join(place, 'balance.mts');
    writeFileSync(
      file,
      `import type { Outputs } from 'farebox/api';
       export const read = ({ balance }: Outputs['account-balance']): number => balance;
       // @ts-expect-error: there is no such tool.
       export type None = Outputs['no-such-tool'];`,
    );
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', file];
    await run(process.execPath, [tsc, ...options], { cwd: place });
  });

  it('lists in CycloneDX what it installs, with version and hash', async () => {
    const place = await installFromHere();
    const text = readFileSync(join(place, 'node_modules', 'farebox', 'dist', 'sbom.cdx.json'), 'utf8');
    const { bomFormat, specVersion, metadata, components } = JSON.parse(text);
    expect([bomFormat, specVersion, metadata.component.name]).toEqual(['CycloneDX', '1.5', 'farebox']);
    const { packages }: { packages: Record<string, { dev?: boolean; name?: string; version: string }> } = JSON.parse(
      textOf('package-lock.json'),
    );
    const locked = Object.entries(packages).flatMap(([path, { dev, name, version }]) =>
      path === '' || dev ? [] : [`${name ?? path.split('node_modules/').at(-1)}@${version}`],
    );
    const listed = components.map((one: { 'bom-ref': string }) => one['bom-ref']);
    expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort());
    expect(components.filter((one: { hashes?: object[] }) => !one.hashes?.length)).toEqual([]);
  });
});
