/** Tool lists by selection, computed once per selection and kind of caller. */
import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../kernel/principal.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import { buildCard, type CardForm, removeArgument } from './card.ts';
import { buildMetaCard } from './meta-tools.ts';
import { buildRightsKey, isFree, isListed, isVisibleTo, isVisibleTool } from './search/visibility.ts';
import type { Selection } from './selection.ts';

const LISTS_MAX = 128;

export class ToolLists {
  readonly #registry: Registry;
  readonly #cards = new Map<RegisteredTool, Readonly<Record<CardForm | 'handled', Tool>>>();
  readonly #lists = new LRUCache<string, ListToolsResult>({ max: LISTS_MAX });

  constructor(registry: Registry) {
    this.#registry = registry;
    for (const tool of registry.tools) {
      if (!isVisibleTool(tool)) continue;
      const full = buildCard(tool);
      const { handleField, aliases: [alias] = [] } = tool.definition;
      const listing = alias === undefined ? full : { ...full, name: alias };
      const handled = handleField === undefined ? listing : removeArgument(listing, handleField);
      this.#cards.set(tool, { full, brief: buildCard(tool, 'brief'), handled });
    }
  }

  /** `isMember`: the caller acts for a company, whose operations are shown then. */
  list(selection: Selection, principal: Principal, isMember: boolean): ListToolsResult {
    const key = `${selection.key}|${buildRightsKey(principal, isMember)}`;
    const existing = this.#lists.get(key);
    if (existing) return existing;
    const form = selection.handle !== null ? 'handled' : selection.kind === 'default' ? 'brief' : 'full';
    const tools = this.#registry.tools
      .filter((tool) => isVisibleTo(tool, principal, isMember) && isChosen(tool, selection))
      .filter((tool) => !selection.readonly || tool.effect === 'read')
      .flatMap((tool) => this.#cards.get(tool)?.[form] ?? []);
    const list = { tools: [...tools, ...listMetaCards(selection)] };
    this.#lists.set(key, list);
    return list;
  }
}

function isChosen(tool: RegisteredTool, { server, kind, groups, tools }: Selection): boolean {
  if (server === 'debug') return isListed(tool, server);
  if (kind === 'all') return server === 'proxy' || isFree(tool);
  if (kind === 'chosen') {
    const inGroup = groups.includes(tool.toolsetName) || (tool.category !== null && groups.includes(tool.category));
    return inGroup || tools.includes(tool.name) || (tool.definition.aliases ?? []).some((name) => tools.includes(name));
  }
  return isListed(tool, server);
}

function listMetaCards({ server, kind, readonly }: Selection): Tool[] {
  if (kind !== 'default' || server === 'debug') return [];
  const search = [buildMetaCard('search_tools', readonly), buildMetaCard('describe_tool', readonly)];
  return server === 'free' ? search : [...search, buildMetaCard('call_tool', readonly)];
}
