/** The project's own files, read and parsed for the tests of its style. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git', 'coverage', '.cache']);

/** Every file below a folder, relative to the root, with `/`. */
export function filesBelow(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const below = posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(below) : [below];
    })
    .sort();
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export interface AstNode {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

export interface Source {
  file: string;
  text: string;
  lines: number;
  /** Every node, outer ones first. */
  nodes: readonly AstNode[];
  /** Imported or re-exported modules as written, dynamic ones with a literal included. */
  imports: readonly { specifier: string; typeOnly: boolean }[];
  hasDefaultExport: boolean;
  /** 1-based line of an offset. */
  lineAt(offset: number): number;
}

/** Parses a TypeScript or JavaScript file; throws when it has a syntax error. */
export function parseSource(file: string, text: string = textOf(file)): Source {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`);
  const nodes: AstNode[] = [];
  collect(parsed.program, nodes);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const lines = text.replace(/\n$/, '').split('\n').length;
  const hasDefaultExport = nodes.some(({ type }) => type === 'ExportDefaultDeclaration');
  return { file, text, lines, nodes, imports: nodes.flatMap(importsOf), hasDefaultExport, lineAt };
}

function importsOf(node: AstNode): { specifier: string; typeOnly: boolean }[] {
  const { source } = isNode(node.callee) ? { source: resolvedModule(node) } : node;
  if (!isNode(source) || typeof source.value !== 'string') return [];
  const typeOnly = node.importKind === 'type' || node.exportKind === 'type';
  return [{ specifier: source.value, typeOnly }];
}

/** The argument of `require.resolve('…')`: a file of a package that is read, not run. */
function resolvedModule({ callee, arguments: args }: AstNode): unknown {
  const isResolve =
    isNode(callee) &&
    isNode(callee.object) &&
    isNode(callee.property) &&
    callee.object.name === 'require' &&
    callee.property.name === 'resolve';
  return isResolve && Array.isArray(args) ? args[0] : undefined;
}

function collect(value: unknown, into: AstNode[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (isNode(value)) {
    into.push(value);
    for (const member of Object.values(value)) if (typeof member === 'object') collect(member, into);
  }
}

export function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The file that a relative import means, relative to the root; null for a package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}
