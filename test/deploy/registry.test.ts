/** Metadata for registries and clients: server.json, the MCP bundle and its bridge to a server. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toSettingVariable } from '../../src/config/config.ts';
import { serverSettings } from '../../src/config/settings.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { root, textOf } from '../harness/sources.ts';

const product: { name: string; version: string; mcpName: string; engines: { node: string } } = JSON.parse(
  textOf('package.json'),
);

/** The rules of https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json for the members that are used. */
const input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
});
const named = z.strictObject({
  ...input.shape,
  name: z.string(),
  value: z.string().optional(),
  variables: z.record(z.string(), input).optional(),
});
const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+/),
      runtimeHint: z.string(),
      transport: z.strictObject({
        type: z.literal('streamable-http'),
        url: z.string().regex(/^https?:\/\/[^\s]+$/),
        headers: z.array(named),
      }),
      environmentVariables: z.array(named),
    }),
  ),
});

describe('server.json', () => {
  const server = serverJson.parse(JSON.parse(textOf('server.json')));

  it('names the npm package in its version', () => {
    expect(server).toMatchObject({ name: product.mcpName, version: product.version });
    expect(server.packages).toMatchObject([{ identifier: product.name, version: product.version }]);
  });

  it('has a variable for each place in an address, and settings that exist', () => {
    const settings = new Set(Object.keys(serverSettings.shape).map(toSettingVariable));
    for (const { transport, environmentVariables } of server.packages) {
      const names = environmentVariables.map(({ name }) => name);
      expect(names.filter((name) => !settings.has(name))).toEqual([]);
      for (const [, place = ''] of transport.url.matchAll(/\{(\w+)\}/g)) expect(names).toContain(place);
      for (const { value = '', variables = {} } of transport.headers)
        for (const [, place = ''] of value.matchAll(/\{(\w+)\}/g)) expect(variables).toHaveProperty(place);
    }
  });
});

describe('the MCP bundle', () => {
  let farebox: Farebox;
  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'deploy/mcpb/build.mjs')]);
    farebox = await startFarebox();
  });
  afterAll(() => farebox?.stop());

  const manifest = JSON.parse(textOf('deploy/mcpb/manifest.json'));

  it('has the version of the product, and its settings', () => {
    expect(manifest).toMatchObject({ manifest_version: '0.3', name: product.name, version: product.version });
    expect(manifest.compatibility.runtimes.node).toBe(product.engines.node);
    const places = Object.values<string>(manifest.server.mcp_config.env);
    const names = places.map((place) => /^\$\{user_config\.(\w+)\}$/.exec(place)?.[1]);
    expect(names.sort()).toEqual(Object.keys(manifest.user_config).sort());
    const bridge = readFileSync(join(root, 'deploy/mcpb/bridge.mjs'), 'utf8');
    for (const name of Object.keys(manifest.server.mcp_config.env)) expect(bridge).toContain(name);
  });

  const connect = async (url: string, key: string): Promise<Client> => {
    const args = manifest.server.mcp_config.args.map((word: string) => word.replace(/^\$\{__dirname\}/, 'dist/mcpb'));
    const env = { FAREBOX_URL: url, FAREBOX_API_KEY: key };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: root }));
    return client;
  };

  it('gives clients on stdio every tool of an account, and paid answers', async () => {
    const { apiKey } = await farebox.account('test');
    const client = await connect(farebox.url, apiKey);
    expect(client.getServerVersion()).toMatchObject({ version: product.version });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(3);
    const call = { name: 'search-ai', arguments: { query: 'prepaid tools' } };
    expect(await client.callTool(call)).toMatchObject({ _meta: expect.anything(), content: expect.anything() });
    await client.close();
  });

  it('has the free tools without a key, and says when no server answers', async () => {
    const client = await connect(farebox.url, '');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    await expect(connect('http://127.0.0.1:9', '')).rejects.toThrow('No answer from http://127.0.0.1:9');
  });
});
