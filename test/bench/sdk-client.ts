/** The SDK's client, a process of its own, that calls a tool without a gateway: one `ClientOrder` in, one `ClientResult` out. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** `url` of a server over HTTP, or `args` of Node for one over stdio. */
export interface ClientOrder {
  target: { url: string } | { args: readonly string[] };
  name: string;
  input: Record<string, unknown>;
  connections: number;
  measureMs: number;
}

export interface ClientResult {
  perSecond: number;
  failed: number;
}

const clients = new Map<string, Promise<Client>>();

function open(target: ClientOrder['target']): Promise<Client> {
  const key = JSON.stringify(target);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const connecting = connect(target);
  clients.set(key, connecting);
  return connecting;
}

async function connect(target: ClientOrder['target']): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    'url' in target
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new StdioClientTransport({ command: process.execPath, args: [...target.args], stderr: 'ignore' }),
  );
  return client;
}

async function run({ target, name, input, connections, measureMs }: ClientOrder): Promise<ClientResult> {
  const client = await open(target);
  const startMs = performance.now();
  let answered = 0;
  let failed = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - startMs < measureMs) {
      const { isError } = await client.callTool({ name, arguments: input });
      if (isError) failed++;
      else answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return { perSecond: (answered * 1_000) / (performance.now() - startMs), failed };
}

process.on('message', (order: ClientOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    () => process.send?.({ perSecond: 0, failed: 1 }),
  );
});
process.on('disconnect', () => process.exit(0));
