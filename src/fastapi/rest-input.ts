/** Makes an operation's input from a REST request, as FastAPI reads it. */

import { FareboxError } from '../kernel/errors/errors.ts';
import type { RawInput, RegisteredTool } from '../kernel/tool/context.ts';
import type { Json } from './json.ts';
import { createUnreadableError, scanJson } from './json-scanner.ts';
import { readRequest, readsBody } from './request.ts';

export interface RestRequest {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** What its headers say of the body. */
  isJson: boolean;
  readBytes(): Promise<Buffer>;
}

/** Throws INVALID_INPUT, with all that is wrong, or TOO_LARGE. */
export async function readRestInput(tool: RegisteredTool, request: RestRequest): Promise<RawInput> {
  const { params, query } = request;
  return readRequest(tool, { params, query, body: readsBody(tool) ? await readJsonBody(request) : undefined });
}

async function readJsonBody({ isJson, readBytes }: RestRequest): Promise<Json | undefined> {
  const bytes = await readBytes().catch((thrown: unknown) => {
    const isEncoded = thrown instanceof FareboxError && thrown.code === 'UNSUPPORTED_MEDIA_TYPE';
    throw isEncoded ? createUnreadableError() : thrown;
  });
  if (bytes.length === 0) return undefined;
  // What is not JSON is a text to FastAPI, and then not an object.
  return isJson ? scanJson(bytes) : bytes.toString('utf8');
}
