/** The first steps of `npm start` and `npm test`, on a small project with the same setup script. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, textOf } from './harness/sources.ts';

/** What the build runs at its end, as small as can be. */
const PREPARE = `import { copyFileSync } from 'node:fs';
const [from, to] = process.argv.slice(2);
copyFileSync(from + '/git.json', String(to));
`;

let folder = '';
const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-setup-'));
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(root, file), join(folder, file));
  put('src/cli/setup.mjs', textOf('src/cli/setup.mjs'));
  put('src/cli/farebox.ts', "process.stdout.write(['first', ...process.argv.slice(2)].join(' '));\nexport {};\n");
  put('src/fixes/prepare.ts', PREPARE);
  put('src/newsroom/content/articles/prepare.ts', 'export {};');
  put('src/describe/typescript.ts', 'export {};');
  put('src/fixes/knowledge/git.json', 'one');
  put('src/web/bundle.mjs', textOf('src/web/bundle.mjs'));
  put('src/web/docs/render-manual.mjs', textOf('src/web/docs/render-manual.mjs'));
  put('docs/start.md', '# Start\n');
  put('src/server/bundle.mjs', textOf('src/server/bundle.mjs'));
  put('src/web/islands/hello.ts', "import { name } from './common/name.ts';\ndocument.title = name;\n");
  put('src/web/islands/common/name.ts', "export const name: string = 'A page';\n");
  put('src/web/images/icon.svg', textOf('src/web/images/icon.svg'));
  put('src/web/styles/base.css', 'body { margin: 0; }\n');
  put('src/upstreams/plugins/tool.ts', 'export {};');
  put('tools/greeting/hello.ts', "export default 'hello';\n");
  // Nothing to install, and a compiler that is there already.
  put('package-lock.json', '{"packages":{}}');
  put('node_modules/.package-lock.json', '{"packages":{}}');
  for (const name of ['typescript', '@types', 'esbuild', '@esbuild', 'marked']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(folder, script), ...args], { timeout: 60_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
  });

const setup = (...args: string[]) => run('src/cli/setup.mjs', ...args);

describe('the setup script', () => {
  it('builds once, then goes straight on, with the arguments', async () => {
    expect(await setup('dist/bundle/farebox.js', 'start', 'now')).toEqual({
      code: 0,
      out: 'first start now',
      err: 'Building …\n',
    });
    expect(await setup('dist/bundle/farebox.js')).toEqual({ code: 0, out: 'first', err: '' });
  });

  it('builds again when a source is newer, and forgets what a source that is gone had made', async () => {
    await setup();
    expect(existsSync(join(folder, 'dist/tools/greeting/hello.js'))).toBe(true);
    put('src/cli/farebox.ts', "process.stdout.write('second');\nexport {};\n");
    rmSync(join(folder, 'tools/greeting/hello.ts'));
    expect(await setup('dist/bundle/farebox.js')).toEqual({ code: 0, out: 'second', err: 'Building …\n' });
    expect(existsSync(join(folder, 'dist/tools/greeting/hello.js'))).toBe(false);
  });

  it('builds again when only the time of a source has changed, and when dist is gone', async () => {
    await setup();
    utimesSync(join(folder, 'src/cli/farebox.ts'), new Date(), new Date());
    expect((await setup()).err).toBe('Building …\n');
    rmSync(join(folder, 'dist'), { recursive: true });
    expect((await setup('dist/bundle/farebox.js', 'x')).out).toBe('first x');
  });

  it('indexes the knowledge that ships, again when it has changed, and stops when that fails', async () => {
    const indexed = (): string => readFileSync(join(folder, 'dist/knowledge'), 'utf8');
    await setup();
    expect(indexed()).toBe('one');
    put('src/fixes/knowledge/git.json', 'another');
    expect((await setup()).err).toBe('Building …\n');
    expect(indexed()).toBe('another');
    rmSync(join(folder, 'src/fixes/knowledge/git.json'));
    expect(await setup('dist/bundle/farebox.js')).toMatchObject({ code: 1, out: '' });
  });

  it('bundles the program with its libraries and what it finds by folder, each as if it were where it was compiled', async () => {
    put('node_modules/kysely/package.json', '{"type":"module","exports":"./index.js"}');
    put('node_modules/kysely/index.js', "export { sql } from './raw.js';\n");
    put('node_modules/kysely/raw.js', "export const sql = 'a library';\n");
    put('node_modules/kysely/index.d.ts', 'export declare const sql: string;\n');
    put('src/lib/import-file.ts', textOf('src/lib/import-file.ts'));
    put(
      'src/cli/farebox.ts',
      `import { sql } from 'kysely';
      import { importFile } from '../lib/import-file.ts';
      const { href } = new URL('../../tools/greeting/hello.js', import.meta.url);
      const { default: hello } = await importFile<{ default: string }>(href);
      process.stdout.write([sql, hello].join(', '));`,
    );
    await setup();
    renameSync(join(folder, 'node_modules/kysely'), join(folder, 'elsewhere'));
    for (const path of ['src', 'tools']) renameSync(join(folder, 'dist', path), join(folder, path, 'compiled'));
    expect((await run('dist/bundle/farebox.js')).out).toBe('a library, hello');
  });

  it('bundles what browsers load under names that change with the content', async () => {
    const readBundled = (): Record<string, string> =>
      JSON.parse(readFileSync(join(folder, 'dist/assets/manifest.json'), 'utf8'));
    await setup();
    const first = readBundled();
    expect(Object.keys(first)).toEqual(['images/icon.svg', 'islands/hello.ts', 'styles/base.css']);
    expect(readFileSync(join(folder, 'dist/assets', String(first['islands/hello.ts'])), 'utf8')).toContain('A page');
    put('src/web/islands/common/name.ts', "export const name: string = 'Another page';\n");
    expect((await setup()).err).toBe('Building …\n');
    const second = readBundled();
    expect(second['styles/base.css']).toBe(first['styles/base.css']);
    expect(second['islands/hello.ts']).not.toBe(first['islands/hello.ts']);
    expect(existsSync(join(folder, 'dist/assets', String(first['islands/hello.ts'])))).toBe(false);
  });

  it('never installs through a link: npm ci would empty what it leads to', async () => {
    const elsewhere = join(folder, 'elsewhere');
    renameSync(join(folder, 'node_modules'), elsewhere);
    symlinkSync(elsewhere, join(folder, 'node_modules'));
    put('package-lock.json', '{"packages":{"node_modules/nothing-there":{"version":"1.0.0"}}}');
    expect(await setup()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^node_modules links to a folder .+\n$/),
    });
    expect(existsSync(join(elsewhere, '.package-lock.json'))).toBe(true);
  });

  it('stops when the build fails', async () => {
    put('src/cli/farebox.ts', "const port: number = 'eighty';\nexport { port };\n");
    const { code, err } = await setup('dist/bundle/farebox.js');
    expect(code).toBe(1);
    expect(err).toContain('The build failed: see above.');
  });

  it('says which Node it needs', async () => {
    put('package.json', JSON.stringify({ engines: { node: '>=99.1.0' } }));
    const { code, err } = await setup();
    expect({ code, err }).toEqual({
      code: 1,
      err: `Farebox needs Node 99.1.0 or newer; this is ${process.versions.node}.\n`,
    });
  });
});
