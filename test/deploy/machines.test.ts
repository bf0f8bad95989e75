/** deploy/compose and deploy/systemd: what they start, and that nothing in them is misspelled. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toSettingVariable } from '../../src/config/config.ts';
import { serverSettings } from '../../src/config/settings.ts';
import { programs } from '../harness/programs.ts';
import { root, textOf } from '../harness/sources.ts';

const variables = new Set(Object.keys(serverSettings.shape).map(toSettingVariable));
const isSetting = (name: string): boolean => variables.has(name.replace(/_FILE$/, ''));

const folder = mkdtempSync(join(tmpdir(), 'farebox-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('deploy/compose', () => {
  const { services, secrets, networks, volumes } = parse(textOf('deploy/compose/compose.yaml'));

  it('migrates before the server starts, and confines both', () => {
    expect(services.farebox.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    expect(services.migrate.command.at(-1)).toBe('migrate');
    for (const name of ['farebox', 'migrate']) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], user: '10001:10001' });
      expect(services[name].security_opt).toEqual(['no-new-privileges:true']);
      expect(Object.keys(services[name].environment).filter((variable) => !isSetting(variable))).toEqual([]);
    }
    expect(services.farebox).not.toHaveProperty('ports');
  });

  it('trusts the address of its proxy alone, and names what it defines', () => {
    expect(services.farebox.environment.TRUST_PROXY).toBe(services.caddy.networks.front.ipv4_address);
    for (const service of Object.values<Record<string, string[]>>(services)) {
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret);
      const names = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {});
      for (const network of names) expect(networks).toHaveProperty(network);
      for (const volume of service.volumes ?? []) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
    }
  });

  it('has a script that makes its secrets once', () => {
    for (const name of ['compose.yaml', 'make-secrets.sh'])
      cpSync(join(root, 'deploy/compose', name), join(folder, name));
    execFileSync('sh', [join(folder, 'make-secrets.sh')]);
    const read = () =>
      readdirSync(join(folder, 'secrets')).map((name) => readFileSync(join(folder, 'secrets', name), 'utf8'));
    const first = read();
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(secrets).sort());
    execFileSync('sh', [join(folder, 'make-secrets.sh')]);
    expect(read()).toEqual(first);
  });
});

describe('deploy/systemd', () => {
  const units = readdirSync(join(root, 'deploy/systemd')).map((name) => `deploy/systemd/${name}`);
  const server = textOf('deploy/systemd/farebox.service');

  it('starts the bundle of the npm package, with settings that exist', () => {
    const { bin }: { bin: { farebox: string } } = JSON.parse(textOf('package.json'));
    expect(server).toContain(`/node_modules/farebox/${bin.farebox} start\n`);
    const [, environment = ''] = /^Environment=(.*)$/m.exec(server) ?? [];
    const names = environment.split(' ').map((pair) => pair.split('=')[0] ?? '');
    expect(names.filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([]);
    expect(server).toMatch(/^CapabilityBoundingSet=$/m);
    expect(server).toMatch(/^ProtectSystem=strict$/m);
  });

  it.runIf(programs.systemdAnalyze !== null)('satisfies systemd-analyze', () => {
    const args = ['verify', ...units.map((unit) => join(root, unit))];
    const output = execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    expect(output).toBe('');
  });
});
