/** Receives webhooks and checks their signatures as the Standard Webhooks specification says. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

export interface ReceivedHook {
  id: string;
  type: string;
  data: Record<string, unknown>;
  isGenuine: boolean;
}

export interface HookReceiver {
  url: string;
  /** In the order in which they came, repeats included. */
  hooks: ReceivedHook[];
  /** What the next requests are answered with; default 204. */
  statuses: number[];
  close(): void;
}

/** `readSecret`: the secret may be known only after the endpoint was made. */
export async function startHookReceiver(readSecret: () => string): Promise<HookReceiver> {
  const hooks: ReceivedHook[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const key = Buffer.from(readSecret().replace('whsec_', ''), 'base64');
      const signed = `${id}.${request.headers['webhook-timestamp']}.${body}`;
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      const isGenuine = String(request.headers['webhook-signature']).split(' ').includes(expected);
      const { type, data } = JSON.parse(body);
      hooks.push({ id, type, data, isGenuine });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/hook`, hooks, statuses, close };
}
