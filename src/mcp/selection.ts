/**
 * Reads the caller's tool selection from path, query and headers. It shapes the list; only `readonly` restricts calls.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { readMcpPath, splitNames } from '../describe/mcp-servers.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { categories } from '../kernel/tool/tool.ts';
import type { McpServerName } from '../kernel/tool/toolset.ts';
import { truncate } from '../text/truncate.ts';
import { isVisibleTool } from './search/visibility.ts';

export interface Selection {
  server: McpServerName;
  /** What the caller calls itself, where the address says so. */
  handle: string | null;
  /** `default` is the server's own short list. */
  kind: 'default' | 'all' | 'chosen';
  /** Toolsets and categories, sorted, each known. */
  groups: readonly string[];
  /** Tool names, sorted, each known. */
  tools: readonly string[];
  readonly: boolean;
  /** Groups of a header that do not exist: left out, and said so in the instructions. */
  unknownGroups: readonly string[];
  /** The same choice, the same text. */
  key: string;
}

/** Null when the path is not a server of ours. Throws NOT_FOUND for a toolset in it, UNKNOWN_TOOL for a chosen tool, that does not exist. */
export function readSelection(
  registry: Registry,
  pathname: string,
  query: URLSearchParams,
  headers: IncomingHttpHeaders,
): Selection | null {
  const selection = readMcpPath(pathname);
  if (!selection) return null;
  const { handle } = selection;
  const readonly = selection.readonly || isOn(headers['x-mcp-readonly']);
  if (handle !== null) {
    const key = `${selection.server}|${readonly}`;
    return {
      server: selection.server,
      handle,
      kind: 'default',
      groups: [],
      tools: [],
      readonly,
      unknownGroups: [],
      key,
    };
  }
  assertKnownGroups(registry, selection.groups);
  const groups = sortUnique([...selection.groups, ...splitNames(headers['x-mcp-toolsets'])]);
  const tools = sortUnique([...splitNames(query.get('tools')), ...splitNames(headers['x-mcp-tools'])]);
  const unknown = tools.find((name) => !isVisibleName(registry, name));
  if (unknown !== undefined) throw createUnknownToolError(registry, unknown);
  const groupNames = groups.filter((group) => group !== 'all' && isGroup(registry, group));
  const all = groups.includes('all');
  const kind = all ? 'all' : groupNames.length + tools.length > 0 ? 'chosen' : 'default';
  const unknownGroups = groups.filter((group) => group !== 'all' && !isGroup(registry, group));
  const key = [selection.server, kind, groupNames.join(), tools.join(), readonly, unknownGroups.join()].join('|');
  return { server: selection.server, handle, kind, groups: groupNames, tools, readonly, unknownGroups, key };
}

function sortUnique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function isOn(value: string | string[] | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no'].includes(String(value).toLowerCase());
}

function isGroup(registry: Registry, group: string): boolean {
  return registry.toolsets.has(group) || categories.some((category) => category === group);
}

/** An address that names what does not exist is a mistake that its owner can mend once, for good. */
function assertKnownGroups(registry: Registry, groups: readonly string[]): void {
  const unknown = groups.find((group) => group !== 'all' && !isGroup(registry, group));
  if (unknown === undefined) return;
  const names = new Set(registry.tools.filter(isVisibleTool).map(({ toolsetName }) => toolsetName));
  const toolsets = ['all', ...[...registry.toolsets.keys()].filter((name) => names.has(name)), ...categories];
  throw new FareboxError('NOT_FOUND', {
    message: `There is no toolset named ${JSON.stringify(truncate(unknown, 64))}. There are ${toolsets.join(', ')}.`,
    details: { toolsets },
  });
}

function isVisibleName(registry: Registry, name: string): boolean {
  const tool = registry.get(name);
  return tool !== undefined && isVisibleTool(tool);
}

export function createUnknownToolError(registry: Registry, name: string): FareboxError {
  const nearest = registry.nearest(name, 3, isVisibleTool);
  return new FareboxError('UNKNOWN_TOOL', {
    message: `There is no tool named ${JSON.stringify(truncate(name, 64))}.`,
    details: { nearest },
  });
}
