/** Sign-in with a wallet: who signs with the key of an address reads and manages its account, and nobody else does. */
import { secp256k1 } from '@noble/curves/secp256k1';
import { bytesToHex, getAddress, hexToBytes } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Challenges } from '../../src/identity/wallets/challenges.ts';
import { openSecrets } from '../../src/ledger/secret.ts';
import { engines } from '../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../harness/facilitator.ts';
import { type Answer, startFarebox } from '../harness/farebox.ts';
import { openPaidWorld, type PaidWorld } from '../harness/paid-world.ts';
import { createPayer, decodeHeader, encodePayment, type PaymentRequired } from '../harness/payer.ts';
import { createOwner, type Owner, readSignInRequest, signIn, toSignInHeader } from '../harness/wallet-owner.ts';

const BASE = 'https://farebox.example';
const PATH = '/api/account/wallet-session';
const TOOL = '/api/proxy/llm-fast';
const NETWORK = 'eip155:8453';
const SECRET = 'a secret that two servers and this test share, for ever';
const KEY = `0x${'4d'.repeat(32)}` as const;

describe.each(engines)('on %s', (engine) => {
  let world: PaidWorld;
  let facilitator: Facilitator;
  let count = 0;
  const owner = createOwner(KEY);
  const payer = createPayer(KEY);

  beforeAll(async () => {
    facilitator = await startFacilitator();
    const env = { ...buildX402Settings(facilitator), BASE_URL: BASE, FAREBOX_SECRET: SECRET };
    world = await openPaidWorld({ engine, servers: 2, env });
    expect((await buy()).status).toBe(200);
    expect((await buy('refuse')).status).toBe(422);
  });
  afterAll(async () => {
    expect(await world.verify()).toMatchObject({ code: 0 });
    await world.close();
    await facilitator.close();
  });

  const send = (method: string, path: string, options: object = {}, server = 0): Promise<Answer> => {
    const found = world.servers[server] ?? world.servers[0];
    if (!found) throw new Error('No server');
    return found.request(method, path, options);
  };
  async function buy(how = 'say', by = payer): Promise<Answer> {
    const body = { prompt: `${how} ${engine} sign-in ${count++}` };
    const required = decodeHeader<PaymentRequired>((await send('POST', TOOL, { body })).headers['payment-required']);
    return send('POST', TOOL, { body, headers: { 'payment-signature': encodePayment(await by.sign(required)) } });
  }
  const ask = async (path = PATH) => readSignInRequest((await send('POST', path)).headers['payment-required']);
  const prove = (proof: object, server = 0): Promise<Answer> =>
    send('POST', PATH, { headers: toSignInHeader(proof) }, server);
  const enter = async (by: Owner): Promise<string> => {
    const { info } = await ask();
    return String((await prove(await signIn(by, info, NETWORK))).body.token);
  };

  it('asks for a signature by the extension of x402, for this server and its networks, and for no money', async () => {
    const answer = await send('POST', PATH);
    expect(answer).toMatchObject({ status: 402, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toMatchObject({ error: { code: 'PAYMENT_REQUIRED' } });
    const { required, info, supportedChains } = readSignInRequest(answer.headers['payment-required']);
    expect(required).toMatchObject({ x402Version: 2, accepts: [], resource: { url: `${BASE}${PATH}` } });
    expect(info).toMatchObject({ domain: 'farebox.example', uri: `${BASE}${PATH}`, version: '1' });
    expect(info.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(Date.parse(info.expirationTime) - Date.parse(info.issuedAt)).toBe(300_000);
    expect(supportedChains).toEqual([{ chainId: NETWORK, type: 'eip191', signatureScheme: 'eip191' }]);
    expect((await ask()).info.nonce).not.toBe(info.nonce);
  });

  it('opens the account of the wallet: calls, failures, deposits, receipts and statements', async () => {
    const { info } = await ask();
    const answer = await prove(await signIn(owner, info, NETWORK));
    expect(answer).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^fbw_/), network: NETWORK, address: owner.address.toLowerCase() },
    });
    const { token, expiresAt, agentId } = answer.body;
    expect(Date.parse(String(expiresAt)) - Date.now()).toBeGreaterThan(3_500_000);
    const read = async (path: string) => Object((await send('GET', path, { key: String(token) }, 1)).body);
    expect(await read('/api/account/balance')).toMatchObject({
      agentId,
      callCount: 1,
      totalSpent: 0.002,
      wallet: { network: NETWORK, address: owner.address.toLowerCase() },
    });
    const { calls } = await read('/api/account/calls');
    expect(calls.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refunded', 'settled']);
    expect((await read('/api/account/deposits')).deposits).toMatchObject([{ amount: 0.002, source: 'wallet' }]);
    expect(await read(`/api/account/receipts/${calls[1].callId}`)).toMatchObject({
      receipt: { agentId, amount: 0.002 },
    });
    const month = new Date().toISOString().slice(0, 7);
    expect((await send('GET', `/api/account/statements/${month}`, { key: String(token) })).status).toBe(200);
  });

  it('signs a browser in, whose cookie opens the dashboard and is no token', async () => {
    const wallet = { address: owner.address.toLowerCase(), network: NETWORK };
    const challenge = await send('POST', '/login/wallet-challenge', { body: wallet });
    const { message, ...info } = challenge.body;
    expect(info).toMatchObject({ address: owner.address, chainId: NETWORK, uri: `${BASE}/login` });
    const signature = await owner.signMessage({ message: String(message) });
    const entered = await send('POST', '/login/wallet', { body: { ...info, signature } }, 1);
    expect(entered).toMatchObject({ status: 200, body: { agentId: expect.stringMatching(/^agt_/) } });
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await send('GET', '/api/account/calls', { headers })).body).toMatchObject({ calls: [{}, {}] });
    const page = await send('GET', '/dashboard', { headers });
    expect(page.text).toContain(String(entered.body.agentId));
    expect((await send('GET', '/api/account/calls', { key: cookie.split('=')[1] ?? '' })).status).toBe(401);
    const token = await enter(owner);
    const asCookie = { cookie: `${cookie.split('=')[0]}=${token}`, 'sec-fetch-site': 'same-origin' };
    expect((await send('GET', '/api/account/calls', { headers: asCookie })).status).toBe(401);
    await send('POST', '/login/leave', { headers });
    expect((await send('GET', '/api/account/calls', { headers })).status).toBe(401);
  });

  it('takes a challenge once, on whichever server, however often at once', async () => {
    const proof = await signIn(owner, (await ask()).info, NETWORK);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => prove(proof, index % 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await prove(proof)).toMatchObject({
      body: { error: { message: 'This challenge was used before.', details: { reason: 'invalid_siwx_nonce' } } },
    });
  });

  it('refuses each proof that is not quite right, with its reason', async () => {
    const { info } = await ask();
    const good = await signIn(owner, info, NETWORK);
    const other = createOwner();
    const signed = (changes: object, by = owner, chain = NETWORK) => signIn(by, info, chain, changes);
    const expired = new Challenges(openSecrets({ secret: SECRET }), 'farebox.example').create(
      `${BASE}${PATH}`,
      Date.now() - 300_001,
    );
    const cases: [string, object, string][] = [
      ['another site', await signed({ domain: 'evil.example' }), 'invalid_siwx_domain_mismatch'],
      ['another page', await signed({ uri: `${BASE}/login` }), 'invalid_siwx_uri_mismatch'],
      ['another network', await signed({}, owner, 'eip155:1'), 'invalid_siwx_unsupported_chain'],
      ['a nonce of its own', await signed({ nonce: 'ab'.repeat(16) }), 'invalid_siwx_nonce'],
      ['a later start', await signed({ issuedAt: new Date().toISOString() }), 'invalid_siwx_nonce'],
      ['a later end', await signed({ expirationTime: '2099-01-01T00:00:00.000Z' }), 'invalid_siwx_nonce'],
      ['after its end', await signIn(owner, { ...info, ...expired, version: '1' }, NETWORK), 'invalid_siwx_expired'],
      ['another signer', { ...(await signed({}, other)), address: owner.address }, 'invalid_siwx_signature'],
      ['another text', { ...good, statement: 'Sign in' }, 'invalid_siwx_signature'],
      ['a high s', { ...good, signature: raiseS(good.signature) }, 'invalid_siwx_malformed_signature'],
      ['too few bytes', { ...good, signature: good.signature.slice(0, -2) }, 'invalid_siwx_malformed_signature'],
      ['zeros', { ...good, signature: `0x${'00'.repeat(65)}` }, 'invalid_siwx_malformed_signature'],
      ['no hexadecimal', { ...good, signature: 'signed' }, 'invalid_siwx_malformed_signature'],
      ['a contract', { ...good, signature: `0x${'ab'.repeat(600)}` }, 'contract_wallet'],
    ];
    for (const [name, proof, reason] of cases) {
      const answer = await prove(proof);
      expect.soft(answer, name).toMatchObject({ status: 400, body: { error: { details: { reason } } } });
    }
    for (const [name, proof] of [
      ['no proof', { hello: 'world' }],
      ['a wrong checksum', { ...good, address: flipCase(owner.address) }],
      ['no address', { ...good, address: '0x1' }],
      ['another algorithm', { ...good, type: 'ed25519' }],
      ['too long a field', { ...good, statement: 'x'.repeat(301) }],
      ['too long a signature', { ...good, signature: `0x${'ab'.repeat(4_100)}` }],
    ] as const) {
      expect.soft(await prove(proof), name).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
    }
    expect((await send('POST', PATH, { headers: { 'sign-in-with-x': '%%%' } })).status).toBe(400);
    expect((await prove(good)).status).toBe(200);
  });

  it('tells a wallet that has never paid, and makes no account', async () => {
    const accounts = (await world.inspector.accounts()).size;
    const proof = await signIn(createOwner(), (await ask()).info, NETWORK);
    expect(await prove(proof)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_INPUT', details: { reason: 'unknown_wallet' } } },
    });
    expect((await world.inspector.accounts()).size).toBe(accounts);
  });

  it('shows one wallet nothing of another, and ends with the root key', async () => {
    const key = `0x${'7e'.repeat(32)}` as const;
    expect((await buy('say', createPayer(key))).status).toBe(200);
    const [mine, theirs] = [await enter(owner), await enter(createOwner(key))];
    const { calls } = Object((await send('GET', '/api/account/calls', { key: theirs })).body);
    expect(calls).toHaveLength(1);
    expect((await send('GET', `/api/account/receipts/${calls[0].callId}`, { key: mine })).status).toBe(404);
    expect((await send('GET', `/api/account/receipts/${calls[0].callId}`, { key: theirs })).status).toBe(200);
    const rotated = await send('POST', '/api/proxy/account/rotate-key', { key: theirs, body: {} });
    expect(rotated.status).toBe(200);
    expect((await send('GET', '/api/account/calls', { key: theirs })).status).toBe(401);
    expect((await send('GET', '/api/account/calls', { key: await enter(createOwner(key)) })).status).toBe(200);
    expect((await buy('say', createPayer(key))).status).toBe(200);
  });
});

/** The other valid form of an ECDSA signature: n − s, with the other recovery bit. */
function raiseS(signature: string): string {
  const bytes = hexToBytes(`0x${signature.slice(2)}`);
  const s = BigInt(bytesToHex(bytes.subarray(32, 64)));
  const high = (secp256k1.CURVE.n - s).toString(16).padStart(64, '0');
  return `0x${signature.slice(2, 66)}${high}${bytes[64] === 27 ? '1c' : '1b'}`;
}

/** One letter in the wrong case. */
function flipCase(address: string): string {
  const at = address.slice(2).search(/[a-f]/i) + 2;
  const letter = address[at] ?? '';
  const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  const flipped = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
  expect(flipped).not.toBe(getAddress(`0x${flipped.slice(2).toLowerCase()}`));
  return flipped;
}

it('has limits, and is not there where wallets cannot pay', async () => {
  const off = await startFarebox();
  expect(await off.request('POST', PATH)).toMatchObject({ status: 503, body: { error: { code: 'TOOL_UNAVAILABLE' } } });
  expect((await off.request('GET', '/login')).text).not.toContain('wallet');
  await off.stop();
  const on = await startFarebox({ env: { X402_NETWORK: 'eip155:84532' } });
  const statuses = new Set<number>();
  for (let times = 0; times < 101; times++) statuses.add((await on.request('POST', PATH)).status);
  expect([...statuses]).toEqual([402, 429]);
  await on.stop();
});
