/** Real MCP clients, driven alike. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as OldClient } from 'mcp-sdk-1-12/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from 'mcp-sdk-1-12/client/streamableHttp.js';
import { z } from 'zod';
import { isLong } from '../harness/long.ts';

/** What every client must be able to do, in its own words. */
export interface Driver {
  list(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

export type Connect = (url: string, key: string) => Promise<Driver>;

export const self = { name: 'a test', version: '1.0.0' };
export const bearer = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });
const namesOf = ({ tools }: { tools: { name: string }[] }): string[] => tools.map(({ name }) => name);

const current =
  (mode: 'legacy' | 'auto' | { pin: string }): Connect =>
  async (url, key) => {
    const client = new Client(self, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), bearer(key)));
    return {
      list: async () => namesOf(await client.listTools()),
      call: (name, input) => client.callTool({ name, arguments: input }),
      close: () => client.close(),
    };
  };

const legacy: Connect = async (url, key) => {
  const client = new LegacyClient(self);
  await client.connect(new LegacyTransport(new URL(url), bearer(key)));
  return {
    list: async () => namesOf(await client.listTools()),
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
};

const old: Connect = async (url, key) => {
  const client = new OldClient(self);
  const transport = new OldTransport(new URL(url), bearer(key));
  // @ts-expect-error the types of this old SDK disagree among themselves under exactOptionalPropertyTypes
  await client.connect(transport);
  return {
    list: async () => namesOf(await client.listTools()),
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
};

const aiSdk: Connect = async (url, key) => {
  const headers = { Authorization: `Bearer ${key}` };
  const client = await createMCPClient({ transport: { type: 'http', url, headers } });
  const tools = await client.tools();
  return {
    list: async () => Object.keys(tools),
    call: async (name, input) => tools[name]?.execute(input, { toolCallId: 'c1', messages: [], context: {} }),
    close: () => client.close(),
  };
};

const program = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);

const inspector =
  (era: 'legacy' | 'modern'): Connect =>
  async (url, key) => {
    const run = (...args: string[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const target = ['--server-url', url, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
        const all = [program, '--cli', ...target, '--protocol-era', era, '--format', 'json', '-q', ...args];
        execFile(process.execPath, all, { timeout: 25_000 }, (error, stdout, stderr) => {
          // A result with isError ends with a code of its own and still prints the result.
          if (stdout.trim() === '') reject(new Error(stderr || String(error)));
          else resolve(JSON.parse(stdout));
        });
      });
    const listed = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
    return {
      list: async () => namesOf(listed.parse(resultOf(await run('--method', 'tools/list')))),
      call: async (name, input) =>
        resultOf(await run('--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(input))),
      close: async () => {},
    };
  };

/** The inspector's JSON may be the bare result or wrap it. */
function resultOf(printed: unknown): unknown {
  return printed !== null && typeof printed === 'object' && 'result' in printed ? printed.result : printed;
}

const olderInspector: [string, Connect] = ['Inspector CLI, older era', inspector('legacy')];

export const clients: [string, Connect][] = [
  ['client 2.4 at 2026-07-28', current({ pin: '2026-07-28' })],
  ['client 2.4, negotiating', current('auto')],
  ['client 2.4, older era', current('legacy')],
  ['sdk 1.32', legacy],
  ['sdk 1.12', old],
  ['@ai-sdk/mcp 2', aiSdk],
  ['Inspector CLI, modern', inspector('modern')],
  // Three processes of its own for one more header: the whole run alone.
  ...(isLong ? [olderInspector] : []),
];

const answer = z.looseObject({
  content: z.array(z.looseObject({ text: z.string() })),
  structuredContent: z.unknown(),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

/** A tool's answer as every client hands it over. */
export async function called(
  driver: Driver,
  name: string,
  input: Record<string, unknown>,
): Promise<z.output<typeof answer>> {
  return answer.parse(await driver.call(name, input));
}
