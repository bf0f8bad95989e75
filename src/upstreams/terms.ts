/** Settings of one upstream tool with the upstream's defaults, and the resulting price. */
import type { ToolEntry, UpstreamSettings } from '../config/file/upstreams.ts';
import type { Micros } from '../lib/money.ts';

export type Terms = Omit<UpstreamSettings, 'tools' | 'mcp' | 'openapi'> & ToolEntry;

/** A price of the tool's own takes the place of a markup of the upstream, and the reverse. */
export function mergeTerms({ tools: _tools, ...settings }: UpstreamSettings, entry: ToolEntry): Terms {
  const { title: _title, description: _description, price, markup, ...shared } = settings;
  const selling = entry.price === undefined && entry.markup === undefined ? { price, markup } : {};
  return { ...shared, ...selling, ...entry };
}

/** Of one call. Without a price or markup it is free. */
export const computeTermsPrice = ({ price, markup, cost = 0 }: Terms): Micros =>
  price ?? (markup === undefined ? 0 : Math.ceil(cost * (1 + markup) - 1e-6));
