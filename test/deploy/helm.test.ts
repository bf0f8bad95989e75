/** The chart of deploy/helm: its values against its schema, and what it makes of them where there is a helm. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { programs } from '../harness/programs.ts';
import { root, textOf } from '../harness/sources.ts';

const CHART = 'deploy/helm/farebox';
const templates = readdirSync(join(root, CHART, 'templates')).map((name) => `${CHART}/templates/${name}`);
const values = parse(textOf(`${CHART}/values.yaml`));
const isValid = new Ajv({ strict: false }).compile(JSON.parse(textOf(`${CHART}/values.schema.json`)));
const SECRETS = { DATABASE_URL: 'postgres://farebox:password@db/farebox', FAREBOX_SECRET: 'x'.repeat(40) };

describe('the chart', () => {
  it('has the version of the product', () => {
    const { version }: { version: string } = JSON.parse(textOf('package.json'));
    expect(parse(textOf(`${CHART}/Chart.yaml`))).toMatchObject({ apiVersion: 'v2', version, appVersion: version });
  });

  it('accepts its defaults and refuses what it cannot use', () => {
    expect([isValid(values), isValid.errors]).toEqual([true, null]);
    const wrong = [
      { replicaCount: 0 },
      { baseUrl: 'tools.example' },
      { secrets: { existingSecret: 'mine', keys: ['FAREBOX_SECRET'], values: {} } },
      { secrets: { ...values.secrets, values: { ...SECRETS, FAREBOX_SECRET: 'short' } } },
      { secrets: { ...values.secrets, values: { ...SECRETS, DATABASE_URL: 'mysql://db' } } },
      { ingress: { enabled: true, host: '' } },
      { env: { 'lower-case': 'x' } },
      { replicas: 2 },
    ];
    for (const change of wrong) expect([change, isValid({ ...values, ...change })]).toEqual([change, false]);
  });

  it('uses no value that values.yaml lacks', () => {
    for (const template of templates) {
      for (const [, path = ''] of textOf(template).matchAll(/\.Values\.([A-Za-z.]+)/g)) {
        const found = path.split('.').reduce((at, name) => at?.[name], values);
        expect([template, path, found === undefined]).toEqual([template, path, false]);
      }
    }
  });
});

interface Resource {
  kind: string;
  spec: Record<string, unknown>;
}

function render(...settings: readonly string[]): Map<string, Resource> {
  const options = settings.flatMap((setting) => ['--set', setting]);
  const args = ['template', 'tools', join(root, CHART), '--kube-version', '1.29.0', ...options];
  const text = execFileSync(programs.helm ?? '', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const resources = parseAllDocuments(text).map((document): Resource => document.toJS());
  return new Map(resources.map((resource) => [resource.kind, resource]));
}

describe.runIf(programs.helm !== null)('what helm makes of the chart', () => {
  const secrets = Object.entries(SECRETS).map(([name, value]) => `secrets.values.${name}=${value}`);

  it('migrates before the server starts, confines it and reads secrets from files', () => {
    const resources = render(...secrets, 'env.LOG_LEVEL=warn');
    expect([...resources.keys()].sort()).toEqual(
      ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Secret', 'Service', 'ServiceAccount'].sort(),
    );
    const spec = resources.get('Deployment')?.spec;
    expect(spec).toMatchObject({ replicas: 2, strategy: { type: 'Recreate' } });
    const confined = {
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
      env: expect.arrayContaining([
        { name: 'LOG_LEVEL', value: 'warn' },
        { name: 'FAREBOX_SECRET_FILE', value: '/run/secrets/farebox/FAREBOX_SECRET' },
      ]),
    };
    const probe = { httpGet: { port: 'http' } };
    expect(spec).toMatchObject({
      template: {
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          automountServiceAccountToken: false,
          initContainers: [{ ...confined, args: ['node', 'dist/bundle/farebox.js', 'migrate'] }],
          containers: [{ ...confined, startupProbe: probe, readinessProbe: probe, livenessProbe: probe }],
        },
      },
    });
  });

  it('scales, is reached from outside and takes a Secret that exists', () => {
    const resources = render(
      'secrets.existingSecret=mine',
      'autoscaling.enabled=true',
      'ingress.enabled=true',
      'ingress.host=a.example',
    );
    expect(resources.has('Secret')).toBe(false);
    expect(resources.get('HorizontalPodAutoscaler')?.spec).toMatchObject({ minReplicas: 2, maxReplicas: 6 });
    expect(resources.get('Ingress')?.spec).toMatchObject({ rules: [{ host: 'a.example' }] });
    expect(resources.get('Deployment')?.spec).not.toHaveProperty('replicas');
    expect(() => render()).toThrow(/secrets\.values\.DATABASE_URL/);
  });
});
