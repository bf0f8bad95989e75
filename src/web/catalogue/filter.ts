/** Filters and order of `/tools`, read from its URL. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { type Category, categories } from '../../kernel/tool/tool.ts';
import { truncate } from '../../text/truncate.ts';
import type { Latency, PageInfo } from '../page-info.ts';
import { describeOtherwise } from '../texts/tool-texts.ts';

const SEARCH_LENGTH_MAX = 100;

export const toolSorts = ['catalogue', 'price', 'speed', 'success'] as const;
export type ToolSort = (typeof toolSorts)[number];

export interface ToolFilter {
  search: string;
  category: Category | null;
  isFree: boolean;
  isReady: boolean;
  sort: ToolSort;
}

export function readFilter(query: URLSearchParams): ToolFilter {
  const wanted = query.get('category');
  return {
    search: truncate(query.get('q') ?? '', SEARCH_LENGTH_MAX).trim(),
    category: categories.find((category) => category === wanted) ?? null,
    isFree: query.has('free'),
    isReady: query.has('ready'),
    sort: toolSorts.find((sort) => sort === query.get('sort')) ?? 'catalogue',
  };
}

/** Measured of live calls, by the name of the tool. */
export type Measurements = ReadonlyMap<string, Latency>;

/** Tools that say every word of the search themselves come before those that people or providers call so. */
export function selectTools(
  registry: Registry,
  filter: ToolFilter,
  facts: PageInfo,
  measured: Measurements,
): RegisteredTool[] {
  const words = filter.search.toLowerCase().split(/\s+/);
  const found = listToolsOnOffer(registry)
    .filter(
      (tool) =>
        (filter.category === null || tool.category === filter.category) &&
        (!filter.isFree || tool.priceMicros === 0) &&
        (!filter.isReady || facts.readToolState(tool) === 'ready'),
    )
    .map((tool) => ({ tool, rank: rankMatch(tool, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ tool }) => tool);
  const keyOf = SORT_KEYS[filter.sort];
  return keyOf === null ? found : found.sort((a, b) => keyOf(a, measured) - keyOf(b, measured));
}

/** 2: in its own words; 1: in those of people or providers; 0: not. */
function rankMatch(tool: RegisteredTool, words: readonly string[]): 0 | 1 | 2 {
  const { name, title, category, description } = tool;
  const own = `${name} ${title} ${category ?? ''} ${description}`.toLowerCase();
  if (words.every((word) => own.includes(word))) return 2;
  const all = `${own} ${describeOtherwise(tool)}`;
  return words.every((word) => all.includes(word)) ? 1 : 0;
}

type SortKey = (tool: RegisteredTool, measured: Measurements) => number;

/** Unmeasured tools come last. */
const SORT_KEYS: Readonly<Record<ToolSort, SortKey | null>> = {
  catalogue: null,
  price: ({ priceMicros }) => priceMicros,
  speed: ({ name }, measured) => measured.get(name)?.p50Ms ?? Number.MAX_VALUE,
  success: ({ name }, measured) => {
    const { successes = 0, failures = 0 } = measured.get(name) ?? {};
    return successes + failures === 0 ? 1 : -successes / (successes + failures);
  },
};
