/** Settings shared by the tools of a folder (`_toolset.ts`), with the terms for describing tools. */
import type { Access } from './access.ts';

export type Effect = 'read' | 'write' | 'destroy';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const categories = [
  'search',
  'llm',
  'translate',
  'weather',
  'utility',
  'finance',
  'crypto',
  'data',
  'scrape',
  'vision',
  'audio',
] as const;
export type Category = (typeof categories)[number];

/** `GET /api/account/receipts/{callId}`: path parameters are input fields of the same name. */
export type Route = `${HttpMethod} /${string}`;

export type ErrorShape = 'gateway' | 'newsroom' | 'oauth';
export type Cors = 'any-origin' | 'own-origin';
/** `operators`: an address that guesses credentials is locked out besides. `feed`: by the key, where one comes. `none`: never limited. */
export type LimitName = 'tools' | 'operators' | 'feed' | 'other' | 'none';
export type McpServerName = 'free' | 'proxy' | 'debug';

export interface Toolset {
  title: string;
  description: string;
  /** Put before each file name to make the tool's name, e.g. `smart-`; default none. */
  namePrefix?: string;
  /** Put before each file name to make the path, e.g. `/api/proxy`. */
  path: string;
  access: Access;
  /** 1 direct, 2 with fallback, 3 composed; null when it is not part of the priced catalogue. */
  layer: 1 | 2 | 3 | null;
  /** What an OAuth token needs to call these tools; default `tools`. */
  scope?: 'tools' | 'account' | 'newsroom';
  /** Which of the error shapes its REST paths use; `oauth` is that of RFC 6749. */
  errors: ErrorShape;
  /** `any-origin`: pages of every origin may call it, since a bearer is not sent along by itself. Default `own-origin`. */
  cors?: Cors;
  /** Which of the limits by address counts requests below `path`. Default `other`. */
  limits?: LimitName;
  /** `X-API-Key` names the caller as a bearer does; nobody needs one. Default no. */
  takesKeyHeader?: boolean;
  /** `?apiKey=` opens what is below `path`, but for tools whose answer holds a credential. Default no. */
  takesQueryKey?: boolean;
  /**
   * The MCP servers whose short list shows these tools; every other is found by search. Null: for browsers, operators
   * and other servers, so that MCP neither shows nor calls them. Default: none.
   */
  mcpLists?: readonly McpServerName[] | null;
  timeoutMs: number;
  category?: Category;
}
