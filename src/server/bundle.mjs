/**
 * Makes the few files of `dist/bundle` of the thousands that the compiled product and its libraries come in: to find, read
 * and link so many is most of what a start costs, and each thread pays it anew. What the product finds by folder is loaded
 * in groups, and each part of a bundle takes itself to be where it was compiled.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const outdir = join(dist, 'bundle');
const PROGRAM = 'src/cli/farebox.js';
/** Imported by plugins as `farebox/tool`; it shares its parts with the program. */
const PLUGIN_TOOLS = 'src/upstreams/plugins/tool.js';

/** Groups of files that `importFile` loads. */
const GROUPS = [
  ['tools', /^tools\//],
  ['providers', /^src\/providers\/[^/]+\.js$/],
  ['migrations', /\/(?:schema|migration-[^/]+)\.js$/],
  ...['writes', 'reads', 'jobs'].map((name) => [name, new RegExp(`[-/]${name}\\.js$`)]),
  ['mail providers', /-mail-provider\.js$/],
  ['sandbox', /^src\/sandbox\/[^/]+\.js$/],
  ['lanes', /\/sqlite\/[^/]+-lane\.js$/],
];
/** Each file of these is loaded by itself, of the others the whole group at once. */
const APART = ['sandbox', 'lanes'];

/** Threads that run in every server, with the groups that they ask for: each is one file, since it has to read all of it. */
const LONE_THREADS = {
  'src/database/sqlite/writer-thread.js': ['writes', 'lanes'],
  'src/database/sqlite/reader-thread.js': ['reads'],
  'src/database/postgres/transactions-thread.js': ['writes', 'reads'],
};

/**
 * Libraries of many files that are loaded at every start or by a thread. The others stay as they are: some read files
 * beside their own, have native parts, or are seldom needed.
 */
const LIBRARIES = [
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  'cheerio',
  'compression',
  'express',
  'htmlparser2',
  'jose',
  'kysely',
  'linkedom',
  'nodemailer',
  'preact',
  'preact-render-to-string',
  'prom-client',
  'sanitize-html',
  'undici',
  'zod',
];

/** Of libraries, what they name and nothing here uses: tables of old encodings, and zod's messages in other languages. */
const UNUSED = /[\\/]node_modules[\\/](?:iconv-lite[\\/]lib|zod[\\/]v4[\\/]locales)[\\/]index\.js$/;

const compiled = readdirSync(dist, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((path) => /^(?:src|tools)\/.*\.js$/.test(path))
  .sort();
const read = (path) => readFileSync(join(dist, path), 'utf8');
const quote = (path) => JSON.stringify(`./${path}`);

/** Takes the place of what finds and imports files, for the groups that are asked for. */
function writeTable(groups) {
  const rows = GROUPS.filter(([group]) => groups.includes(group)).flatMap(([group, names]) =>
    compiled
      .filter((path) => names.test(path))
      .map((path) =>
        APART.includes(group)
          ? `[${quote(path)}, () => import(${quote(path)})]`
          : `[${quote(path)}, async () => (await import('group:${group}')).default[${quote(path)}]]`,
      ),
  );
  return `
    import { readdirSync } from 'node:fs';
    const dist = new URL('../', import.meta.url).href;
    const loaders = new Map([${rows.join(',\n')}]);
    export function listFiles(folder) {
      if (!folder.href.startsWith(dist))
        return readdirSync(folder, { recursive: true }).map((path) => path.replaceAll('\\\\', '/')).sort();
      const prefix = './' + folder.href.slice(dist.length);
      return [...loaders.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)).sort();
    }
    export async function importFile(href) {
      if (!href.startsWith(dist)) return import(href);
      const load = loaders.get('./' + href.slice(dist.length));
      if (load === undefined) throw new Error('The bundle was made without ' + href);
      return load();
    }`;
}

function writeGroup(name) {
  const [, names] = GROUPS.find(([group]) => group === name);
  const paths = compiled.filter((path) => names.test(path));
  const imports = paths.map((path, at) => `import * as m${at} from ${quote(path)};`);
  return `${imports.join('\n')}\nexport default {${paths.map((path, at) => `${quote(path)}: m${at}`).join(',')}};`;
}

/** Its clients alone: with its `fetch`, its caches and its mocks it would be the largest library here, and Node has a `fetch`. */
function writeUndici() {
  return `
    import Agent from 'undici/lib/dispatcher/agent.js';
    import request from 'undici/lib/api/api-request.js';
    Agent.prototype.request = request;
    export { Agent };
    export { default as buildConnector } from 'undici/lib/core/connect.js';`;
}

const createPlugin = (groups) => ({
  name: 'farebox',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici' }));
    onLoad({ filter: /./, namespace: 'undici' }, () => ({ contents: writeUndici(), resolveDir: dist }));
    onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }));
    onLoad({ filter: UNUSED }, () => ({ contents: 'export default {};' }));
    onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({ contents: writeGroup(path), resolveDir: dist }));
    onLoad({ filter: /[\\/]lib[\\/]import-file\.js$/ }, () => ({ contents: writeTable(groups), resolveDir: dist }));
    onLoad({ filter: /[\\/]dist[\\/](?:src|tools)[\\/].*\.js$/ }, ({ path }) => {
      const place = JSON.stringify(relative(outdir, path).replaceAll('\\', '/'));
      const contents = readFileSync(path, 'utf8');
      return { contents: contents.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) };
    });
  },
});

/** As `resolveWorkerUrl` names them. */
const threads = compiled
  .filter((path) => path !== 'src/kernel/threads/thread-entry.js' && /\bparentPort\b|\banswerTasks\(/.test(read(path)))
  .map((path) => ({ in: path, out: path.slice('src/'.length, -'.js'.length).replaceAll('/', '-') }));
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const others = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !LIBRARIES.includes(name));
rmSync(outdir, { recursive: true, force: true });
const options = {
  absWorkingDir: dist,
  outdir,
  bundle: true,
  // What the server keeps of its own text is a part of its memory.
  minifyWhitespace: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: others,
  // Some libraries ask for Node's modules in the older way.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  legalComments: 'inline',
  logLevel: 'warning',
};
const isLone = ({ in: path }) => path in LONE_THREADS;
await build({
  ...options,
  entryPoints: [
    { in: PROGRAM, out: 'farebox' },
    { in: PLUGIN_TOOLS, out: 'tool' },
    ...threads.filter((thread) => !isLone(thread)),
  ],
  splitting: true,
  plugins: [createPlugin(GROUPS.map(([group]) => group))],
});
for (const thread of threads.filter(isLone)) {
  await build({ ...options, entryPoints: [thread], plugins: [createPlugin(LONE_THREADS[thread.in])] });
}

// One character outside of Latin-1, in a comment or a pattern, makes V8 keep a whole file in two bytes a character.
for (const name of readdirSync(outdir)) {
  if (!name.endsWith('.js')) continue;
  const file = join(outdir, name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
