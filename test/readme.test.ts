/** Documents are true: commands run, paths exist, figures match the code. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { WELCOME_MICROS } from '../src/ledger/accounts/accounts.ts';
import { toUsdText } from '../src/lib/money.ts';
import { magicValues } from '../src/sandbox/shared/magic.ts';
import { operatorUsage } from '../src/server/commands/operator.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { type Farebox, startFarebox } from './harness/farebox.ts';
import { filesBelow, root, textOf } from './harness/sources.ts';

const readme = textOf('README.md');
const documents = filesBelow('.').filter((file) => file.endsWith('.md'));

const block = (heading: string, language: string): string =>
  new RegExp(`## ${heading}\n[\\s\\S]*?\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

describe('the first call', () => {
  let farebox: Farebox | undefined;
  beforeAll(async () => {
    farebox = await startFarebox();
  });
  afterAll(() => farebox?.stop());

  it('ends, pasted as it stands, in a paid answer with a receipt', async () => {
    const commands = block('The first call', 'sh');
    const lines = commands.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines.every((line) => line.includes('curl -s http://127.0.0.1:3000/'))).toBe(true);
    const script = commands.replaceAll('http://127.0.0.1:3000', farebox?.url ?? '').replaceAll('\n', '\necho\n');
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { timeout: 20_000 });
    const [weather, paid] = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): unknown => JSON.parse(line));
    expect(weather).toMatchObject({ success: true, price: '0', sandbox: true });
    expect(paid).toMatchObject({
      success: true,
      price: '0.002 (2 WT)',
      balance: 0.248,
      receipt: { tool: 'search-ai', state: 'settled', amount: 0.002 },
    });
  });
});

describe('the README', () => {
  it('fits on three screens', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(120);
  });

  it('leads to every document, by way of their index', () => {
    expect(readme).toContain('(docs/index.md)');
    const index = textOf('docs/index.md');
    const others = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== 'docs/index.md');
    expect(others.filter((file) => !index.includes(`(${file.slice('docs/'.length)})`))).toEqual([]);
  });

  it('names scripts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
    for (const file of documents) {
      const named = [...textOf(file).matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !(name in scripts))).toEqual([]);
    }
  });

  it('knows the Node that is needed, the port, the address and the welcome balance', () => {
    const { engines }: { engines: { node: string } } = JSON.parse(textOf('package.json'));
    expect(engines.node).toBe('>=20.19.0');
    expect(readme).toContain('Node 20.19 or newer');
    const { port, host, dataDir } = readConfig({}, []);
    expect(textOf('docs/deploy.md')).toContain(`listens on ${host}:${port} and keeps its data in \`${dataDir}\``);
    expect(readme).toContain(`with ${toUsdText(WELCOME_MICROS)} USD of test credit`);
  });

  it('knows the operator’s commands', () => {
    const rows = [...textOf('docs/commands.md').matchAll(/npm run operator -- (\w+)/g)].map(([, name]) => name);
    const usage = operatorUsage.map((line) => line.split(' ')[1]);
    expect(rows).toEqual(usage);
  });

  it('names magic values that there are', () => {
    const named = [...readme.matchAll(/`sandbox:([a-z0-9-]+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !(name in magicValues))).toEqual([]);
  });

  it('gives a reason for each package that is installed at run time', () => {
    const {
      dependencies,
      optionalDependencies,
    }: Record<string, Record<string, string>> = JSON.parse(textOf('package.json'));
    const table = textOf('docs/dependencies.md');
    const named = table
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...optionalDependencies }).toSorted());
  });

  it('maps every folder of the code', () => {
    const folders = new Set(filesBelow('src').map((file) => file.split('/').slice(0, -1).slice(0, 2).join('/')));
    for (const folder of folders)
      if (folder !== 'src') expect(textOf('CONTRIBUTING.md')).toContain(`| [${folder}](${folder}) |`);
  });

  it('configures an MCP client as mcp.json does', () => {
    const shown: { mcpServers: Record<string, object> } = JSON.parse(block('MCP', 'json'));
    const servers: { mcpServers: Record<string, object> } = JSON.parse(textOf('mcp.json'));
    expect(Object.values(servers.mcpServers)).toContainEqual(shown.mcpServers.farebox);
  });

  it('names paths of routes that there are', async () => {
    const { tools } = await loadCatalogue();
    const served = new Set(tools.map(({ path }) => path));
    const named = [...readme.matchAll(/127\.0\.0\.1:3000(\/api[\w/-]+)/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !served.has(path))).toEqual([]);
  });
});

describe('the recipes', () => {
  it('name files that exist', () => {
    const named = [...textOf('CONTRIBUTING.md').matchAll(/`((?:src|tools|test)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
