/**
 * First step of `npm start` and `npm test` on a machine with only Node and npm: checks the Node version, installs
 * missing packages, builds when a source is newer than its output, and continues in this process. Imports nothing that
 * has to be installed. Usage: `node src/cli/setup.mjs <script> [arguments]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SOURCES = ['src', 'tools'];
const DOCUMENTS = 'docs';
/** Compile cache of newer Node versions; without it a start takes a third more processor time. */
const COMPILED = join(root, 'dist', '.compiled');
const BUILD_INPUTS = ['tsconfig.json', 'package-lock.json'];
/** They read JSON below `src`, the documents, what browsers load, and what was compiled. */
const AFTER_COMPILING = [
  ['dist/src/describe/typescript.js', 'dist/api.d.ts'],
  ['dist/src/fixes/prepare.js', 'src/fixes/knowledge', 'dist/knowledge'],
  ['dist/src/newsroom/content/articles/prepare.js', 'dist/demo.json'],
  ['src/web/docs/render-manual.mjs'],
  ['src/web/bundle.mjs'],
  ['src/server/bundle.mjs'],
  // Types of farebox/tool: one file, which names no other.
  [
    ...[
      'node_modules/typescript/bin/tsc',
      'src/upstreams/plugins/tool.ts',
      '--ignoreConfig',
      '--noResolve',
      '--noCheck',
    ],
    ...['--declaration', '--emitDeclarationOnly', '--target', 'es2023', '--module', 'nodenext', '--outDir', 'dist'],
  ],
];

const say = (line) => process.stderr.write(`${line}\n`);

/** @returns {never} */
function stop(sentence) {
  say(sentence);
  process.exit(1);
}

function checkNode() {
  const { engines } = readJson('package.json');
  const wanted = engines.node
    .replace(/[^\d.]/g, '')
    .split('.')
    .map(Number);
  const found = process.versions.node.split('.').map(Number);
  for (let i = 0; i < wanted.length; i++) {
    if (found[i] > wanted[i]) return;
    if (found[i] < wanted[i])
      stop(`Farebox needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`);
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return null;
  }
}

/** A stamp in node_modules names the lock file and the Node ABI that were installed; without it the trees are compared. */
async function install() {
  const stamp = join(root, 'node_modules', '.farebox-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const wanted = `${lock} ${process.platform} ${process.arch} ${process.versions.modules}`;
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (found === wanted) return;
  const sameMachine = found === '' || found.split(' ').slice(1).join(' ') === wanted.split(' ').slice(1).join(' ');
  if (!(sameMachine && installedAsLocked())) {
    // npm ci empties the folder first: behind a link, that of another project.
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      stop('node_modules links to a folder that does not match package-lock.json. Remove the link.');
    }
    say('Installing dependencies (once; a minute or so) …');
    if (!(await runWithProgress('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'Still installing'))) {
      stop('npm ci failed: see above. It needs a package registry and, on some systems, a C++ compiler for SQLite.');
    }
  }
  writeFileSync(stamp, wanted);
}

/** Is every package of the lock file there in its version? Optional ones may be missing: they belong to other systems. */
function installedAsLocked() {
  const locked = readJson('package-lock.json')?.packages ?? {};
  const there = readJson('node_modules/.package-lock.json')?.packages;
  if (!there) return false;
  return Object.entries(locked).every(([path, { version, optional, peer }]) => {
    if (path === '') return true;
    return there[path] ? there[path].version === version : Boolean(optional || peer);
  });
}

/** Builds when the list of sources, their times or sizes differ from those of the last build. */
function build() {
  const stamp = join(root, 'dist', '.built');
  const sources = SOURCES.flatMap((folder) => filesBelow(folder)).filter((file) => /\.(tsx?|mjs|css|json)$/.test(file));
  const documents = filesBelow(DOCUMENTS).filter((file) => file.endsWith('.md'));
  const state = [...sources, ...documents, ...BUILD_INPUTS].map(describe).join('\n');
  const built = existsSync(stamp) && existsSync(join(root, 'dist', 'bundle', 'farebox.js'));
  if (built && readFileSync(stamp, 'utf8') === state) return;
  if (!built) rmSync(join(root, 'dist', '.tsbuildinfo'), { force: true });
  say('Building …');
  if (!run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc')])) stop('The build failed: see above.');
  removeStale(sources);
  rmSync(COMPILED, { recursive: true, force: true });
  for (const step of AFTER_COMPILING) {
    if (!run(process.execPath, step)) stop('The build failed: see above.');
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

function describe(file) {
  const { mtimeMs, size } = statSync(join(root, file));
  return `${file} ${mtimeMs} ${size}`;
}

/** A tool whose source is gone must not be found in dist any more. */
function removeStale(sources) {
  const known = new Set(sources.map((file) => file.replace(/\.tsx?$/, '')));
  for (const folder of SOURCES) {
    for (const file of filesBelow(join('dist', folder))) {
      const source = file.slice('dist/'.length).replace(/\.js(\.map)?$/, '');
      if (!known.has(source)) rmSync(join(root, file));
    }
  }
}

/** Paths below a folder, with `/`, relative to the root. */
function filesBelow(folder) {
  const entries = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { withFileTypes: true }) : [];
  return entries.flatMap((entry) => {
    const path = `${folder.replaceAll('\\', '/')}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** The same for what can take minutes: says every ten seconds that it is still at work. */
function runWithProgress(command, args, what) {
  const startMs = Date.now();
  const shell = process.platform === 'win32' && command === 'npm';
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  const timer = setInterval(() => say(`${what}, ${Math.round((Date.now() - startMs) / 1000)} s …`), 10_000);
  return new Promise((resolve) => {
    const end = (succeeded) => {
      clearInterval(timer);
      resolve(succeeded);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
  });
}

function run(command, args) {
  // Only npm is a script that Windows must look up through its shell.
  const shell = process.platform === 'win32' && command === 'npm';
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  return status === 0;
}

checkNode();
// A container image holds what was built and nothing to build it from.
if (existsSync(join(root, 'package-lock.json'))) {
  await install();
  build();
}
const [script, ...args] = process.argv.slice(2);
if (script) {
  module.enableCompileCache?.(COMPILED);
  const path = join(root, script);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}
