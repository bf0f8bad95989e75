/** The SDK's web-standard handler behind Node's request and response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toWebRequest } from '@modelcontextprotocol/node';
import { type Abortable, toAbortSignal } from '../../lib/lazy-abort.ts';

/**
 * Format of answers in every era; clients that accept anything are served, though the SDK looks for these very words.
 */
const ACCEPT = 'application/json, text/event-stream';

/** A web request with the body that has been read already; ends with `callerGone`. */
export function createWebRequest(req: IncomingMessage, body: unknown, callerGone: Abortable): Promise<Request> {
  const { method = 'POST', url = '/', headers: rawHeaders } = req;
  const acceptsAll =
    rawHeaders.accept === undefined || /(^|,)\s*\*\/\*\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/.test(rawHeaders.accept);
  const headers = acceptsAll ? { ...rawHeaders, accept: ACCEPT } : rawHeaders;
  const source = { method, url, headers, [Symbol.asyncIterator]: () => req[Symbol.asyncIterator]() };
  return toWebRequest(source, body, { signal: toAbortSignal(callerGone) });
}

/** Copies status, headers and body; waits for a slow reader; stops when the connection is gone. */
export async function writeWebResponse(res: ServerResponse, response: Response): Promise<void> {
  if (res.destroyed) {
    await response.body?.cancel();
    return;
  }
  const headers = Object.fromEntries(response.headers);
  delete headers.connection;
  res.writeHead(response.status, headers);
  if (!response.body) {
    res.end();
    return;
  }
  const reader = response.body.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  res.once('close', stop);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (res.destroyed) return;
      if (!res.write(part.value)) await waitForDrain(res);
    }
  } finally {
    res.off('close', stop);
    res.end();
  }
}

function waitForDrain(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      res.off('drain', go);
      res.off('close', go);
      resolve();
    };
    res.once('drain', go);
    res.once('close', go);
  });
}
