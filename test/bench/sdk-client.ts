/** The SDK's client, a process of its own, that calls a tool without a gateway: one `ClientOrder` in, one `ClientResult` out. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface ClientOrder {
  url: string;
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

function open(url: string): Promise<Client> {
  const known = clients.get(url);
  if (known !== undefined) return known;
  const connecting = connect(url);
  clients.set(url, connecting);
  return connecting;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

async function run({ url, name, input, connections, measureMs }: ClientOrder): Promise<ClientResult> {
  const client = await open(url);
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
