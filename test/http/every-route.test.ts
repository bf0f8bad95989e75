/**
 * Every route that a stranger may use, or a caller with a free key or a company of their own: texts as long as they may be,
 * and bodies that are wide or broken, compute no longer than a tenth of a second of an ordinary machine, and leave nothing behind.
 */
import { existsSync } from 'node:fs';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredTool } from '../../src/kernel/registry.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { measureReferenceMs, readHostCpuMs, readHostHeapBytes } from '../harness/host.ts';
import { buildHostileRequests, type HostileRequest, runs } from '../harness/hostile-input.ts';
import { isLong } from '../harness/long.ts';

const RUNS_EACH = isLong ? runs.length : 2;
/** The reference computes for a tenth of a second. */
const REFERENCES_MAX = 1;
/** These count the words of a long text in turns of some ten milliseconds, between which others are served: so much in sum. */
const IN_TURNS = /^release-(?:create|update)$/;
const TURNS_MAX = 10;
const TRIES = 4;
/** What is learned and loaded on the way stays; what the requests held does not. */
const HEAP_GROWTH_MAX = 64 * 1024 * 1024;

/** What ends the key that the others are tried with. */
const endsCredential = ({ name, effect }: RegisteredTool): boolean =>
  effect === 'destroy' || /logout|rotate|root-key/.test(name);

const { tools } = await loadCatalogue();
const openTools = tools.filter((tool) => tool.access !== 'operator' && !endsCredential(tool));

describe.skipIf(!existsSync('/proc/self/schedstat'))('every route', () => {
  let farebox: Farebox;
  let key: string;
  let session: string;
  let msMax: number;

  beforeAll(async () => {
    const email = 'boss@studio.example';
    farebox = await startFarebox({ env: { ADMIN_EMAILS: email, TRUSTED_ADMIN_IPS: '127.0.0.1', LOG_LEVEL: 'silent' } });
    key = (await farebox.account('test')).apiKey;
    session = String((await farebox.request('POST', '/auth/send-code', { body: { email } })).body.token);
    msMax = REFERENCES_MAX * Math.max(await measureReferenceMs(), await measureReferenceMs());
  });
  afterAll(() => farebox.stop());

  const chooseCredential = ({ access }: RegisteredTool): string | null => {
    if (access === 'public') return null;
    return access === 'key' || access === 'root-key' || access.startsWith('key-') ? key : session;
  };

  async function send(tool: RegisteredTool, { path, method, type, body }: HostileRequest): Promise<number> {
    const credential = chooseCredential(tool);
    const authorization = credential === null ? {} : { authorization: `Bearer ${credential}` };
    const headers = { 'content-type': type, ...authorization };
    const url = new URL(path, farebox.url);
    const reply = await request(url, { method, headers, ...(body === undefined ? {} : { body }) });
    await reply.body.dump({ limit: 10_000_000 });
    return reply.statusCode;
  }

  async function measure(run: () => Promise<unknown>): Promise<number> {
    const beforeMs = await readHostCpuMs();
    await run();
    return (await readHostCpuMs()) - beforeMs;
  }

  /** All together first: what is quick in sum needs no closer look. */
  async function findSlow(tool: RegisteredTool, requests: readonly HostileRequest[]): Promise<string[]> {
    const slow: string[] = [];
    const most = msMax * (IN_TURNS.test(tool.name) ? TURNS_MAX : 1);
    if ((await measure(() => Promise.all(requests.map((one) => send(tool, one))))) <= most) return slow;
    for (const one of requests) {
      let best = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && best > most; tries++)
        best = Math.min(best, await measure(() => send(tool, one)));
      if (best > most) slow.push(`${tool.name}, ${one.what}: ${(best / most).toFixed(1)} times what is allowed`);
    }
    return slow;
  }

  it('answers hostile requests in time, and holds nothing of them afterwards', { timeout: 300_000 }, async () => {
    const slow: string[] = [];
    const beforeBytes = await readHostHeapBytes();
    for (const [turn, tool] of openTools.entries())
      slow.push(...(await findSlow(tool, buildHostileRequests(tool, RUNS_EACH, turn))));
    expect(slow).toEqual([]);
    expect(openTools.length).toBeGreaterThan(60);
    await expect.poll(async () => (await readHostHeapBytes()) - beforeBytes).toBeLessThan(HEAP_GROWTH_MAX);
    expect((await farebox.request('GET', '/api/account/balance', { key })).status).toBe(200);
  });
});
