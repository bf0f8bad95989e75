/** docs/x402.md says what the code does, and its commands run as they stand, in test mode, against the sandbox. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toVariableName } from '../src/kernel/tool/provider.ts';
import { FAILED_PAYMENTS_MAX, OPEN_PAYMENTS_MAX } from '../src/ledger/wallets/claims-writes.ts';
import x402 from '../src/providers/x402.ts';
import { type Farebox, startFarebox } from './harness/farebox.ts';
import { createPayer } from './harness/payer.ts';
import { root, textOf } from './harness/sources.ts';

const text = textOf('docs/x402.md');
const flat = text.replace(/\s+/g, ' ');
const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
const run = promisify(execFile);

describe('in test mode', () => {
  let farebox: Farebox | undefined;
  beforeAll(async () => {
    const [start = ''] = blocks('sh');
    const [, network = ''] = /^X402_NETWORK=(\S+) npm start$/.exec(start.trim()) ?? [];
    farebox = await startFarebox({ env: { X402_NETWORK: network } });
  });
  afterAll(() => farebox?.stop());
  const here = (code = ''): string => code.replaceAll('http://127.0.0.1:3000', farebox?.url ?? '');

  it('shows what a call costs', async () => {
    const [, ask] = blocks('sh');
    const { stdout } = await run('bash', ['-euc', here(ask)], { timeout: 20_000 });
    expect(JSON.parse(stdout)).toMatchObject({
      x402Version: 2,
      accepts: [{ network: 'eip155:84532', amount: '2000' }],
    });
  });

  const env = { ...process.env, PRIVATE_KEY: `0x${'4d'.repeat(32)}` };

  async function runScript(code = ''): Promise<string> {
    const file = join(root, 'test', `pay-${process.pid}.mjs`);
    await writeFile(file, here(code));
    try {
      return (await run(process.execPath, [file], { timeout: 20_000, env })).stdout;
    } finally {
      await rm(file);
    }
  }

  it('sells a call to the official client', async () => {
    const stdout = await runScript(blocks('js')[0]);
    expect(stdout).toContain('"success":true');
    expect(stdout).toContain('"sandbox":true');
    expect(stdout).toMatch(/transaction: '0x[0-9a-f]{64}'/);
  });

  it('signs in with the wallet, and lists the call', async () => {
    const ask = blocks('sh').find((code) => code.includes('wallet-session'));
    const { stdout } = await run('bash', ['-euc', here(ask)], { timeout: 20_000 });
    expect(JSON.parse(stdout)).toMatchObject({ accepts: [], extensions: { 'sign-in-with-x': { info: {} } } });
    const calls = await runScript(blocks('js').find((code) => code.includes('wallet-session')));
    expect(JSON.parse(calls)).toMatchObject({ calls: [{ tool: 'llm-fast', outcome: 'settled' }] });
  });

  it('looks a call up by its receipt', async () => {
    const payer = createPayer();
    const answer = await payer.fetch(`${farebox?.url}/api/proxy/llm-fast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'receipt=signed' },
      body: JSON.stringify({ prompt: 'Say hello' }),
    });
    const { receipt } = Object(await answer.json());
    const lookup = blocks('sh').find((code) => code.includes('lookup'));
    const options = { timeout: 20_000, env: { ...process.env, RECEIPT: receipt.jws } };
    const { stdout } = await run('bash', ['-euc', here(lookup)], options);
    expect(JSON.parse(stdout)).toMatchObject({
      calls: [{ callId: receipt.callId, settlement: { network: 'eip155:84532' } }],
    });
  });
});

it('shows nothing of it where X402_NETWORK is not set', async () => {
  const farebox = await startFarebox();
  try {
    const answer = await farebox.request('POST', '/api/proxy/llm-fast', { body: { prompt: 'Say hello' } });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
    expect(answer.headers['payment-required']).toBeUndefined();
  } finally {
    await farebox.stop();
  }
});

it('names every variable, and the limits as they are', () => {
  for (const key of Object.keys(x402.settings)) expect(text).toContain(`\`${toVariableName(x402.id, key)}\``);
  expect(flat).toContain(`A wallet can have ${OPEN_PAYMENTS_MAX} calls`);
  expect(FAILED_PAYMENTS_MAX).toBe(3);
  expect(flat).toContain('After three refused settlements');
});
