/** A web site on loopback whose pages a test writes, and a context whose guard lets it through. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport } from '../../src/providers/shared/network/transport.ts';
import { type ContextOptions, contextFor, type TestContext } from './context.ts';

export interface Site {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Answers every path that has no page: by default 404. */
  pages: Map<string, RequestListener>;
  /** Addresses that were asked for, in order. */
  asked: string[];
  /** `allowed: false`: callers may not name this site. */
  context(options?: Omit<ContextOptions, 'transport'> & { allowed?: boolean }): TestContext;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const pages = new Map<string, RequestListener>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const page = pages.get(path);
    if (page) page(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${portOf(server)}`;
  const open = createLiveTransport({ guard: createAddressGuard({ allowHosts: [host] }), userAgent: 'Farebox/test' });
  const closed = createLiveTransport({ guard: createAddressGuard(), userAgent: 'Farebox/test' });
  return {
    url: `http://${host}`,
    pages,
    asked,
    context: ({ allowed = true, ...options } = {}) => contextFor({ ...options, transport: allowed ? open : closed }),
    async close() {
      await Promise.all([open.close(), closed.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page with these bytes. */
export function page(body: string | Uint8Array, type = 'text/html; charset=utf-8', status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body);
  };
}

export function redirect(location: string, status = 302): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { location }).end('<p>Moved');
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port');
  return address.port;
}
