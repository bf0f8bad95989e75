/**
 * People who look at pages, a process of its own: so many views a second, over a few connections that stay open. It is told
 * where, which pages and for how long by a message, and answers with what came of it.
 */
import { connect, type Socket } from 'node:net';
import { MessageReader } from './wire.ts';

export interface VisitOrder {
  url: string;
  paths: readonly string[];
  perSecond: number;
  durationMs: number;
}

export interface VisitResult {
  views: number;
  failed: number;
  /** Head of the first answer that was not a page, or why there was none. */
  firstFailure?: string;
}

const STEP_MS = 10;
/** Enough that a moment of waiting does not make a queue on any of them: the server refuses those. */
const CONNECTIONS = 64;

async function visit({ url, paths, perSecond, durationMs }: VisitOrder): Promise<VisitResult> {
  const { host, hostname, port } = new URL(url);
  const result: VisitResult = { views: 0, failed: 0 };
  const fail = (why: string): void => {
    result.failed++;
    result.firstFailure ??= why;
  };
  const reader = () =>
    new MessageReader((head) => {
      if (head.startsWith('HTTP/1.1 200 ')) result.views++;
      else fail(head);
    });
  const sockets = Array.from({ length: CONNECTIONS }, (): Socket => {
    const messages = reader();
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('data', (chunk) => messages.push(chunk)).on('error', ({ message }) => fail(message));
    return socket;
  });
  // As a browser asks: for a page, packed.
  const requests = paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html,*/*;q=0.8\r\naccept-encoding: gzip, br\r\n` +
        'accept-language: ja,en;q=0.8\r\n\r\n',
    ),
  );
  const startMs = performance.now();
  let asked = 0;
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs = performance.now() - startMs) {
    for (; asked < (elapsedMs / 1000) * perSecond; asked++) {
      sockets[asked % CONNECTIONS]?.write(Buffer.from(requests[asked % requests.length] ?? ''));
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  for (const socket of sockets) socket.destroy();
  return result;
}

process.on('message', (order: VisitOrder) => {
  void visit(order).then((result) => process.send?.(result));
});
