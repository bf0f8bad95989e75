/** Portkey's gateway, fetched from npm once, into a folder that git ignores. It is no dependency of ours. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../harness/sources.ts';
import { CHAT_REQUEST } from './payloads.ts';
import { type Server, startServer } from './processes.ts';
import type { WireRequest } from './wire.ts';

const PACKAGE = '@portkey-ai/gateway@1.15.2';
const FETCH_MS_MAX = 90_000;

const folder = join(root, '.cache/portkey');
const entry = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');

/** Null, with a line that says why, where it can't be had. */
export async function startPortkey(): Promise<Server | null> {
  try {
    if (!existsSync(entry)) await fetchPackage();
    return await startServer(new URL('./servers/portkey.mjs', import.meta.url), entry);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.split('\n')[0] : String(thrown);
    process.stdout.write(`Portkey is left out: it could not be fetched or started (${why}).\n`);
    return null;
  }
}

async function fetchPackage(): Promise<void> {
  process.stdout.write(`Fetching ${PACKAGE} into .cache (once) …\n`);
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await promisify(execFile)(npm, ['install', '--prefix', folder, ...quiet, PACKAGE], {
    timeout: FETCH_MS_MAX,
    shell: process.platform === 'win32',
  });
}

/** A completion through Portkey to an OpenAI-style host of our own. */
export function portkeyRequest(upstreamUrl: string): WireRequest {
  return {
    path: '/v1/chat/completions',
    headers: {
      authorization: 'Bearer bench',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstreamUrl}/v1`,
    },
    json: JSON.stringify(CHAT_REQUEST),
  };
}
