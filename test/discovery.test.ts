/** What a stranger finds on the whole server: presets and documents, and whatever they name. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { type RunningServer, startServer } from '../src/main.ts';
import { loadProviders } from '../src/provider-files.ts';
import { type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { type Answer, ask, type RequestOptions } from './harness/farebox.ts';
import { serverEnv } from './harness/server-env.ts';

const providers = await loadProviders();
let store: FreshDatabase;
let server: RunningServer | undefined;
let url = '';

beforeAll(async () => {
  store = await freshDatabase('sqlite');
  server = await startServer(readConfig(serverEnv(store), providers), providers);
  url = server.url;
});
afterAll(async () => {
  await server?.close();
  await store.drop();
});

const get = (path: string, options?: RequestOptions): Promise<Answer> => ask(url, 'GET', path, options);

async function rpc(method: string, params: object, path = '/mcp/free') {
  const headers = { accept: 'application/json, text/event-stream' };
  const answer = await ask(url, 'POST', path, { headers, body: { jsonrpc: '2.0', id: 1, method, params } });
  const [, data = answer.text] = /^data: (.*)$/m.exec(answer.text) ?? [];
  const { result }: { result: Record<string, unknown> } = JSON.parse(data);
  return result;
}

describe('the presets', () => {
  const ids = ['navigator', 'researcher', 'translator-pro'];

  it('stand in the capabilities', async () => {
    const { body } = await get('/api/capabilities');
    expect(body.presets).toEqual(
      ids.map((id) => ({
        id,
        name: expect.any(String),
        description: expect.any(String),
        tools: expect.any(Array),
        usage: expect.any(String),
      })),
    );
  });

  it('are prompts over MCP', async () => {
    const { prompts } = await rpc('prompts/list', {});
    expect(prompts).toMatchObject(ids.map((name) => ({ name })));
    const prompt = await rpc('prompts/get', { name: 'navigator', arguments: { task: 'Weather in Oslo' } });
    expect(prompt.messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/geocode, weather.*Weather in Oslo/s) } },
    ]);
  });

  it('keep a server from starting when they are wrong', async () => {
    const other = await freshDatabase('sqlite');
    const presetsFolder = join(other.dataDir, 'presets');
    await mkdir(presetsFolder, { recursive: true });
    const preset = { name: 'Guide', description: 'Guides.', tools: ['geocod'], usage: 'Use geocod.' };
    await writeFile(join(presetsFolder, 'guide.json'), JSON.stringify(preset));
    const start = startServer(readConfig(serverEnv(other), providers), providers, { presetsFolder });
    await expect(start).rejects.toThrow('The preset guide.json names the tool geocod, which does not exist');
    await other.drop();
  });
});

describe('the capabilities', () => {
  it('are a resource over MCP, the same as the tool’s answer', async () => {
    const { resources } = await rpc('resources/list', {});
    expect(resources).toMatchObject([{ uri: 'farebox://capabilities', mimeType: 'application/json' }]);
    const { contents } = await rpc('resources/read', { uri: 'farebox://capabilities' });
    const [{ text }] = Object(contents);
    const { body } = await get('/api/v2/smart/capabilities');
    const { timestamp } = JSON.parse(text);
    expect(JSON.parse(text)).toEqual({ ...body, timestamp });
  });
});
