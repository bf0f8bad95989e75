import { isRecord } from '../../../lib/record.ts';

const NODES_MAX = 500;

/** The nodes of a page's JSON-LD, those of lists and graphs as well, in their order. */
export function listJsonLd(source: string): Readonly<Record<string, unknown>>[] {
  const opening = /<script[^<>]{0,300}application\/ld\+json[^<>]{0,300}>/gi;
  const closing = /<\/script/gi;
  const nodes: Readonly<Record<string, unknown>>[] = [];
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(source)?.index;
    if (end === undefined) break;
    const queue: unknown[] = [parseJson(source.slice(opening.lastIndex, end))];
    opening.lastIndex = end;
    for (let i = 0; i < queue.length && nodes.length < NODES_MAX && i < NODES_MAX * 2; i++) {
      const node = queue[i];
      if (Array.isArray(node)) queue.push(...node.slice(0, NODES_MAX));
      if (!isRecord(node)) continue;
      nodes.push(node);
      queue.push(node['@graph'], node.mainEntity, node.itemListElement, node.item);
    }
  }
  return nodes;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
