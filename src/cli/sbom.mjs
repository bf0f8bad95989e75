/**
 * Part of `npm pack`: writes dist/sbom.cdx.json, the CycloneDX list of the packages installed at run time. npm derives
 * it from the lock file. With `--omit=dev`, npm also drops packages that development needs too, so development packages
 * are removed here instead.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
const installed = new Set(
  Object.entries(packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
);
const isInstalled = (id) => installed.has(id);

const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const shell = process.platform === 'win32';
const output = execFileSync('npm', args, { cwd: fileURLToPath(root), encoding: 'utf8', maxBuffer: 2 ** 26, shell });
// Without what differs from build to build: the same lock file gives the same bytes.
const { serialNumber, ...sbom } = JSON.parse(output);
const { timestamp, ...metadata } = sbom.metadata;
metadata.component.name = packages[''].name;
const components = sbom.components.filter(({ 'bom-ref': id }) => isInstalled(id));
const dependencies = sbom.dependencies
  .filter(({ ref }) => isInstalled(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isInstalled) }));
const text = JSON.stringify({ ...sbom, metadata, components, dependencies }, null, 1);
writeFileSync(new URL('dist/sbom.cdx.json', root), `${text}\n`);
