/** The outside of test keys: a transport that never leaves the process and answers as the upstreams would. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { IncomingReply, OutgoingRequest, Transport } from '../kernel/ports.ts';
import { importFile, listFiles } from '../lib/import-file.ts';
import { toAbortSignal } from '../lib/lazy-abort.ts';
import { buildTwinRequest, createCounter, DRIP_MS, HUGE_BYTES, type PlayedReply, playTwin } from './shared/play.ts';
import type { Twin } from './shared/twin.ts';

export interface SandboxOptions {
  /** Default: the folder of this file. */
  dir?: string;
  /** The guard's check of an address as it is written: test keys may name what live keys may. */
  admit(url: URL): void;
  /** The clock of its replies, in milliseconds; default: the server's. */
  now?(): number;
}

/** The twins of the product. */
const TWINS_FOLDER = fileURLToPath(new URL('.', import.meta.url));
const HUGE_CHUNK_BYTES = 64 * 1024;

export async function createSandbox({ dir, admit, now = Date.now }: SandboxOptions): Promise<Transport> {
  const twins = await createTwinLoader(dir);
  const counter = createCounter();
  return {
    async admit(url) {
      admit(url);
    },
    async send(request) {
      if (request.isGuarded) admit(request.url);
      const twinRequest = buildTwinRequest({
        method: request.method,
        url: request.url,
        headers: lowerCaseNames(request.headers),
        body: encodeBody(request.body),
        nowMs: now(),
      });
      const played = await asInternalError(async () => playTwin(await twins(request.provider), twinRequest, counter));
      return await performReply(played, toAbortSignal(request.signal));
    },
  };
}

/** A twin that is missing or breaks is our own defect, and must not look like a failure that somebody asked for. */
async function asInternalError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    throw new FareboxError('INTERNAL', { cause: thrown });
  }
}

/** Finds the twin of a provider; files are loaded when they are first asked. */
export async function createTwinLoader(dir: string = TWINS_FOLDER): Promise<(providerId: string) => Promise<Twin>> {
  const names = listFiles(pathToFileURL(`${dir.replace(/\/$/, '')}/`)).filter((name) =>
    /^[^/]+(?<!\.d)\.(js|ts)$/.test(name),
  );
  const loaded = new Map<string, Promise<Twin>>();
  return (providerId) => {
    const twin = loaded.get(providerId);
    if (twin) return twin;
    const file = names.find((name) => name.replace(/\.(js|ts)$/, '') === providerId);
    const loading = loadTwin(dir, file, providerId);
    loaded.set(providerId, loading);
    return loading;
  };
}

async function loadTwin(dir: string, file: string | undefined, providerId: string): Promise<Twin> {
  if (file === undefined) throw new Error(`The sandbox has no twin of ${providerId}`);
  const module: { default?: Twin } = await importFile(
    new URL(file, `${pathToFileURL(dir).href.replace(/\/?$/, '/')}`).href,
  );
  if (module.default?.id !== providerId) throw new Error(`${file} holds no twin of ${providerId}`);
  return module.default;
}

/** The reply in process, with the behaviour of its connection. */
async function performReply(played: PlayedReply, signal: AbortSignal): Promise<IncomingReply> {
  if (played.delayMs > 0) await sleep(played.delayMs, undefined, { signal });
  if (played.act === 'reset') throw createResetError();
  if (played.act === 'hang') await waitForEnd(signal);
  const discarded = new AbortController();
  const ends = AbortSignal.any([signal, discarded.signal]);
  return {
    status: played.status,
    headers: played.headers,
    body: streamBody(played, ends),
    discard: () => discarded.abort(),
  };
}

async function* streamBody({ act, body }: PlayedReply, ends: AbortSignal): AsyncGenerator<Uint8Array> {
  const half = body.subarray(0, Math.ceil(body.byteLength / 2));
  switch (act) {
    case 'cut':
      yield half;
      throw createResetError();
    case 'stall':
      yield half;
      return await waitForEnd(ends);
    case 'drip':
      for (let at = 0; at < body.byteLength; at++) {
        yield body.subarray(at, at + 1);
        await sleep(DRIP_MS, undefined, { signal: ends });
      }
      return;
    case 'huge':
      for (let bytes = 0; bytes < HUGE_BYTES; bytes += HUGE_CHUNK_BYTES)
        yield new Uint8Array(HUGE_CHUNK_BYTES).fill(32);
      return;
    default:
      if (body.byteLength > 0) yield body;
  }
}

/** Never resolves; rejects when the exchange ends. */
function waitForEnd(ends: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(ends.reason);
    if (ends.aborted) end();
    else ends.addEventListener('abort', end, { once: true });
  });
}

function createResetError(): Error {
  return Object.assign(new Error('The connection broke'), { code: 'ECONNRESET' });
}

function encodeBody(body: OutgoingRequest['body']): Uint8Array {
  if (body === undefined) return new Uint8Array();
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
