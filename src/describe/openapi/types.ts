/** The parts of OpenAPI 3.1 that the description is made of. */
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import type { Toolset } from '../../kernel/tool/tool.ts';

/** Of errors. */
export type Shape = Toolset['errors'];

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: unknown;
  example?: unknown;
}

export interface MediaType {
  schema?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export type Content = Record<string, MediaType>;

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

export interface RequestBody {
  required: boolean;
  content: Content;
}

/** Names of security schemes with the scopes that are needed; all of them together. */
export type SecurityRequirement = Record<string, readonly string[]>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security: readonly SecurityRequirement[];
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject | Reference>;
  /** USD a call. */
  'x-price-usd'?: number;
  /** Ways to pay this call without a key, by the discovery of the scheme Payment; `amount` is of one unit, in units of the token. */
  'x-payment-info'?: { offers: readonly { method: string; intent: string; amount: string; currency: string }[] };
  /** What one price covers of an input, by field. */
  'x-covers'?: Record<string, number>;
  /** Whether a call changes something: `read`, `write` or `destroy`. */
  'x-effect'?: string;
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, unknown>;
    responses: Record<string, ResponseObject>;
    parameters: Record<string, Parameter>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

/** A page or file that the server has beside its tools. */
export interface DocumentInfo {
  path: string;
  title: string;
  /** Media types it comes in, the usual one first. */
  types: readonly string[];
  /** Names of the headers that it has beside those of every answer. */
  headers: readonly string[];
}

/** Facts about tools and documents that the doors know besides the registry. */
export interface ApiInfo {
  version: string;
  /** Public address without a slash at the end. */
  baseUrl: string;
  documents: readonly DocumentInfo[];
  /** `?apiKey=` opens the tool at this path. */
  takesQueryKey(tool: RegisteredTool, path: string): boolean;
  /** Tokens that a caller without a key can pay single calls with. */
  paymentAssets: readonly string[];
  /** What the door makes of an error: more than one answer where its status depends on the case. */
  refusals(code: ErrorCode, shape: Shape): readonly Refusal[];
}

export interface Refusal {
  status: number;
  /** An example. */
  body: unknown;
}
