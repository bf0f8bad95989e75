/** The parts of the front that depend on the tools, rebuilt when those change. */
import type { WebDocument, WebFiles } from '../describe/web-document.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { RouteTable } from './routes.ts';
import { Rules, ToolsetRoots } from './rules.ts';
import type { HttpConfig } from './settings.ts';
import { Site } from './site.ts';

export interface CatalogueDeps {
  registry: Registry;
  config: HttpConfig;
  /** Documents beside the front's own: `jwks.json`, `llms.txt`, …; a function where they follow from the tools. */
  documents?: readonly WebDocument[] | (() => readonly WebDocument[]);
  /** Files that pages load. */
  files?: readonly WebFiles[];
}

export interface ServedCatalogue {
  site: Site;
  roots: ToolsetRoots;
  rules: Rules;
  routes: RouteTable;
}

export function buildServedCatalogue({ registry, config, documents, files }: CatalogueDeps): ServedCatalogue {
  const site = new Site(registry, config, typeof documents === 'function' ? documents() : documents, files);
  const roots = new ToolsetRoots(registry);
  const rules = new Rules(roots, config);
  return { site, roots, rules, routes: new RouteTable(registry, site.paths, roots, rules) };
}
