/** Addresses of the API reference. */
import type { ListedOperation } from './operations.ts';

/** Their operations aren't tools: they are known once the API is described, and have no page of their own. */
const UNTOOLED: ReadonlySet<string> = new Set(['documents', 'mcp', 'operation']);

/** Anchor of a heading; `render-manual.mjs` does the same. */
export const toAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export const toGroupPath = (group: string): string => `/docs/api/${group}`;

/** `isKnown`: the group is one of this product's, not of the operator's own tools, which come and go. */
export const toOperationPath = ({ tag, id }: Pick<ListedOperation, 'tag' | 'id'>, isKnown: boolean): string =>
  UNTOOLED.has(tag) || !isKnown ? `/docs?operation=${encodeURIComponent(id)}` : `${toGroupPath(tag)}/${id}`;
