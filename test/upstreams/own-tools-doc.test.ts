/** The commands of docs/own-tools.md, run as they stand there; only the port and the packages are those of the test. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { freshDatabase } from '../harness/databases.ts';
import { serverEnv } from '../harness/server-env.ts';
import { root, textOf } from '../harness/sources.ts';
import { npmServer } from './world.ts';

const page = textOf('docs/own-tools.md');

const listBlocks = (kind: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\\n\`\`\``, 'g'))].map(([, text = '']) => text);

/** `npx -y <package>` without a registry. */
const useInstalled = (yaml: string): string =>
  yaml
    .replace('command: npx', `command: ${JSON.stringify(process.execPath)}`)
    .replace('["-y", "@modelcontextprotocol/server-memory"]', JSON.stringify(npmServer('server-memory').args));

describe('docs/own-tools.md', () => {
  it('leads from a server on npm, and a plugin, to paid calls with receipts', async () => {
    const database = await freshDatabase('sqlite');
    const [upstreams = ''] = listBlocks('yaml');
    const plugins = listBlocks('yaml')
      .at(-1)
      ?.replace(/\n.*@studio.*/, '');
    const [plugin = ''] = listBlocks('js');
    writeFileSync(join(database.dataDir, 'farebox.yaml'), `${useInstalled(upstreams)}\n${plugins}\n`);
    mkdirSync(join(database.dataDir, 'sums'));
    writeFileSync(join(database.dataDir, 'package.json'), '{"type":"module"}');
    writeFileSync(join(database.dataDir, 'sums/add.js'), plugin);
    const [operate = '', call = ''] = listBlocks('sh');
    const [check = '', start = ''] = operate.split('\n');
    expect(start).toBe('npm start');

    const program = join(root, 'dist/bundle/farebox.js');
    const env = { ...serverEnv(database), PATH: process.env.PATH ?? '' };
    const options = { cwd: database.dataDir, env };
    const words = check.replace('npm run farebox -- ', '').split(' ');
    const checked = await promisify(execFile)(process.execPath, [program, ...words], options);
    expect(checked.stdout).toContain('notes-create-entities  0.002 USD');
    expect(checked.stdout).toContain('sums-add  0.002 USD');

    const server = spawn(process.execPath, [program, 'start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    let printed = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const findUrl = (): string => /listens on (http:\/\/\S+)/.exec(printed)?.[1] ?? '';
    await expect.poll(findUrl, { timeout: 60_000 }).not.toBe('');
    const offered = async () => await (await fetch(`${findUrl()}/llms-full.txt`)).text();
    await expect.poll(offered, { timeout: 60_000 }).toContain('notes-create-entities');

    const add = `curl -s http://127.0.0.1:3000/api/tools/sums/add -H "Authorization: Bearer $KEY" --json '{"a":1,"b":2}'`;
    const script = `${call}\n${add}`
      .replaceAll('http://127.0.0.1:3000', findUrl())
      .replace(/^curl.*$/gm, (line) => `${line}; echo`);
    const { stdout } = await promisify(execFile)('bash', ['-c', script], options);
    const [made, read, log, sum] = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const receipt = { state: 'settled', amount: 0.002 };
    expect(made).toMatchObject({ success: true, receipt: { tool: 'notes-create-entities', ...receipt } });
    expect(read).toMatchObject({ structured: { entities: [{ name: 'Farebox' }] }, receipt });
    expect(log).toMatchObject({ calls: [{ tool: 'notes-open-nodes' }, { tool: 'notes-create-entities' }] });
    expect(sum).toMatchObject({ sum: 3, receipt: { tool: 'sums-add', ...receipt } });
    await database.drop();
  }, 240_000);

  it('has examples that are valid', () => {
    for (const text of listBlocks('yaml')) expect(Object.keys(parse(text)).length).toBeGreaterThan(0);
  });
});
