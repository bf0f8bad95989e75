/** Filters of `/tools`, read from its URL. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { type Category, categories } from '../../kernel/tool/tool.ts';
import { truncate } from '../../text/truncate.ts';
import type { PageInfo } from '../page-info.ts';

const SEARCH_LENGTH_MAX = 100;

export interface ToolFilter {
  search: string;
  category: Category | null;
  isFree: boolean;
  isReady: boolean;
}

export function readFilter(query: URLSearchParams): ToolFilter {
  const wanted = query.get('category');
  return {
    search: truncate(query.get('q') ?? '', SEARCH_LENGTH_MAX).trim(),
    category: categories.find((category) => category === wanted) ?? null,
    isFree: query.has('free'),
    isReady: query.has('ready'),
  };
}

/** In the order of the catalogue. Every word of the search must occur in name, title, category or description. */
export function selectTools(registry: Registry, filter: ToolFilter, facts: PageInfo): RegisteredTool[] {
  const words = filter.search.toLowerCase().split(/\s+/);
  return listToolsOnOffer(registry).filter((tool) => {
    const { name, title, category, description, priceMicros } = tool;
    const text = `${name} ${title} ${category ?? ''} ${description}`.toLowerCase();
    return (
      (filter.category === null || category === filter.category) &&
      (!filter.isFree || priceMicros === 0) &&
      (!filter.isReady || facts.readToolState(tool) === 'ready') &&
      words.every((word) => text.includes(word))
    );
  });
}
