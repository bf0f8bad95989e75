/** Reads an OpenAPI 3.0 or 3.1 document: each operation as a tool, with the way its input becomes a request. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';
import { isRecord } from '../../lib/record.ts';
import type { HttpClient } from '../http.ts';
import { inlineRefs, SchemaError } from '../schema/refs.ts';
import type { ForeignTool } from '../types.ts';
import { toJsonSchema2020 } from './old-schemas.ts';

const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const PLACES = ['path', 'query', 'header'] as const;

export type Place = (typeof PLACES)[number];

export interface Parameter {
  /** Of the tool's input. */
  field: string;
  name: string;
  place: Place;
  /** An array repeats the name (query); default: values are joined by commas. */
  explode: boolean;
  /** `name[key]=value`. */
  isDeep: boolean;
}

export interface Operation {
  tool: ForeignTool;
  method: (typeof METHODS)[number];
  path: string;
  parameters: readonly Parameter[];
  body: { field: string; type: 'json' | 'form' } | null;
}

export interface ReadDocument {
  operations: Operation[];
  problems: string[];
  /** Of the first server of the document; null when it is relative or missing. */
  server: string | null;
}

/** Rejects with an error whose message is the whole explanation. */
export async function loadDocument(place: string, folder: string, http: HttpClient): Promise<ReadDocument> {
  const isAddress = /^https?:\/\//.test(place);
  const text = isAddress
    ? await http.readText(place, DOCUMENT_BYTES_MAX)
    : await readFile(resolve(folder, place), 'utf8').catch(() => {
        throw new Error(`${place} can't be read.`);
      });
  if (text.length > DOCUMENT_BYTES_MAX) throw new Error(`${place} is larger than 10 MiB.`);
  return readDocument(parseText(text, place), place);
}

function parseText(text: string, place: string): JsonSchema {
  let document: unknown;
  try {
    document = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw new Error(`${place} is neither JSON nor YAML.`, { cause });
  }
  if (isRecord(document)) return document;
  throw new Error(`${place} is not an OpenAPI document.`);
}

export function readDocument(document: JsonSchema, place: string): ReadDocument {
  if ('swagger' in document) {
    throw new Error(`${place} is a Swagger 2 document. Convert it to OpenAPI 3, for example with swagger2openapi.`);
  }
  const version = String(document.openapi ?? '');
  if (!/^3\.[01]\./.test(version)) throw new Error(`${place} is not an OpenAPI 3.0 or 3.1 document.`);
  const problems: string[] = [];
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(isRecord(document.paths) ? document.paths : {})) {
    const shared = resolveRef(item, document);
    for (const method of METHODS) {
      const operation = isRecord(shared) ? shared[method] : undefined;
      if (!isRecord(operation)) continue;
      try {
        operations.push(readOperation({ document, path, method, isOld: version.startsWith('3.0') }, operation, shared));
      } catch (thrown) {
        if (!(thrown instanceof SchemaError)) throw thrown;
        problems.push(`${method.toUpperCase()} ${path} is not offered: ${thrown.message}.`);
      }
    }
  }
  const [server]: unknown[] = Array.isArray(document.servers) ? document.servers : [];
  const url = isRecord(server) && typeof server.url === 'string' ? server.url : '';
  return { operations, problems, server: /^https?:\/\/[^{}]+$/.test(url) ? url : null };
}

interface OperationPlace {
  document: JsonSchema;
  path: string;
  method: (typeof METHODS)[number];
  /** 3.0 has a dialect of its own. */
  isOld: boolean;
}

function readOperation(place: OperationPlace, operation: JsonSchema, shared: unknown): Operation {
  const { document, path, method } = place;
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const parameters: Parameter[] = [];
  const addField = (wanted: string, schema: JsonSchema, isRequired: boolean): string => {
    const field = Object.hasOwn(properties, wanted) ? `${wanted}_${Object.keys(properties).length}` : wanted;
    properties[field] = schema;
    if (isRequired) required.push(field);
    return field;
  };
  for (const given of listParameters(operation, shared, document)) {
    const parameter = readParameter(given, place, addField);
    if (parameter) parameters.push(parameter);
  }
  const body = readBody(operation, place, addField);
  const { operationId, summary, description } = operation;
  const name = typeof operationId === 'string' ? operationId : `${method} ${path.replace(/[{}]/g, '')}`;
  const outputSchema = readOutput(operation, place);
  const tool: ForeignTool = {
    name: name.replace(/[^\w.-]+/g, '-').slice(0, 128),
    ...(typeof summary === 'string' ? { title: summary } : {}),
    description: [summary, description].filter((one) => typeof one === 'string').join('. ') || name,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { readOnlyHint: method === 'get', destructiveHint: method !== 'get' },
  };
  return { tool, method, path, parameters, body };
}

/** Those of the operation go before those of its path. */
function listParameters(operation: JsonSchema, shared: unknown, document: JsonSchema): JsonSchema[] {
  const lists = [operation.parameters, isRecord(shared) ? shared.parameters : undefined];
  const all = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const byKey = new Map<string, JsonSchema>();
  for (const one of all) {
    const parameter = resolveRef(one, document);
    if (!isRecord(parameter)) continue;
    const key = `${String(parameter.in)} ${String(parameter.name)}`;
    if (!byKey.has(key)) byKey.set(key, parameter);
  }
  return [...byKey.values()];
}

type AddField = (wanted: string, schema: JsonSchema, isRequired: boolean) => string;

/** Null for cookies, and for headers that the client sets itself. */
function readParameter(given: JsonSchema, place: OperationPlace, addField: AddField): Parameter | null {
  const { name, in: where, required, style, explode, description } = given;
  const found = PLACES.find((one) => one === where);
  if (typeof name !== 'string' || !found) return null;
  if (found === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return null;
  const [media]: unknown[] = isRecord(given.content) ? Object.values(given.content) : [];
  const schema = readSchema(given.schema ?? (isRecord(media) ? media.schema : undefined), place);
  const described = typeof description === 'string' ? { ...schema, description } : schema;
  return {
    field: addField(name, described, required === true || found === 'path'),
    name,
    place: found,
    explode: typeof explode === 'boolean' ? explode : found === 'query',
    isDeep: style === 'deepObject',
  };
}

function readBody(operation: JsonSchema, place: OperationPlace, addField: AddField): Operation['body'] {
  const body = resolveRef(operation.requestBody, place.document);
  if (!isRecord(body) || !isRecord(body.content)) return null;
  const { content } = body;
  const json = Object.keys(content).find((type) => /^application\/(?:[\w.+-]+\+)?json\b/.test(type));
  const form = Object.keys(content).find((type) => type.startsWith('application/x-www-form-urlencoded'));
  const type = json ?? form;
  if (type === undefined) {
    if (body.required !== true) return null;
    throw new SchemaError('its body is neither JSON nor a form');
  }
  const media = content[type];
  const field = addField('body', readSchema(isRecord(media) ? media.schema : {}, place), body.required === true);
  return { field, type: json === undefined ? 'form' : 'json' };
}

/** Of the first success in JSON, where it is an object. */
function readOutput(operation: JsonSchema, place: OperationPlace): JsonSchema | undefined {
  const responses = isRecord(operation.responses) ? operation.responses : {};
  const status = Object.keys(responses).find((code) => /^2/.test(code));
  const response = status === undefined ? undefined : resolveRef(responses[status], place.document);
  const content = isRecord(response) && isRecord(response.content) ? response.content : {};
  const media = content['application/json'];
  if (!isRecord(media)) return undefined;
  const schema = readSchema(media.schema, place);
  return schema.type === 'object' ? schema : undefined;
}

function readSchema(schema: unknown, { document, isOld }: OperationPlace): JsonSchema {
  if (!isRecord(schema)) return {};
  const inlined = inlineRefs(schema, document);
  return isOld ? toJsonSchema2020(inlined) : inlined;
}

function resolveRef(value: unknown, document: JsonSchema, depth = 0): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string' || depth > 10) return value;
  if (!value.$ref.startsWith('#/')) throw new SchemaError('it refers to another document');
  let target: unknown = document;
  for (const part of value.$ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return resolveRef(target, document, depth + 1);
}
