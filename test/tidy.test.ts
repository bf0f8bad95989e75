/** Style as a test: what the architecture says about files, imports and places holds for every file. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { code, ourCode, SQL_PLACES, sources } from './harness/product-sources.ts';
import {
  type AstNode,
  filesBelow,
  isNode,
  parseSource,
  resolveImport,
  root,
  type Source,
  textOf,
} from './harness/sources.ts';

const FILE_LINES_MAX = 300;
/** Tests are tables of cases: one file tells all about one subject. */
const TEST_LINES_MAX = 500;
const FUNCTION_LINES_MAX = 70;
const PARAMETERS_MAX = 4;

/** Folders whose files with a default export are found by listing them. */
const FOUND_BY_FOLDER = new Set(['src/providers', 'src/sandbox']);
/** Found wherever they are below `src`: see src/database/definitions.ts, src/jobs/define.ts and src/newsroom/mailing/providers/service.ts. */
const FOUND_BY_NAME = /^src\/(.*\/)?((.+-)?(reads|writes|jobs|mail-provider)|schema|migration-.+)\.ts$/;
/** Runs in browsers; the build bundles each file of this very folder. */
const ISLANDS = 'src/web/islands';

const SQL_TEXT =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+(table|index|unique)|pragma\s)/i;
const QUERY_BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']);

const at = (source: Source, node: AstNode): string => `${source.file}:${source.lineAt(node.start)}`;

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function longFunctions(source: Source): string[] {
  return source.nodes
    .filter(({ type }) => FUNCTIONS.has(type))
    .map((node) => ({ node, lines: source.lineAt(node.end) - source.lineAt(node.start) + 1 }))
    .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
    .map(({ node, lines }) => `${at(source, node)} has ${lines} lines`);
}

const SIGNATURES = new Set([...FUNCTIONS, 'TSMethodSignature', 'TSFunctionType']);

/** More than four values are an object whose members have names. */
function manyParameters(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    if (!SIGNATURES.has(node.type) || !Array.isArray(node.params) || node.params.length <= PARAMETERS_MAX) return [];
    return [`${at(source, node)} has ${node.params.length} parameters`];
  });
}

const isName = (value: unknown, name: string): boolean =>
  isNode(value) && value.type === 'Identifier' && value.name === name;

function readsEnvironment(source: Source): string[] {
  const reads = source.nodes.filter(
    (node) => node.type === 'MemberExpression' && isName(node.object, 'process') && isName(node.property, 'env'),
  );
  const imported = source.imports.filter(({ specifier }) => /^(node:)?process$/.test(specifier));
  return [...reads.map((node) => at(source, node)), ...imported.map(() => `${source.file} imports process`)];
}

function callsFetch(source: Source): string[] {
  const calls = source.nodes.filter(({ type, callee }) => type === 'CallExpression' && isName(callee, 'fetch'));
  return calls.map((node) => at(source, node));
}

function holdsSql(source: Source): string[] {
  return source.nodes
    .filter((node) => {
      if (node.type === 'Literal') return typeof node.value === 'string' && SQL_TEXT.test(node.value);
      if (node.type === 'TemplateLiteral') return SQL_TEXT.test(source.text.slice(node.start + 1, node.end - 1));
      if (node.type !== 'MemberExpression' || !isNode(node.property)) return false;
      return typeof node.property.name === 'string' && QUERY_BUILDERS.has(node.property.name);
    })
    .map((node) => at(source, node));
}

/** What doors serve themselves, whatever the registry holds. */
const OWN_PATHS =
  /^\/(?:health(?:\/(?:live|ready))?|metrics|openapi\.(?:json|yaml)|readonly|server-card\$?|\.well-known\/oauth-protected-resource)?$/;

/** Paths that a door would know of the product, in texts and in patterns; fragments of a path begin one as well. */
function pathLiterals(source: Source): string[] {
  const textsOf = (node: AstNode): string[] => {
    // The braces and backticks around a part of a template belong to it in some positions only.
    if (node.type === 'TemplateElement')
      return [source.text.slice(node.start, node.end).replace(/^[`}]|(?:`|\$\{)$/g, '')];
    if (node.type !== 'Literal') return [];
    const text = source.text.slice(node.start, node.end);
    return text.startsWith('/^') ? [text.slice(2).replaceAll('\\/', '/').replaceAll('\\.', '.')] : [text.slice(1, -1)];
  };
  return source.nodes.flatMap((node) =>
    textsOf(node)
      .filter((text) => /^\/[a-z.]/.test(text) && !OWN_PATHS.test(text))
      .map((text) => `${at(source, node)} ${text}`),
  );
}

/** `any`, and the ways around the compiler. */
function evasions(source: Source): string[] {
  const isAs = (node: unknown): node is AstNode => isNode(node) && node.type === 'TSAsExpression';
  const found = source.nodes.filter(
    (node) =>
      node.type === 'TSAnyKeyword' || node.type === 'TSNonNullExpression' || (isAs(node) && isAs(node.expression)),
  );
  const comments = /@ts-(ignore|expect-error|nocheck)/.test(source.text)
    ? [`${source.file} silences the compiler`]
    : [];
  return [...found.map((node) => `${at(source, node)} ${node.type}`), ...comments];
}

const PARTICIPLE =
  /^(?:[a-z]+(?<!e)ed|found|heard|made|taken|given|known|seen|sent|held|kept|told|gone|begun|chosen|written|done|built|bought|brought|thought|hidden|shown|drawn|grown|spent|lost|won|met|paid|sold|bound|broken|spoken)$/;
/** Words of the field that only end like one. */
const NO_PARTICIPLES = new Set(['Deferred', 'embed']);
const NAMED_NODES = new Set([
  ...['FunctionDeclaration', 'ClassDeclaration', 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration'],
  ...['MethodDefinition', 'VariableDeclarator'],
]);

/** What a function does, or a type holds, is a verb or a noun: `found()` or `Narrowed` says neither. */
function bareParticiples(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    if (!NAMED_NODES.has(node.type)) return [];
    const isGetter = node.type === 'MethodDefinition' && node.kind !== 'method';
    const isValue = node.type === 'VariableDeclarator' && !(isNode(node.init) && FUNCTIONS.has(node.init.type));
    const nameNode = node.type === 'MethodDefinition' ? node.key : node.id;
    const name = isNode(nameNode) && typeof nameNode.name === 'string' ? nameNode.name : '';
    if (
      isGetter ||
      isValue ||
      NO_PARTICIPLES.has(name) ||
      !PARTICIPLE.test(name.replace(/^./, (first) => first.toLowerCase()))
    )
      return [];
    return [`${at(source, node)} ${name}`];
  });
}

/** Files that a file names: imports, and texts such as './worker.ts' or 'ledger/writer.ts', from wherever they start. */
function namedFiles({ file, imports, nodes }: Source): string[] {
  const imported = imports.flatMap(({ specifier }) => resolveImport(file, specifier) ?? []);
  const texts = nodes.flatMap(({ type, value }) => (type === 'Literal' && typeof value === 'string' ? value : []));
  const paths = texts.filter((text) => /^[\w./-]+\.(ts|mjs|js)$/.test(text));
  const starts = [posix.dirname(file), 'src', 'test', '.'];
  const named = paths.flatMap((path) => starts.map((start) => posix.normalize(posix.join(start, path))));
  return [...imported, ...named].flatMap((path) => [path, path.replace(/^dist\//, '').replace(/\.js$/, '.ts')]);
}

function unusedFiles(): string[] {
  const starts =
    ['package.json', 'vitest.config.ts', 'src/server/bundle.mjs'].map(textOf).join('') +
    (existsSync(join(root, '.ci/run')) ? textOf('.ci/run') : '');
  const isFound = (file: string): boolean =>
    (file.startsWith('tools/') && !/\/_|\.lexicon\.ts$/.test(file)) ||
    posix.basename(file) === '_toolset.ts' ||
    (FOUND_BY_FOLDER.has(posix.dirname(file)) && sources.get(file)?.hasDefaultExport === true) ||
    file.endsWith('.test.ts') ||
    file.endsWith('.d.ts') ||
    posix.dirname(file) === ISLANDS ||
    FOUND_BY_NAME.test(file) ||
    starts.includes(file) ||
    starts.includes(file.replace(/^(src\/.*)\.ts$/, '$1.js'));
  const queue = [...sources.keys()].filter(isFound);
  const reached = new Set(queue);
  for (const file of queue) {
    const source = sources.get(file);
    for (const next of source ? namedFiles(source) : []) {
      if (!sources.has(next) || reached.has(next)) continue;
      reached.add(next);
      queue.push(next);
    }
  }
  return [...sources.keys()].filter((file) => !reached.has(file));
}

/** What the threads of SQLite load, besides Node's own. */
function packagesOfThreads(): string[] {
  const queue = code.filter((file) => /^src\/(database\/sqlite\/.*-thread|(.*[/-])(writes|reads))\.ts$/.test(file));
  const reached = new Set(queue);
  const packages = new Set<string>();
  for (const file of queue) {
    for (const { specifier, typeOnly } of sources.get(file)?.imports ?? []) {
      const next = resolveImport(file, specifier);
      if (typeOnly || specifier.startsWith('node:') || (next !== null && reached.has(next))) continue;
      if (next === null) packages.add(specifier);
      else {
        reached.add(next);
        queue.push(next);
      }
    }
  }
  return [...packages].sort();
}

describe('the code', () => {
  it('has short files and functions that fit a screen', () => {
    const linesMax = (file: string): number => (file.startsWith('test/') ? TEST_LINES_MAX : FILE_LINES_MAX);
    const long = [...sources.values()].filter(({ file, lines }) => lines > linesMax(file));
    expect(long.map(({ file, lines }) => `${file} has ${lines} lines`)).toEqual([]);
    expect(ourCode.flatMap(longFunctions)).toEqual([]);
  });

  it('has functions with at most four parameters', () => {
    // The concierge still has some.
    const elsewhere = ourCode.filter(({ file }) => !file.startsWith('src/concierge/'));
    expect(elsewhere.flatMap(manyParameters)).toEqual([]);
  });

  it('names functions and types by verbs and nouns', () => {
    expect(ourCode.flatMap(bareParticiples)).toEqual([]);
  });

  it('reads the environment in src/config alone', () => {
    expect(ourCode.filter(({ file }) => !file.startsWith('src/config/')).flatMap(readsEnvironment)).toEqual([]);
  });

  it('calls no built-in fetch', () => {
    expect(ourCode.filter(({ file }) => !file.startsWith(`${ISLANDS}/`)).flatMap(callsFetch)).toEqual([]);
  });

  it('has SQL in reads, writes, database and ledger alone', () => {
    const elsewhere = ourCode.filter(({ file }) => !SQL_PLACES.test(file));
    expect(elsewhere.flatMap(holdsSql)).toEqual([]);
  });

  it('has no path of the product in its doors', () => {
    expect(ourCode.filter(({ file }) => /^src\/(http|mcp)\//.test(file)).flatMap(pathLiterals)).toEqual([]);
  });

  it('loads little into the threads of a database: each start of one pays for it', () => {
    expect(packagesOfThreads()).toEqual(['better-sqlite3', 'better-sqlite3-napi', 'kysely']);
  });

  it('does not silence the compiler', () => {
    expect(ourCode.flatMap(evasions)).toEqual([]);
  });

  it('has no file that nothing uses', () => {
    expect(unusedFiles()).toEqual([]);
  });
});

describe('these checks', () => {
  const parsed = (file: string, text: string): Source => parseSource(file, text);

  it('would notice what they are for', () => {
    expect(longFunctions(parsed('x.ts', `function f() {${'\n'.repeat(70)}}`))).toHaveLength(1);
    expect(longFunctions(parsed('x.ts', `function f() {${'\n'.repeat(69)}}`))).toEqual([]);
    expect(manyParameters(parsed('x.ts', 'type F = (a: 1, b: 1, c: 1, d: 1, e: 1) => 1;'))).toHaveLength(1);
    expect(manyParameters(parsed('x.ts', 'class A { b(a, b, c, d, e) {} c(a, b, c, d) {} }'))).toHaveLength(1);
    expect(readsEnvironment(parsed('x.ts', 'const { A } = process.env;'))).toEqual(['x.ts:1']);
    expect(bareParticiples(parsed('x.ts', 'const found = (): number => 1;'))).toEqual(['x.ts:1 found']);
    expect(bareParticiples(parsed('x.ts', 'class Narrowed { #kept() {} get open() { return 1; } }'))).toHaveLength(2);
    expect(bareParticiples(parsed('x.ts', 'const found = 1; function readFeed() {} type Deferred = 1;'))).toEqual([]);
    expect(callsFetch(parsed('x.ts', "await fetch('https://a.example');"))).toHaveLength(1);
    expect(pathLiterals(parsed('x.ts', "if (p === '/api/proxy') go();"))).toHaveLength(1);
    expect(pathLiterals(parsed('x.ts', 'const a = /^\\/admin(\\/|$)/; const b = `$' + '{c}/pay`;'))).toHaveLength(2);
    expect(pathLiterals(parsed('x.ts', "const a = '/health'; const b = text.split('/');"))).toEqual([]);
    expect(holdsSql(parsed('x.ts', 'const q = `select a from b`;'))).toHaveLength(1);
    expect(holdsSql(parsed('x.ts', "db.insertInto('b');"))).toHaveLength(1);
    expect(evasions(parsed('x.ts', 'const a: any = b as unknown as C; a!;'))).toHaveLength(3);
  });
});

describe('the repository', () => {
  const everything = filesBelow('.').filter((file) => !/\.(png|ico|woff2?|ttf|log)$/.test(file) && file !== '.env');

  it('names no folder of a machine', () => {
    const machine = new RegExp(`(?<![\\w.])/(${['work', 'farm', 'root', 'Users', 'home/\\w+'].join('|')})/\\w`);
    const faults = everything
      .filter((file) => file !== 'package-lock.json')
      .flatMap((file) => (machine.test(textOf(file)) ? [`${file}: ${machine.exec(textOf(file))?.[0]}`] : []));
    expect(faults).toEqual([]);
  });

  it('names no package registry, in the lock file or elsewhere', () => {
    const registry = new RegExp(['registry', 'npmjs', 'org'].join('\\.'));
    expect(everything.filter((file) => registry.test(textOf(file)))).toEqual([]);
    expect(textOf('package-lock.json')).not.toContain('"resolved"');
  });

  it('pins every dependency to one version', () => {
    const {
      dependencies,
      devDependencies,
      optionalDependencies,
    }: Record<string, Record<string, string>> = JSON.parse(textOf('package.json'));
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('has each dependency for somebody, and nobody without it', () => {
    const {
      dependencies,
      devDependencies,
      optionalDependencies,
    }: Record<string, Record<string, string>> = JSON.parse(textOf('package.json'));
    const aliases: Record<string, { default: string }> = JSON.parse(textOf('package.json')).imports;
    const packageOf = (name: string): string => {
      const specifier = aliases[name]?.default ?? name;
      return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    };
    const imported = (from: readonly Source[]): Set<string> =>
      new Set(
        from
          .flatMap(({ imports }) => imports.map(({ specifier }) => specifier))
          .filter((specifier) => !/^(\.|node:|file:|#api$)/.test(specifier))
          .map(packageOf),
      );
    const runtime = { ...dependencies, ...optionalDependencies };
    const everywhere = { ...runtime, ...devDependencies };
    // The build may use what is not there when the server runs.
    const used = imported(ourCode.filter(({ file }) => !file.endsWith('.mjs')));
    expect([...used].filter((name) => !(name in runtime))).toEqual([]);
    expect([...imported([...sources.values()])].filter((name) => !(name in everywhere))).toEqual([]);
    expect(Object.keys(runtime).filter((name) => !used.has(name))).toEqual([]);
  });

  it('lists every helper of the harness in its index', () => {
    const index = textOf('test/README.md');
    const helpers = everything.filter((file) => file.startsWith('test/harness/') && /\.(ts|mjs)$/.test(file));
    expect(helpers.filter((file) => !index.includes(`(${file.slice('test/'.length)})`))).toEqual([]);
  });

  it('has documents whose relative links lead somewhere', () => {
    const dead = everything
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)]
          .map(([, path]) => posix.join(posix.dirname(file), path ?? ''))
          .filter((path) => !existsSync(join(root, path)))
          .map((path) => `${file} links to ${path}`),
      );
    expect(dead).toEqual([]);
  });
});
