/** Documents that are no tools: what stands at `/`, the API description, and whatever `main` hangs beside them. */

import { openApiDocument } from '../kernel/openapi.ts';
import type { Registry } from '../kernel/registry.ts';
import { yamlOf } from './yaml.ts';

/** Down to each path and each schema. */
const YAML_PIECES_DEPTH = 2;

export interface WebDocument {
  path: string;
  type: string;
  /** Pages of other origins may read it. */
  hasCors: boolean;
  read(): string | Promise<string>;
}

export interface AboutServer {
  version: string;
  /** Without a slash at the end. */
  baseUrl: string;
}

/** The documents that every server has. */
export function ownDocuments(registry: Registry, about: AboutServer): WebDocument[] {
  const description = once(() => openApiDocument(registry, about));
  const json = once(() => JSON.stringify(description()));
  const yaml = once(() => yamlOf(description(), YAML_PIECES_DEPTH));
  return [
    { path: '/', type: 'text/plain; charset=utf-8', hasCors: false, read: () => welcome(registry, about) },
    { path: '/openapi.json', type: 'application/json', hasCors: false, read: json },
    { path: '/openapi.yaml', type: 'application/yaml', hasCors: false, read: yaml },
  ];
}

function welcome(registry: Registry, { version, baseUrl }: AboutServer): string {
  return `Farebox ${version}: one key, one prepaid balance, ${registry.tools.length} operations over MCP and REST.

A test account, which costs nothing and calls nobody:

  curl -s ${baseUrl}/api/proxy/account/create --json '{"name":"me","mode":"test"}'

A paid call with its key, and what is left:

  curl -s ${baseUrl}/api/proxy/search-ai -H 'Authorization: Bearer <apiKey>' --json '{"query":"prepaid tools"}'
  curl -s ${baseUrl}/api/account/balance -H 'Authorization: Bearer <apiKey>'

MCP: ${baseUrl}/mcp/proxy with the same header, ${baseUrl}/mcp/free without a key.
Every operation: ${baseUrl}/openapi.yaml
`;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
