/** Files of a folder that pages load; the description of the API leaves them out. */
export interface WebFiles {
  /** Above their names: `/assets`. */
  path: string;
  folder: string;
  /** Nothing else of the folder is served. */
  names: readonly string[];
  /** How long a browser may keep them. */
  maxAgeSeconds: number;
  /** The name holds a digest of the content: another content has another name. */
  isImmutable?: boolean;
  /** Each has its form packed by Brotli beside it, under its name and `.br`. */
  isPacked?: boolean;
}

/** A page or file that stands beside the tools: what describes the server, and what its pages need. */
import type { ApiDocument } from './openapi/types.ts';

/** Parts of a request that a document may read. */
export interface DocumentRequest {
  query: URLSearchParams;
  /** The language that the reader has chosen here, then those that the browser asks for, as in `Accept-Language`. */
  acceptLanguage: string | null;
  /** The description of the API, made once. */
  readApi(): ApiDocument;
}

export interface DocumentForm {
  /** Media type with its parameters. */
  type: string;
  /** The same text for the same request is packed once: what takes long to make is kept by who makes it. */
  read(reading: DocumentRequest): string | Promise<string>;
}

export interface WebDocument extends DocumentForm {
  path: string;
  /** A few words, for the description of the API. */
  title: string;
  /** Pages of other origins may read it. */
  hasCors: boolean;
  /** Names and values beside those of every answer. */
  headers?: readonly string[];
  /** For readers that ask for one of them by `Accept`. */
  otherForms?: readonly DocumentForm[];
  /** The description of the API leaves it out: a script or style of the pages, or one page of many. */
  isUnlisted?: boolean;
}
