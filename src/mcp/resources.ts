/**
 * Resources: the documents that were handed in, the account's report and receipts through their tools, and the files that
 * answers link to, for clients that fetch links from the server that gave them.
 */
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Calls } from '../kernel/call/call.ts';
import { toErrorObject, toFareboxError } from '../kernel/errors/errors.ts';
import type { RawInput } from '../kernel/tool/input.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import { buildCard } from './card.ts';
import { isVisibleTool } from './search/visibility.ts';
import type { McpCaller, McpDocument, McpFiles } from './types.ts';

const REPORT_URI = 'farebox://account/report';
const RECEIPT_URI = 'farebox://receipts/{callId}';
const JSON_TYPE = 'application/json';
/** Documents change at most with a restart; what belongs to an account changes with each call. */
const DOCUMENT_TTL_MS = 300_000;

const templates: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      uriTemplate: RECEIPT_URI,
      name: 'receipt',
      title: 'Receipt of a paid call',
      description: 'Signed receipt of one paid call of this account.',
      mimeType: JSON_TYPE,
    },
    {
      uriTemplate: 'farebox://tools/{tool}',
      name: 'tool',
      title: 'Tool description',
      description: 'Description, input schema and price of one tool.',
      mimeType: JSON_TYPE,
    },
  ],
};

export interface ResourceDeps {
  calls: Calls;
  registry: Registry;
  documents: Readonly<Record<string, McpDocument>>;
  files?: McpFiles;
}

export class Resources {
  readonly templates = templates;
  readonly #deps: ResourceDeps;
  readonly #documents: ListResourcesResult['resources'];
  readonly #report: RegisteredTool | undefined;
  readonly #receipt: RegisteredTool | undefined;

  constructor(deps: ResourceDeps) {
    this.#deps = deps;
    this.#documents = Object.entries(deps.documents).map(([uri, document]) => {
      const { name, title, description, mimeType } = document;
      return { uri, name, title, description, mimeType };
    });
    const findTool = (uri: string) => deps.registry.tools.find(({ definition }) => definition.mcpResource === uri);
    this.#report = findTool(REPORT_URI);
    this.#receipt = findTool(RECEIPT_URI);
  }

  /** Without an asker: what everybody gets. */
  list(caller: McpCaller | undefined): ListResourcesResult {
    if (caller?.principal.kind !== 'account' || !this.#report) return { resources: [...this.#documents] };
    const { title, description } = this.#report;
    const report = { uri: REPORT_URI, name: 'account-report', title, description, mimeType: JSON_TYPE };
    return { resources: [...this.#documents, report] };
  }

  async read(uri: string, caller: McpCaller): Promise<ReadResourceResult> {
    try {
      return await this.#read(uri, caller);
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      const error = toFareboxError(thrown);
      if (error.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri);
      // Our own codes stay outside the range that the protocol keeps for itself: the HTTP status serves.
      throw new ProtocolError(error.status, `${error.code}: ${error.message} ${error.next}`, toErrorObject(error));
    }
  }

  async #read(uri: string, caller: McpCaller): Promise<ReadResourceResult> {
    const document = Object.hasOwn(this.#deps.documents, uri) ? this.#deps.documents[uri] : undefined;
    if (document) {
      const { principal, requestId, callerGone } = caller;
      const text = await document.read(principal, { requestId, callerGone });
      const cacheScope = document.public ? 'public' : 'private';
      return { contents: [{ uri, mimeType: document.mimeType, text }], ttlMs: DOCUMENT_TTL_MS, cacheScope };
    }
    if (uri === REPORT_URI && this.#report) return this.#readByCall(uri, this.#report, {}, caller);
    const [, kind, id] = /^farebox:\/\/(receipts|tools)\/([A-Za-z0-9._-]{1,128})$/.exec(uri) ?? [];
    if (kind === 'receipts' && this.#receipt && id !== undefined) {
      return this.#readByCall(uri, this.#receipt, { callId: id }, caller);
    }
    const file = await this.#deps.files?.find(uri);
    if (file) {
      const blob = Buffer.from(file.data).toString('base64');
      return { contents: [{ uri, mimeType: file.type, blob }], ttlMs: 0, cacheScope: 'private' };
    }
    const tool = kind === 'tools' && id !== undefined ? this.#deps.registry.get(id) : undefined;
    if (!tool || !isVisibleTool(tool)) throw new ResourceNotFoundError(uri);
    const text = JSON.stringify(buildCard(tool));
    return { contents: [{ uri, mimeType: JSON_TYPE, text }], ttlMs: DOCUMENT_TTL_MS, cacheScope: 'public' };
  }

  async #readByCall(
    uri: string,
    tool: RegisteredTool,
    input: RawInput,
    caller: McpCaller,
  ): Promise<ReadResourceResult> {
    const { principal, requestId, callerGone, trace } = caller;
    const { output } = await this.#deps.calls.call(tool, input, principal, { requestId, callerGone, trace });
    const text = JSON.stringify(output) ?? 'null';
    return { contents: [{ uri, mimeType: JSON_TYPE, text }], ttlMs: 0, cacheScope: 'private' };
  }
}
