import type { Server } from 'node:net';

/** Listens on a free loopback port and tells it to the parent; ends with the parent. */
export function ready(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
  });
  process.on('disconnect', () => process.exit(0));
}

/** Where the upstream listens, as the parent says. */
export function upstreamUrl(): string {
  const [, , url] = process.argv;
  if (url === undefined) throw new Error('The address of the upstream is missing');
  return url;
}
