/** A server with a `farebox.yaml`, and callers of what it offers. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { stringify } from 'yaml';
import type { Answer, Farebox } from '../harness/farebox.ts';
import { root } from '../harness/sources.ts';

export const HOSTILE = join(root, 'test/upstreams/hostile-server.mjs');

export const nodeServer = (file: string, ...args: string[]) => ({ command: process.execPath, args: [file, ...args] });

/** The program of an npm package of servers. */
export const npmServer = (name: string, ...args: string[]) =>
  nodeServer(join(root, 'node_modules/@modelcontextprotocol', name, 'dist/index.js'), ...args);

export function writeFareboxFile(content: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'farebox-own-')), 'farebox.yaml');
  writeFileSync(path, stringify(content));
  return path;
}

/** Resolves when the catalogue offers the tools. */
export async function untilOffered(farebox: Pick<Farebox, 'request'>, ...names: string[]): Promise<void> {
  const endMs = Date.now() + 30_000;
  for (;;) {
    const { text } = await farebox.request('GET', '/llms-full.txt');
    const missing = names.filter((name) => !text.includes(name));
    if (missing.length === 0) return;
    if (Date.now() > endMs) throw new Error(`Not offered: ${missing.join(', ')}`);
    await sleep(100);
  }
}

export const callTool = (
  farebox: Pick<Farebox, 'request'>,
  key: string,
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> => farebox.request('POST', `/api/tools/${path}`, { key, body, headers });

export async function readBalance(farebox: Pick<Farebox, 'request'>, key: string): Promise<unknown> {
  return (await farebox.request('GET', '/api/account/balance', { key })).body.balance;
}

export async function connectClient(url: string, path: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url), { requestInit }));
  return client;
}
