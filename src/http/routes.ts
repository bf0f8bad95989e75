/** The route table: every tool at its path and the documents beside them, compiled once at start. */

import type { WebDocument } from '../describe/web-document.ts';
import { readsAsFastApi } from '../kernel/tool/input.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import type { HttpMethod } from '../kernel/tool/tool.ts';
import { runOnce } from '../lib/memoize.ts';
import { buildReadings, type Readings } from './requests/rest-input.ts';
import { type PathRules, type Rules, type ToolsetRoots, takesQueryKey } from './rules.ts';

export interface ToolRoute {
  kind: 'tool';
  tool: RegisteredTool;
  /** `POST /api/proxy/weather`: shown in logs and metrics instead of the path that was asked for. */
  label: string;
  getReadings(): Readings;
  rules: PathRules;
  readsBody: boolean;
  /** Its input is read as FastAPI reads it. */
  isFastApi: boolean;
  /** `?apiKey=` opens it. */
  takesQueryKey: boolean;
}

export interface DocumentRoute {
  kind: 'document';
  rules: PathRules;
  label: string;
}

type Route = ToolRoute | DocumentRoute;
type Methods = Partial<Record<HttpMethod, Route>>;

export type RouteMatch =
  | { kind: 'route'; route: Route; params: Readonly<Record<string, string>> }
  | { kind: 'method'; allow: readonly string[]; hasCors: boolean }
  | { kind: 'slash'; path: string }
  | { kind: 'nothing' };

interface Pattern {
  /** A text for a literal segment, null for a parameter. */
  literals: readonly (string | null)[];
  names: readonly string[];
  methods: Methods;
  /** The last segment stands for all that are left. */
  takesRest: boolean;
}

/** The very object that a path without parameters gives. */
export const NO_PARAMS: Readonly<Record<string, string>> = {};

export class RouteTable {
  /** Paths without parameters. */
  readonly #exact = new Map<string, Methods>();
  /** By number of segments; literal segments stand before parameters. */
  readonly #patterns = new Map<number, Pattern[]>();
  /** Those that take the rest of a path, asked last. */
  readonly #rests: Pattern[] = [];

  /** Throws when two routes share a method and path. */
  constructor(
    registry: Registry,
    documents: readonly Pick<WebDocument, 'path' | 'hasCors'>[],
    roots: ToolsetRoots,
    rules: Rules,
  ) {
    for (const tool of registry.tools) {
      for (const { method, path } of tool.routes) {
        const ofPath = { rules: rules.findForTool(tool, path), takesQueryKey: takesQueryKey(roots, tool, path) };
        this.#add(method, path, createToolRoute(tool, method, path, ofPath), tool.definition.takesRest);
      }
    }
    for (const { path, hasCors } of documents) {
      const ofPath = { ...rules.findForPath(path), hasCors };
      this.#add('GET', path, { kind: 'document', label: `GET ${path}`, rules: ofPath });
    }
    for (const patterns of this.#patterns.values()) patterns.sort(compareLiterals);
  }

  /** HEAD is answered wherever GET is. */
  find(method: string, pathname: string): RouteMatch {
    const exact = this.#exact.get(pathname);
    if (exact) {
      const route = chooseRoute(exact, method);
      if (route) return { kind: 'route', route, params: NO_PARAMS };
    }
    const matches = this.#listMatches(pathname);
    for (const { methods, params } of matches) {
      const route = chooseRoute(methods, method);
      if (route) return { kind: 'route', route, params };
    }
    const candidates = [...(exact ? [exact] : []), ...matches.map(({ methods }) => methods)];
    if (candidates.length > 0) return { kind: 'method', ...describeMethods(candidates) };
    return this.#findWithoutSlash(pathname);
  }

  #findWithoutSlash(pathname: string): RouteMatch {
    if (pathname.length < 2 || !pathname.endsWith('/')) return { kind: 'nothing' };
    const path = pathname.slice(0, -1);
    return this.#exact.has(path) || this.#listMatches(path).length > 0 ? { kind: 'slash', path } : { kind: 'nothing' };
  }

  #listMatches(pathname: string): { methods: Methods; params: Readonly<Record<string, string>> }[] {
    const segments = pathname.split('/').slice(1);
    const matches: { methods: Methods; params: Readonly<Record<string, string>> }[] = [];
    for (const pattern of [...(this.#patterns.get(segments.length) ?? []), ...this.#rests]) {
      const params = matchPattern(pattern, pattern.takesRest ? joinRest(pattern, segments) : segments);
      if (params) matches.push({ methods: pattern.methods, params });
    }
    return matches;
  }

  #add(method: HttpMethod, path: string, route: Route, takesRest = false): void {
    const methods = path.includes('{') ? this.#getPattern(path, takesRest).methods : this.#getExact(path);
    if (methods[method]) throw new Error(`Two routes share ${method} ${path}`);
    methods[method] = route;
  }

  #getExact(path: string): Methods {
    const methods = this.#exact.get(path) ?? {};
    this.#exact.set(path, methods);
    return methods;
  }

  #getPattern(path: string, takesRest: boolean): Pattern {
    const segments = path.split('/').slice(1);
    const literals = segments.map((segment) => (segment.startsWith('{') ? null : segment));
    const names = segments.filter((segment) => segment.startsWith('{')).map((segment) => segment.slice(1, -1));
    const patterns = takesRest ? this.#rests : (this.#patterns.get(segments.length) ?? []);
    if (!takesRest) this.#patterns.set(segments.length, patterns);
    const twin = patterns.find((other) => hasSameTexts(other.literals, literals) && hasSameTexts(other.names, names));
    if (twin) return twin;
    const pattern = { literals, names, methods: {}, takesRest };
    patterns.push(pattern);
    return pattern;
  }
}

function createToolRoute(
  tool: RegisteredTool,
  method: HttpMethod,
  path: string,
  ofPath: Pick<ToolRoute, 'rules' | 'takesQueryKey'>,
): ToolRoute {
  return {
    kind: 'tool',
    tool,
    label: `${method} ${path}`,
    getReadings: runOnce(() => buildReadings(tool.inputSchema)),
    readsBody: method !== 'GET',
    isFastApi: readsAsFastApi(tool),
    ...ofPath,
  };
}

function chooseRoute(methods: Methods, method: string): Route | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return methods.GET;
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return methods[method];
    default:
      return undefined;
  }
}

function describeMethods(candidates: readonly Methods[]): { allow: readonly string[]; hasCors: boolean } {
  const routes = candidates.flatMap((methods) => Object.values(methods));
  const cors = routes.some(({ rules }) => rules.hasCors);
  const allow = new Set(candidates.flatMap((methods) => Object.keys(methods)));
  if (allow.has('GET')) allow.add('HEAD');
  if (cors) allow.add('OPTIONS');
  return { allow: [...allow].sort(), hasCors: cors };
}

function hasSameTexts(a: readonly (string | null)[], b: readonly (string | null)[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** The segments from the pattern's last one on, as one. */
function joinRest({ literals }: Pattern, segments: readonly string[]): readonly string[] {
  const last = literals.length - 1;
  return [...segments.slice(0, last), segments.slice(last).join('/')];
}

/** Null when the path does not fit. A segment that is not valid percent-encoding fits nothing. */
function matchPattern(pattern: Pattern, segments: readonly string[]): Readonly<Record<string, string>> | null {
  const values: string[] = [];
  for (const [index, literal] of pattern.literals.entries()) {
    const segment = segments[index] ?? '';
    if (literal === null) {
      const value = decodeSegment(segment);
      if (value === null || value === '') return null;
      values.push(value);
    } else if (literal !== segment) {
      return null;
    }
  }
  return Object.fromEntries(pattern.names.map((name, index) => [name, values[index] ?? '']));
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** `/admin/sources/summary` before `/admin/sources/{type}`: the earliest literal decides. */
function compareLiterals(a: Pattern, b: Pattern): number {
  for (const [index, literal] of a.literals.entries()) {
    const other = b.literals[index] ?? null;
    if ((literal === null) !== (other === null)) return literal === null ? 1 : -1;
  }
  return 0;
}
