/** An answer-engine API on loopback, and a release to publish there. */
import { createServer, type Server } from 'node:http';
import type { Answer } from '../../harness/farebox.ts';

export const BODY =
  'Studio will launch Kiro on December 1, 2026. It costs 300 dollars a month. Ada Lovelace said: “It is ready.”';

export interface Delivery {
  key: string;
  article: Record<string, unknown>;
  authorization: string | undefined;
}

/** Answers with the status that stands first, 201 when none does; null holds the answer back for ever. */
export interface Target {
  url: string;
  statuses: (number | null)[];
  deliveries: Delivery[];
  /** `Retry-After` of every answer, where it is set. */
  retryAfter: string | undefined;
  /** Pages that were asked for, and never come. */
  pages: string[];
  close(): Promise<void>;
}

export async function openTarget(): Promise<Target> {
  const statuses: (number | null)[] = [];
  const deliveries: Delivery[] = [];
  const pages: string[] = [];
  const target: Target = { url: '', statuses, deliveries, pages, retryAfter: undefined, close: async () => {} };
  const server: Server = createServer((request, response) => {
    if (request.method === 'GET') {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else pages.push(request.url ?? '');
      return;
    }
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const { article, idempotency_key: key } = JSON.parse(text);
      deliveries.push({ key, article, authorization: request.headers.authorization });
      const status = statuses.length > 0 ? statuses.shift() : 201;
      const { retryAfter } = target;
      if (status != null) response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The target has no port');
  Object.assign(target, {
    url: `http://127.0.0.1:${address.port}/articles`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return target;
}

type Ask = (
  method: string,
  path: string,
  options?: { key?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Answer>;

export async function createRelease(
  ask: Ask,
  { token: key, companyId }: { token: string; companyId: string },
  title: string,
): Promise<number> {
  const { body } = await ask('POST', '/api/press-release', { key, body: { company_id: companyId, title, body: BODY } });
  return Number(body.id);
}
