/** Import rules between folders, and folder sizes. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ourCode, SQL_PLACES, sources } from './harness/product-sources.ts';
import { filesBelow, parseSource, resolveImport, type Source } from './harness/sources.ts';

/** What every folder above may use. */
const BASE = ['src/lib', 'src/text'];

/** Folder → folders whose files it may import besides its own; `null` allows all, for those that construct things. */
const MAY_IMPORT: Record<string, readonly string[] | null> = {
  'src/server': null,
  'src/cli': null,
  'src/lib': [],
  'src/text': ['src/lib'],
  'src/locales': ['src/lib'],
  'src/kernel': BASE,
  'src/config': ['src/lib', 'src/kernel'],
  'src/mail': BASE,
  'src/describe': ['src/lib', 'src/kernel'],
  'src/fastapi': [...BASE, 'src/kernel'],
  'src/database': [...BASE, 'src/kernel'],
  'src/providers': [...BASE, 'src/kernel'],
  // What the operator sells beside the product's own tools.
  'src/upstreams': ['src/lib', 'src/kernel', 'src/config', 'src/database', 'src/ledger', 'src/providers'],
  'src/sandbox': [...BASE, 'src/kernel'],
  'src/ledger': ['src/lib', 'src/kernel', 'src/database', 'src/providers'],
  // A company owns an account of the ledger; the ledger knows no company but by its rows.
  'src/identity': [...BASE, 'src/kernel', 'src/database', 'src/providers', 'src/ledger', 'src/mail', 'src/locales'],
  'src/files': ['src/text', 'src/kernel', 'src/database', 'src/ledger'],
  'src/jobs': ['src/lib', 'src/kernel', 'src/database', 'src/ledger'],
  // What account owners file: exports, statements, receipts.
  'src/statements': ['src/lib', 'src/kernel', 'src/database', 'src/ledger', 'src/newsroom'],
  // What operators and account owners are told: failures, alerts, webhooks.
  'src/signals': [
    ...['src/lib', 'src/kernel', 'src/database', 'src/providers', 'src/ledger', 'src/identity', 'src/mail', 'src/jobs'],
    'src/newsroom',
  ],
  'src/fixes': [...BASE, 'src/kernel', 'src/database', 'src/providers', 'src/ledger'],
  'src/concierge': [...BASE, 'src/kernel', 'src/describe', 'src/fixes', 'src/providers'],
  'src/newsroom': [
    ...BASE,
    ...[
      'src/kernel',
      'src/database',
      'src/providers',
      'src/ledger',
      'src/identity',
      'src/mail',
      'src/jobs',
      'src/locales',
    ],
  ],
  'src/mcp': [...BASE, 'src/kernel', 'src/describe'],
  'src/http': [...BASE, 'src/kernel', 'src/describe', 'src/fastapi', 'src/mcp'],
  'src/web': [...BASE, 'src/kernel', 'src/describe', 'src/locales'],
  tools: [
    ...BASE,
    ...['src/kernel', 'src/describe', 'src/database', 'src/providers', 'src/ledger', 'src/identity', 'src/fixes'],
    ...['src/mail', 'src/concierge', 'src/newsroom', 'src/upstreams', 'src/signals', 'src/statements', 'src/web'],
    'src/locales',
  ],
};

/** What a reader takes in at a glance; a folder with one file for each thing of a kind may hold more. */
const FOLDER_FILES_MAX = 24;
const ONE_FILE_EACH = /^(?:tools\/|src\/(?:providers|sandbox)$|src\/locales\/)/;

/** Packages that belong to one place. */
const PACKAGE_PLACES: readonly [RegExp, RegExp, string][] = [
  [/^(kysely|pg|better-sqlite3|better-sqlite3-napi)$/, SQL_PLACES, 'SQL'],
  [/^(undici|openai|node:https|node:http2|https|http2)$/, /^src\/(providers|upstreams)\//, 'outgoing HTTP'],
  [/^(node:tls|node:dgram)$/, /^src\/(providers|mail)\//, 'sockets'],
  [/^(nodemailer|imapflow)$/, /^src\/mail\//, 'mail'],
  [/^express$/, /^src\/(http|web)\//, 'Express'],
  [/^zod-openapi$/, /^src\/(kernel|http|web)\//, 'OpenAPI'],
];

/** `src/kernel/call/call.ts` → `src/kernel`; `tools/proxy/x.ts` → `tools`. */
function placeOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  return top === 'src' ? `src/${folder}` : top;
}

function importFaults({ file, imports }: Source): string[] {
  const place = placeOf(file);
  return imports.flatMap(({ specifier }) => {
    const target = resolveImport(file, specifier);
    const allowed = MAY_IMPORT[place];
    if (target === null || allowed === null) return [];
    if (place === 'tools') return toolImportFault(file, target);
    if (placeOf(target) === place) return providerImportFault(file, target);
    return allowed?.includes(placeOf(target)) ? [] : [`${file} imports ${target}`];
  });
}

/** A tool imports no tool; the underscore files of its own folder are shared, its lexicon is its own. */
function toolImportFault(file: string, target: string): string[] {
  const ownShared = posix.dirname(target) === posix.dirname(file) && posix.basename(target).startsWith('_');
  const isOwnLexicon = target === file.replace(/\.ts$/, '.lexicon.ts');
  if (ownShared || isOwnLexicon || MAY_IMPORT.tools?.includes(placeOf(target))) return [];
  return [`${file} imports ${target}`];
}

/** What has a default export in `src/providers` is a provider, and imports no other. */
function providerImportFault(file: string, target: string): string[] {
  if (placeOf(file) !== 'src/providers') return [];
  const both = [file, target].every((path) => sources.get(path)?.hasDefaultExport);
  return both ? [`the provider ${file} imports the provider ${target}`] : [];
}

/** Groups of files that import each other, over however many others: what only a type says counts as well. */
function importCircles(files: readonly Source[]): string[][] {
  return findCircles(
    new Map(
      files.map(({ file, imports }) => [
        file,
        new Set(imports.flatMap(({ specifier }) => resolveImport(file, specifier) ?? [])),
      ]),
    ),
  );
}

function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = (from: string): Set<string> => {
    const reached = new Set<string>();
    const queue = [...(edges.get(from) ?? [])];
    for (const next of queue) {
      if (reached.has(next)) continue;
      reached.add(next);
      queue.push(...(edges.get(next) ?? []));
    }
    return reached;
  };
  const reachableFrom = new Map([...edges.keys()].map((node) => [node, reachable(node)]));
  const circles = [...reachableFrom].flatMap(([node, reached]) =>
    reached.has(node) ? [[...reached].filter((other) => reachableFrom.get(other)?.has(node)).sort()] : [],
  );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/** Permissions of the table that no import uses. */
function unusedPermissions(): string[] {
  const used = new Set(
    ourCode.flatMap(({ file, imports }) =>
      imports.flatMap(({ specifier }) => {
        const target = resolveImport(file, specifier);
        return target === null ? [] : `${placeOf(file)} → ${placeOf(target)}`;
      }),
    ),
  );
  return Object.entries(MAY_IMPORT).flatMap(([place, allowed]) =>
    (allowed ?? []).map((other) => `${place} → ${other}`).filter((permission) => !used.has(permission)),
  );
}

/**
 * Circles between folders that lie side by side, at every depth, as `src/newsroom: content → mailing → content`. Files that
 * lie directly in the folder around them belong to none of them.
 */
function folderCircles(files: readonly Source[]): string[] {
  const children = new Map<string, Map<string, Set<string>>>();
  for (const { file, imports } of files) {
    for (const { specifier } of imports) {
      const target = resolveImport(file, specifier);
      if (target === null) continue;
      const [from, to] = [file.split('/'), target.split('/')];
      const depth = from.findIndex((part, at) => part !== to[at]);
      const [own, other] = [from[depth], to[depth]];
      if (own === undefined || other === undefined || depth >= from.length - 1 || depth >= to.length - 1) continue;
      const parent = from.slice(0, depth).join('/');
      const edges = children.get(parent) ?? new Map<string, Set<string>>();
      children.set(parent, edges.set(own, (edges.get(own) ?? new Set()).add(other)));
    }
  }
  return [...children].flatMap(([parent, edges]) =>
    findCircles(edges).map((circle) => `${parent}: ${circle.join(', ')}`),
  );
}

function fullFolders(): string[] {
  const counts = new Map<string, number>();
  for (const file of [...filesBelow('src'), ...filesBelow('tools')]) {
    const folder = posix.dirname(file);
    if (!ONE_FILE_EACH.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => (count > FOLDER_FILES_MAX ? [`${folder} has ${count} files`] : []));
}

describe('the code', () => {
  it('imports in one direction', () => {
    expect(ourCode.flatMap(importFaults)).toEqual([]);
  });

  it('has no files that import each other', () => {
    expect(importCircles(ourCode)).toEqual([]);
  });

  it('has no folders that import each other', () => {
    expect(folderCircles(ourCode)).toEqual([]);
  });

  it('uses every permission that it has', () => {
    expect(unusedPermissions()).toEqual([]);
  });

  it('has no folder that is too full', () => {
    expect(fullFolders()).toEqual([]);
  });

  it('has a known place for every file', () => {
    const places = [...new Set(ourCode.map(({ file }) => placeOf(file)))];
    expect(places.filter((place) => !(place in MAY_IMPORT))).toEqual([]);
  });

  it('uses each of these packages in its one place', () => {
    const faults = ourCode.flatMap(({ file, imports }) =>
      imports.flatMap(({ specifier, typeOnly }) =>
        PACKAGE_PLACES.filter(([name, place]) => name.test(specifier) && !typeOnly && !place.test(file)).map(
          ([, , what]) => `${file} imports ${specifier} (${what})`,
        ),
      ),
    );
    expect(faults).toEqual([]);
  });
});

describe('these checks', () => {
  const parsed = (file: string, text: string): Source => parseSource(file, text);

  it('would notice what they are for', () => {
    expect(importFaults(parsed('src/kernel/x.ts', "import '../ledger/keys/keys.ts';"))).toHaveLength(1);
    expect(importFaults(parsed('src/http/x.ts', "export * from '../database/types.ts';"))).toHaveLength(1);
    expect(importFaults(parsed('tools/a/x.ts', "import y from './y.ts';"))).toHaveLength(1);
    expect(importFaults(parsed('tools/a/x.ts', "import y from './_y.ts';"))).toEqual([]);
    expect(importFaults(parsed('tools/a/x.ts', "import { lexicon } from './x.lexicon.ts';"))).toEqual([]);
    expect(importFaults(parsed('tools/a/x.ts', "import { lexicon } from './y.lexicon.ts';"))).toHaveLength(1);
    expect(importFaults(parsed('src/mcp/x.ts', "const y = await import('../http/front.ts');"))).toHaveLength(1);
    expect(
      importCircles([parsed('a.ts', "import './b.ts';"), parsed('b.ts', "import type { A } from './c.ts';")]),
    ).toEqual([]);
    const circle = [parsed('a.ts', "import './b.ts';"), parsed('b.ts', "import type { A } from './a.ts';")];
    expect(importCircles(circle)).toEqual([['a.ts', 'b.ts']]);
    expect(
      folderCircles([
        parsed('src/http/x.ts', "import '../mcp/door.ts';"),
        parsed('src/mcp/x.ts', "import '../http/front.ts';"),
      ]),
    ).toEqual(['src: http, mcp']);
  });
});
