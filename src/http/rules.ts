/** Rules by path, declared by toolsets: error format, access from pages, and rate limit. */
import { MCP_ROOT, WELL_KNOWN_ROOT } from '../describe/mcp-servers.ts';
import { isCompanyAccess } from '../kernel/tool/access.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import type { ErrorShape, LimitName, Toolset } from '../kernel/tool/toolset.ts';
import type { HttpConfig } from './settings.ts';

export interface LimitGroup {
  /** Put before the address in the limiter's key. */
  prefix: string;
  /** Requests a minute and address. */
  points: number;
  pointsText: string;
  /** A path of the group that does not exist is limited too, rather than answered 404 without end. */
  limitsUnknownPaths: boolean;
  /** An address that guesses is shut out of them. */
  isForOperators: boolean;
  /** Counts requests that carry a credential, by that instead of by their address. */
  byKey?: Pick<LimitGroup, 'prefix' | 'points' | 'pointsText'>;
}

export interface PathRules {
  shape: ErrorShape;
  hasCors: boolean;
  /** Undefined for what is never limited. */
  limitGroup: LimitGroup | undefined;
}

/** Which toolset the addresses below a path belong to, whether or not something answers there. */
export class ToolsetRoots {
  /** The longest path first; of two toolsets at one path the one whose tools are asked for by name. */
  readonly #roots: readonly Toolset[];

  constructor({ toolsets }: Pick<Registry, 'toolsets'>) {
    const rank = ({ layer }: Toolset): number => layer ?? Number.POSITIVE_INFINITY;
    this.#roots = [...toolsets.values()].sort((a, b) => b.path.length - a.path.length || rank(a) - rank(b));
  }

  find(pathname: string): Toolset | undefined {
    return this.#roots.find(({ path }) => isUnder(pathname, path));
  }

  /** What a mistyped tool would be named; null where tools are not asked for by name. */
  guessToolName(pathname: string): string | null {
    const root = this.find(pathname);
    if (!root || root.layer === null) return null;
    const file = pathname.slice(root.path.length + 1);
    return file === '' || file.length > TOOL_NAME_MAX || file.includes('/') ? null : `${root.namePrefix ?? ''}${file}`;
  }
}

const TOOL_NAME_MAX = 64;

/** Pages, redirects and what machines send are for their own readers, whatever their toolset says. */
export function hasToolCors({ toolset, definition, reply }: RegisteredTool): boolean {
  const isForPages = (definition.cors ?? toolset.cors) === 'any-origin';
  return isForPages && (reply === 'json' || reply === 'bytes') && definition.body !== 'raw';
}

/** Keys are neither handed out nor managed by a key in the query, which others may read. */
export function takesQueryKey(roots: ToolsetRoots, { definition, access }: RegisteredTool, path: string): boolean {
  return roots.find(path)?.takesQueryKey === true && definition.secret !== true && !isCompanyAccess(access);
}

export class Rules {
  readonly #roots: ToolsetRoots;
  readonly #groups: Readonly<Record<LimitName, LimitGroup | undefined>>;
  readonly #mcp: PathRules;
  readonly #byToolset = new Map<Toolset | undefined, PathRules>();

  constructor(roots: ToolsetRoots, config: HttpConfig) {
    this.#roots = roots;
    this.#groups = {
      tools: createGroup('tools', config.rateLimitPerMinute),
      operators: {
        ...createGroup('admin', config.adminRateLimitPerMinute),
        isForOperators: true,
        byKey: createGroup('admin-key', config.adminKeyRateLimitPerMinute),
      },
      feed: {
        ...createGroup('feed', config.feedRateLimitPerMinute),
        byKey: createGroup('feed-key', config.feedKeyRateLimitPerMinute),
      },
      other: { ...createGroup('other', config.otherRateLimitPerMinute), limitsUnknownPaths: false },
      none: undefined,
    };
    this.#mcp = { shape: 'newsroom', hasCors: false, limitGroup: this.#groups.tools };
  }

  /** Of a path, before it is known what answers there. */
  findForPath(pathname: string): PathRules {
    if (isUnder(pathname, MCP_ROOT)) return this.#mcp;
    const root = this.#roots.find(pathname);
    // The page at the operators' own root holds nothing that could be guessed.
    const toolset = root?.limits === 'operators' && pathname === root.path ? undefined : root;
    let rules = this.#byToolset.get(toolset);
    if (!rules) {
      rules = {
        shape: toolset?.errors === 'gateway' ? 'gateway' : 'newsroom',
        hasCors: toolset?.cors === 'any-origin',
        limitGroup: this.#groups[toolset?.limits ?? 'other'],
      };
      this.#byToolset.set(toolset, rules);
    }
    return rules;
  }

  /** Of a tool at one of its paths: its own word counts where it has one. */
  findForTool(tool: RegisteredTool, path: string): PathRules {
    const { limits } = tool.definition;
    return {
      shape: tool.toolset.errors,
      hasCors: hasToolCors(tool),
      limitGroup: limits ? this.#groups[limits] : this.findForPath(path).limitGroup,
    };
  }
}

function createGroup(prefix: string, points: number): LimitGroup {
  return {
    prefix: `${prefix} `,
    points,
    pointsText: String(points),
    limitsUnknownPaths: true,
    isForOperators: false,
  };
}

/** Discovery documents: what reads them expects no page, whatever its library accepts. */
export const isWellKnown = (pathname: string): boolean => isUnder(pathname, WELL_KNOWN_ROOT);

export function isUnder(pathname: string, root: string): boolean {
  return pathname.startsWith(root) && (pathname.length === root.length || pathname.charCodeAt(root.length) === 0x2f);
}
