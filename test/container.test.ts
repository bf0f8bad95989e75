/** The container: what the Dockerfile copies, put together in a folder, runs its commands, its start and its health check. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findFreePort, linkForProduction } from './harness/installed.ts';
import { programs } from './harness/programs.ts';
import { root, textOf } from './harness/sources.ts';

const START_MS = 90_000;
const ANY_USER = 12_345;
/** Mounts and other users are for root alone, where the machine allows them. */
const canConfine = process.getuid?.() === 0 && canMount();

/** Of the last stage, which becomes the image. */
const stage =
  textOf('Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? '';
const copies = [...stage.matchAll(/^COPY (?:--from=build )?(\S+) (\S+)$/gm)].map(([, from = '', to = '']) => ({
  from: from.replace(/^\/app\//, ''),
  to,
}));
const [healthCheck = [], start = []] = [...stage.matchAll(/CMD (\[.*\])$/gm)].map(([, words = '']): string[] =>
  JSON.parse(words),
);
const settings = Object.fromEntries((/^ENV (.*)$/m.exec(stage)?.[1] ?? '').split(' ').map((pair) => pair.split('=')));

let folder = '';
let env: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-image-'));
  const app = join(folder, 'app');
  mkdirSync(join(app, 'node_modules'), { recursive: true });
  for (const { from, to } of copies) {
    if (from === 'node_modules') linkForProduction(join(app, to));
    else cpSync(join(root, from), join(app, to, to.endsWith('/') ? basename(from) : ''), { recursive: true });
  }
  const { PATH = '' } = process.env;
  env = { ...settings, PATH, HOME: folder, DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function canMount(): boolean {
  if (programs.setpriv === null || programs.unshare === null) return false;
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const run = ([command = '', ...words]: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(command, words, { cwd: join(folder, 'app'), env, timeout: START_MS }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err }),
    );
  });

describe('the container', () => {
  it('runs the commands of the documents, and says that no code can reach anybody without a mail server', async () => {
    const [doctor, verify] = await Promise.all([run(['npm', 'run', 'doctor']), run(['npm', 'run', 'verify'])]);
    expect(doctor.output).toMatch(/^Mail +Warning +.*login codes reach nobody\. Set SMTP_URL$/m);
    expect(doctor).toMatchObject({ code: 0 });
    expect(verify).toMatchObject({ code: 0 });
  });

  it('starts, tells its health check that it is well, and ends on SIGTERM', async () => {
    expect((await run(healthCheck)).code).toBe(1);
    const [command = '', ...words] = start;
    const child = spawn(command, words, { cwd: join(folder, 'app'), env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      const untilMs = Date.now() + START_MS;
      let code = 1;
      while (code !== 0 && Date.now() < untilMs) ({ code } = await run(healthCheck));
      expect(code).toBe(0);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.runIf(canConfine)('runs read-only, as any user, without capabilities', async () => {
    const app = join(folder, 'app');
    const data = join(folder, 'of-another');
    mkdirSync(data);
    chmodSync(data, 0o1777);
    chmodSync(folder, 0o755);
    const confined = [
      ...[`mount --bind ${app} ${app}`, `mount -o remount,bind,ro ${app}`, `cd ${app}`],
      `exec setpriv --reuid ${ANY_USER} --regid ${ANY_USER} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`,
    ].join(' && ');
    const options = { cwd: app, env: { ...env, DATA_DIR: data, HOME: data, PORT: String(await findFreePort()) } };
    const words = (...command: string[]) => ['--mount', 'sh', '-c', confined, 'sh', ...command];
    const status = execFileSync('unshare', words('cat', '/proc/self/status'), options).toString();
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(() => execFileSync('unshare', words('touch', 'written'), { ...options, stdio: 'ignore' })).toThrow();

    const child = spawn('unshare', words(...start), { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('listens on')) break;
    }
    child.kill('SIGTERM');
    expect(printed).toContain('listens on');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(statSync(join(data, 'farebox.db'))).toMatchObject({ uid: ANY_USER });
  });

  it('names itself as the MCP registry expects', () => {
    const { mcpName, version }: { mcpName: string; version: string } = JSON.parse(textOf('package.json'));
    expect(stage).toContain(`io.modelcontextprotocol.server.name="${mcpName}"`);
    expect(stage).toContain(`ARG VERSION=${version}\n`);
    expect(stage).toMatch(/org\.opencontainers\.image\.licenses="MIT"/);
  });

  it('is started by compose with a data volume, the file of settings, and databases that are well', () => {
    const { services, volumes } = parse(textOf('compose.yaml'));
    const { farebox } = services;
    const [volume, target] = farebox.volumes[0].split(':');
    expect(volumes).toHaveProperty(volume);
    expect(target).toBe(settings.DATA_DIR);
    expect(stage).toMatch(new RegExp(`^VOLUME ${target}$`, 'm'));
    expect(farebox).toMatchObject({ build: '.', env_file: '.env', environment: { DATA_DIR: target } });
    expect(farebox).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: expect.arrayContaining(['/tmp']) });
    expect(farebox.security_opt).toContain('no-new-privileges:true');
    for (const [name, { condition }] of Object.entries<{ condition: string }>(farebox.depends_on)) {
      expect(condition).toBe('service_healthy');
      expect(services[name]).toHaveProperty('healthcheck');
    }
  });
});
