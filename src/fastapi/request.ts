/**
 * Reads the input of a newsroom operation as FastAPI with pydantic v2 would: newsroom.md §3.5. MCP uses the same
 * readers, with all fields in one object.
 */
import type { z } from 'zod';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { RegisteredTool } from '../kernel/tool/registry.ts';
import {
  type Field,
  isClosed as isClosedSchema,
  listDeclaredFields,
  NO_OBJECT,
  readMembers,
  refuseOthers,
} from './fields.ts';
import { Faults, type Loc } from './items.ts';
import { type Json, type JsonObject, toJson } from './json.ts';
import { addIssues } from './refinements.ts';

export interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Undefined when nothing was sent; a text when it was no JSON. */
  body: Json | undefined;
}

/** Places of a tool's fields in a request. */
interface Layout {
  path: readonly Field[];
  query: readonly Field[];
  body: readonly Field[];
  isClosed: boolean;
}

type Values = [name: string, value: unknown][];

const layouts = new WeakMap<RegisteredTool, Layout>();

function getLayout(tool: RegisteredTool): Layout {
  const cachedLayout = layouts.get(tool);
  if (cachedLayout) return cachedLayout;
  const { method, path, inputSchema, definition } = tool;
  const fields = listDeclaredFields(inputSchema, definition.input);
  const isInPath = ({ name }: Field): boolean => path.includes(`{${name}}`);
  const others = fields.filter((field) => !isInPath(field));
  const layout = {
    path: fields.filter(isInPath),
    query: method === 'GET' ? others : [],
    body: method === 'GET' ? [] : others,
    isClosed: isClosedSchema(inputSchema),
  };
  layouts.set(tool, layout);
  return layout;
}

/** Is anything of the body of such a request looked at? */
export function readsBody(tool: RegisteredTool): boolean {
  return getLayout(tool).body.length > 0;
}

/** The fields of a request. Throws INVALID_INPUT with all that is wrong. */
export function readRequest(tool: RegisteredTool, { params, query, body }: RequestParts): Record<string, unknown> {
  const layout = getLayout(tool);
  const faults = new Faults();
  const segments: JsonObject = new Map(Object.entries(params));
  const values = [
    ...readMembers(layout.path, segments, ['path'], faults),
    ...readQuery(layout.query, query, faults),
    // Some proxies and clients drop the body of a DELETE.
    ...(body === undefined && tool.method === 'DELETE' && query.size > 0
      ? readQuery(layout.body, query, faults)
      : readBody(layout, body, faults)),
  ];
  return assembleValues(values, faults);
}

/** The same of arguments that stand in one object, as they come over MCP. */
export function readArguments(tool: RegisteredTool, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { path, query, body, isClosed } = getLayout(tool);
  const faults = new Faults();
  const entries = Object.entries(args).filter(([, value]) => value !== undefined);
  const object: JsonObject = new Map(entries.map(([key, value]) => [key, toJson(value)]));
  const values = [
    ...readMembers(path, object, ['path'], faults),
    ...readMembers(query, object, ['query'], faults),
    ...readMembers(body, object, ['body'], faults),
  ];
  if (isClosed) refuseOthers([...path, ...query, ...body], object, ['body'], faults);
  return assembleValues(values, faults);
}

/** Throws INVALID_INPUT for an input whose fields are valid but that the schema refuses as a whole. */
export function refuseWhole(tool: RegisteredTool, input: unknown, issues: readonly z.core.$ZodIssue[]): never {
  const faults = new Faults();
  addIssues(issues, toJson(input), [tool.method === 'GET' ? 'query' : 'body'], faults);
  throw createInvalidError(faults);
}

function readBody({ path, body: fields, isClosed }: Layout, body: Json | undefined, faults: Faults): Values {
  if (fields.length === 0) return [];
  const loc: Loc = ['body'];
  if (body instanceof Map) {
    if (isClosed) refuseOthers([...path, ...fields], body, loc, faults);
    return readMembers(fields, body, loc, faults);
  }
  if (body !== undefined && body !== null)
    faults.add({ type: 'model_attributes_type', loc, message: NO_OBJECT, input: body });
  else if (fields.some(({ isRequired }) => isRequired))
    faults.add({ type: 'missing', loc, message: 'Field required', input: null });
  return [];
}

/** Of a repeated parameter the last one counts, unless it is a list. */
function readQuery(fields: readonly Field[], query: URLSearchParams, faults: Faults): Values {
  return fields.flatMap((field): Values => {
    const { name, isRequired, isList, read } = field;
    const texts = query.getAll(name);
    const last = texts.at(-1);
    if (last !== undefined) return [[name, read(isList ? splitList(texts) : last, ['query', name], faults)]];
    if (!isRequired) return [];
    faults.add({ type: 'missing', loc: ['query', name], message: 'Field required', input: null });
    return [];
  });
}

/** A list in a query has at most this many elements; the schema bounds it further. */
const LIST_MAX = 1_000;

function splitList(texts: readonly string[]): string[] {
  const [only = ''] = texts;
  if (texts.length > 1) return texts.slice(0, LIST_MAX);
  return only === '' ? [] : only.split(',', LIST_MAX).map((text) => text.trim());
}

function assembleValues(values: Values, faults: Faults): Record<string, unknown> {
  if (!faults.isEmpty) throw createInvalidError(faults);
  return Object.fromEntries(values);
}

function createInvalidError(faults: Faults): FareboxError {
  if (faults.items.length > 0) {
    const validation = faults.toText();
    const issues: unknown = JSON.parse(validation);
    return new FareboxError('INVALID_INPUT', { validation, details: { issues } });
  }
  const words = faults.unknownWords.map(({ field, accepted }) => `${field} must be one of ${accepted.join(', ')}`);
  return new FareboxError('INVALID_INPUT', { message: `${words.join('; ')}.` });
}
