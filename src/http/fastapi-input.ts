/** Makes a newsroom operation's input from a REST request, as FastAPI reads it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FareboxError } from '../kernel/errors.ts';
import type { RawInput } from '../kernel/input.ts';
import type { RegisteredTool } from '../kernel/registry.ts';
import type { Json } from '../kernel/validation/json.ts';
import { readRequest, readsBody } from '../kernel/validation/request.ts';
import { readBody } from './body.ts';
import { isJsonType } from './json.ts';
import { createUnreadableError, scanJson } from './json-scanner.ts';

/** Throws INVALID_INPUT, with all that is wrong, or TOO_LARGE. */
export async function readFastApiInput(
  tool: RegisteredTool,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
  bytesMax: number,
): Promise<RawInput> {
  const body = readsBody(tool) ? await readJsonBody(req, res, bytesMax) : undefined;
  return readRequest(tool, { params, query, body });
}

async function readJsonBody(req: IncomingMessage, res: ServerResponse, bytesMax: number): Promise<Json | undefined> {
  const bytes = await readBody(req, res, bytesMax).catch((thrown: unknown) => {
    const isEncoded = thrown instanceof FareboxError && thrown.code === 'UNSUPPORTED_MEDIA_TYPE';
    throw isEncoded ? createUnreadableError() : thrown;
  });
  if (bytes.length === 0) return undefined;
  // What is no JSON is a text to FastAPI, and then no object.
  return isJsonType(req.headers['content-type']) ? scanJson(bytes) : bytes.toString('utf8');
}
