/** Calls the operations of an HTTP API that an OpenAPI document describes. */
import type { OpenapiUpstreamSettings } from '../../config/file/upstreams.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import { isRecord } from '../../lib/record.ts';
import { RecentFailures } from '../failures.ts';
import { HttpClient, type HttpReply, type HttpRequest, TooLargeError } from '../http.ts';
import { createRefusal } from '../refusal.ts';
import type { Connector, ForeignResult, ForeignTool, UpstreamState } from '../types.ts';
import { loadDocument, type Operation, type Parameter } from './document.ts';

const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

export class OpenapiConnector implements Connector {
  readonly #id: string;
  readonly #settings: OpenapiUpstreamSettings;
  readonly #folder: string;
  readonly #http = new HttpClient();
  #operations = new Map<string, Operation>();
  #server: string | null = null;
  #loading: Promise<void> | null = null;
  state: UpstreamState = 'idle';
  readonly failures = new RecentFailures();

  constructor({ id, settings, folder }: { id: string; settings: OpenapiUpstreamSettings; folder: string }) {
    this.#id = id;
    this.#settings = settings;
    this.#folder = folder;
  }

  /** Throws for an operation of the settings that the document does not have. */
  async listTools(): Promise<ForeignTool[]> {
    this.#loading = this.#load();
    await this.#loading;
    return [...this.#operations.values()].map(({ tool }) => tool);
  }

  async #load(): Promise<void> {
    try {
      const { openapi, operations: wanted } = this.#settings;
      const { operations, problems, server } = await loadDocument(openapi.document, this.#folder, this.#http);
      this.#server = openapi.server ?? server;
      if (this.#server === null) throw new Error('The document names no server. Set openapi.server in farebox.yaml.');
      const isWanted =
        (name: string) =>
        ({ tool, method, path }: Operation) =>
          tool.name === name || `${method.toUpperCase()} ${path}` === name;
      const missing = wanted?.find((name) => !operations.some(isWanted(name)));
      if (missing !== undefined) throw new Error([`The document has no operation ${missing}.`, ...problems].join(' '));
      const offered = wanted ? operations.filter((one) => wanted.some((name) => isWanted(name)(one))) : operations;
      this.#operations = new Map(offered.map((operation) => [operation.tool.name, operation]));
      this.state = 'up';
    } catch (thrown) {
      this.failures.note(thrown);
      this.state = 'down';
      throw new UpstreamFailure('unreachable', this.#id, { cause: thrown });
    }
  }

  async call(name: string, input: Record<string, unknown>, ctx: CallContext): Promise<ForeignResult> {
    if (this.#operations.size === 0) await (this.#loading ?? this.listTools());
    const operation = this.#operations.get(name);
    if (!operation || this.#server === null) throw new UpstreamFailure('unreachable', this.#id);
    const { address, request } = this.#buildRequest(operation, input, this.#server);
    let reply: HttpReply;
    try {
      reply = await this.#http.send(address, { ...request, signal: ctx.signal, bytesMax: ANSWER_BYTES_MAX });
    } catch (thrown) {
      const kind = ctx.signal.aborted ? 'timeout' : thrown instanceof TooLargeError ? 'malformed' : 'cut';
      throw new UpstreamFailure(kind, this.#id, { cause: thrown });
    }
    assertSuccess(reply, this.#id);
    return readReply(reply, this.#id);
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #buildRequest(
    { method, path, parameters, body }: Operation,
    input: Record<string, unknown>,
    server: string,
  ): { address: URL; request: Omit<HttpRequest, 'signal' | 'bytesMax'> } {
    const address = new URL(
      (server.endsWith('/') ? server.slice(0, -1) : server) + this.#fillPath(path, parameters, input),
    );
    const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5' };
    for (const parameter of parameters) {
      const value = input[parameter.field];
      if (value === undefined || parameter.place === 'path') continue;
      if (parameter.place === 'query') appendQuery(address.searchParams, parameter, value);
      else headers[parameter.name.toLowerCase()] = formatValue(value).replace(/[^\t\x20-\x7e]/g, '');
    }
    // The operator's own go before what a caller sends.
    for (const [name, value] of Object.entries(this.#settings.openapi.headers ?? {}))
      headers[name.toLowerCase()] = value;
    const given = body === null ? undefined : input[body.field];
    let text: string | null = null;
    if (body !== null && given !== undefined) {
      text = body.type === 'json' ? JSON.stringify(given) : formatForm(given);
      headers['content-type'] = body.type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
    }
    return { address, request: { method: toMethod(method), headers, body: text } };
  }

  #fillPath(path: string, parameters: readonly Parameter[], input: Record<string, unknown>): string {
    return path.replace(/\{([^{}]+)\}/g, (_all, name: string) => {
      const parameter = parameters.find((one) => one.place === 'path' && one.name === name);
      const text = formatValue(parameter ? input[parameter.field] : undefined);
      // They would lead to another operation.
      if (text === '' || text === '.' || text === '..') {
        throw new UpstreamFailure('tool_error', this.#id, {
          message: `The value of ${name} can't be a part of an address. Nothing was charged.`,
        });
      }
      return encodeURIComponent(text);
    });
  }
}

const toMethod = (method: Operation['method']): HttpRequest['method'] =>
  (({ get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' }) as const)[method];

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(',');
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function appendQuery(query: URLSearchParams, { name, explode, isDeep }: Parameter, value: unknown): void {
  if (Array.isArray(value) && explode) for (const item of value) query.append(name, formatValue(item));
  else if (isRecord(value) && isDeep)
    for (const [key, member] of Object.entries(value)) query.append(`${name}[${key}]`, formatValue(member));
  else if (isRecord(value) && explode)
    for (const [key, member] of Object.entries(value)) query.append(key, formatValue(member));
  else query.append(name, formatValue(value));
}

function formatForm(value: unknown): string {
  const form = new URLSearchParams();
  for (const [key, member] of Object.entries(isRecord(value) ? value : {})) {
    for (const item of Array.isArray(member) ? member : [member]) form.append(key, formatValue(item));
  }
  return form.toString();
}

function assertSuccess({ status, retryAfter, bytes }: HttpReply, id: string): void {
  if (status >= 200 && status < 300) return;
  const cause = new Error(`HTTP ${status}: ${bytes.toString('utf8').slice(0, 2_000)}`);
  if (status === 401 || status === 403) throw new UpstreamFailure('auth', id, { status, cause });
  if (status === 429) {
    const seconds = Number(retryAfter);
    const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
    throw new UpstreamFailure('rate', id, { status, cause, ...wait });
  }
  if (status === 404 || status === 410) throw new UpstreamFailure('not_found', id, { status, cause });
  if (status >= 400 && status < 500) throw createRefusal(id, { status, cause });
  throw new UpstreamFailure(status < 400 ? 'malformed' : 'overloaded', id, { status, cause });
}

function readReply({ type, bytes }: HttpReply, id: string): ForeignResult {
  const [family = ''] = type.split('/', 1);
  if (family === 'image' || family === 'audio') {
    return { content: [{ type: family, data: bytes.toString('base64'), mimeType: type }], isError: false };
  }
  const text = bytes.toString('utf8');
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type)) return { content: [{ type: 'text', text }], isError: false };
  try {
    const value: unknown = JSON.parse(text);
    return { content: [{ type: 'text', text }], ...(isRecord(value) ? { structured: value } : {}), isError: false };
  } catch (cause) {
    throw new UpstreamFailure('malformed', id, { cause });
  }
}
