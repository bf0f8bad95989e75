/**
 * HTTP answers that are given before, or instead of, the protocol library's. Codes of our own are the HTTP status: they
 * stay outside the range that JSON-RPC keeps for itself.
 */
import type { ServerResponse } from 'node:http';

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** The id to echo: only a single request has one. */
export function readId(body: unknown): string | number | null {
  if (body === null || typeof body !== 'object' || Array.isArray(body) || !('id' in body)) return null;
  const { id } = body;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

export function writeRpcError(
  res: ServerResponse,
  status: number,
  error: RpcError,
  { id = null, headers }: { id?: string | number | null; headers?: Record<string, string> } = {},
): void {
  writeJson(res, status, { jsonrpc: '2.0', error, id }, headers);
}

export function writeJson(
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent || res.destroyed) return;
  const text = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}
