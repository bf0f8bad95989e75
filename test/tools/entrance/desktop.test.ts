/** Runs the invite page's setup as Claude Desktop would. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { KEY_MARK, listClients } from '../../../src/web/clients.ts';
import { startFarebox } from '../../harness/farebox.ts';
import { root } from '../../harness/sources.ts';

const MCP_REMOTE = join(root, 'node_modules/mcp-remote/dist/proxy.js');

const configuration = z.object({
  mcpServers: z.object({
    farebox: z.object({
      command: z.literal('npx'),
      args: z.tuple([z.literal('-y'), z.literal('mcp-remote')]).rest(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
});

it('Claude Desktop reaches the tools with the key of its configuration', async () => {
  const server = await startFarebox();
  const home = await mkdtemp(join(tmpdir(), 'farebox-desktop-'));
  try {
    const { apiKey, agentId } = await server.account('test');
    const desktop = listClients(`${server.url}/mcp/proxy`).find(({ id }) => id === 'claude-desktop');
    const written = configuration.parse(JSON.parse(desktop?.withKey.text.replaceAll(KEY_MARK, apiKey) ?? ''));
    const { args, env } = written.mcpServers.farebox;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MCP_REMOTE, ...args.slice(2)],
      env: { PATH: process.env.PATH ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: home, ...env },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'desktop', version: '1.0.0' });
    await client.connect(transport);
    const balance = await client.callTool({ name: 'account-summary', arguments: {} });
    expect(balance.structuredContent).toMatchObject({ agentId });
    await client.close();
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
});
