/** Documents that are no tools: what stands at `/`, the API description, and whatever `main` hangs beside them. */

import { openApiDocument } from '../kernel/openapi.ts';
import type { Registry } from '../kernel/registry.ts';
import type { Exchange } from './exchange.ts';
import { PAGE_HEADERS } from './headers.ts';
import { preferred } from './negotiation.ts';
import { yamlOf } from './yaml.ts';

/** Down to each path and each schema. */
const YAML_PIECES_DEPTH = 2;

interface DocumentForm {
  type: string;
  read(): string | Promise<string>;
}

export interface WebDocument extends DocumentForm {
  path: string;
  /** Pages of other origins may read it. */
  hasCors: boolean;
  /** Names and values beside those of every answer. */
  headers?: readonly string[];
  /** For readers that ask for one of them by `Accept`. */
  otherForms?: readonly DocumentForm[];
}

export interface AboutServer {
  version: string;
  /** Without a slash at the end. */
  baseUrl: string;
}

export async function serveDocument(exchange: Exchange, document: WebDocument): Promise<void> {
  const { otherForms = [], headers: own = [] } = document;
  const form = preferred([document, ...otherForms], exchange.req.headers.accept);
  const headers = [...exchange.headers(), ...own];
  if (otherForms.length > 0) headers.push('Vary', 'Accept');
  if (form.type.startsWith('text/html')) headers.push(...PAGE_HEADERS);
  exchange.send(200, headers, form.type, await form.read());
}

/** The documents that every server has; `others` stand beside them. */
export function ownDocuments(
  registry: Registry,
  about: AboutServer,
  others: readonly WebDocument[] = [],
): WebDocument[] {
  const hasGuide = others.some(({ path }) => path === '/llms.txt');
  const description = once(() => openApiDocument(registry, about));
  const json = once(() => JSON.stringify(description()));
  const yaml = once(() => yamlOf(description(), YAML_PIECES_DEPTH));
  return [
    { path: '/', type: 'text/plain; charset=utf-8', hasCors: false, read: () => welcome(registry, about, hasGuide) },
    { path: '/openapi.json', type: 'application/json', hasCors: false, read: json },
    { path: '/openapi.yaml', type: 'application/yaml', hasCors: false, read: yaml },
  ];
}

function welcome(registry: Registry, { version, baseUrl }: AboutServer, hasGuide: boolean): string {
  return `Farebox ${version}: one key, one prepaid balance, ${registry.tools.length} operations over MCP and REST.

A test account, which costs nothing and calls nobody:

  curl -s ${baseUrl}/api/proxy/account/create --json '{"name":"me","mode":"test"}'

A paid call with its key, and what is left:

  curl -s ${baseUrl}/api/proxy/search-ai -H 'Authorization: Bearer <apiKey>' --json '{"query":"prepaid tools"}'
  curl -s ${baseUrl}/api/account/balance -H 'Authorization: Bearer <apiKey>'

MCP: ${baseUrl}/mcp/proxy with the same header, ${baseUrl}/mcp/free without a key.
Every operation: ${baseUrl}/openapi.yaml
${hasGuide ? `For agents: ${baseUrl}/llms.txt\n` : ''}`;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
