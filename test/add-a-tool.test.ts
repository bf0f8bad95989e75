/** The recipe of CONTRIBUTING.md: one new file, and the tool is there at every door. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { type RunningServer, startServer } from '../src/server/main.ts';
import { type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { ask } from './harness/farebox.ts';
import { serverEnv } from './harness/server-env.ts';
import { findModule, reexportTool, writeToolFiles } from './harness/tool-files.ts';

const kernel = findModule('src/kernel/tool/tool.ts');

const files: Record<string, string> = {
  'account/_toolset.ts': reexportTool('account/_toolset.ts'),
  'account/create.ts': reexportTool('account/create.ts'),
  'greeting/_toolset.ts': `
    import { defineToolset } from '${kernel}';
    export default defineToolset({
      title: 'Greeting', description: 'Says hello.', path: '/api/proxy', access: 'key', layer: 1, errors: 'gateway',
      timeoutMs: 5_000,
    });`,
  'greeting/say-hello.ts': `
    import { z } from '${import.meta.resolve('zod')}';
    import { defineTool } from '${kernel}';
    export default defineTool({
      description: 'Say hello to somebody by name.', price: 2_000, effect: 'read', costCeiling: () => 0,
      input: z.object({ name: z.string().min(1).max(20).describe('Whom to greet.') }),
      output: z.object({ greeting: z.string() }),
      examples: [{ name: 'Ada' }],
      run: async ({ name }) => ({ greeting: 'Hello ' + name }),
    });`,
};

describe('a tool that was only added as a file', () => {
  let store: FreshDatabase;
  let server: RunningServer | undefined;

  beforeAll(async () => {
    store = await freshDatabase('sqlite');
    const toolsFolder = join(store.dataDir, 'tools');
    writeToolFiles(toolsFolder, files);
    server = await startServer(readConfig(serverEnv(store), []), [], { toolsFolder });
  });
  afterAll(async () => {
    await server?.close();
    await store.drop();
  });

  it('is called, charged and described', async () => {
    const url = server?.url ?? '';
    const created = await ask(url, 'POST', '/api/proxy/account/create', { body: { name: 'me', mode: 'test' } });
    const key = String(created.body.apiKey);

    const answer = await ask(url, 'POST', '/api/proxy/say-hello', { key, body: { name: 'Ada' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { greeting: 'Hello Ada', price: '0.002 (2 WT)', layer: 1, balance: 0.248, receipt: { tool: 'say-hello' } },
    });
    expect((await ask(url, 'POST', '/api/proxy/say-hello', { key, body: {} })).status).toBe(400);

    const rpc = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'say-hello', arguments: { name: 'Bo' } },
    };
    const headers = { accept: 'application/json, text/event-stream' };
    const overMcp = await ask(url, 'POST', '/mcp/proxy', { key, headers, body: rpc });
    expect(overMcp.text).toContain('Hello Bo');

    const description = await ask(url, 'GET', '/openapi.json');
    expect(description.body).toMatchObject({
      paths: { '/api/proxy/say-hello': { post: { operationId: 'say-hello' } } },
    });
  });
});
