import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../src/kernel/ports.ts';
import { openReceiptKeys } from '../../../src/ledger/receipts/receipts.ts';
import { Secrets } from '../../../src/ledger/secret.ts';

const receipt: Receipt = {
  callId: 'call_1',
  agentId: 'agt_1',
  tool: 'llm-fast',
  mode: 'live',
  state: 'settled',
  amountMicros: 2000,
  at: '2026-11-21T12:00:00.000Z',
};
const one = 'a'.repeat(32);
const two = 'b'.repeat(32);

async function payloadOf(jws: string, keys: readonly object[]): Promise<string> {
  const { payload } = await compactVerify(
    jws,
    createLocalJWKSet({ keys: [...keys].map((key) => ({ kty: 'OKP', ...key })) }),
  );
  return new TextDecoder().decode(payload);
}

describe('a signed receipt', () => {
  it('verifies against the public keys and covers mode, state and amount', async () => {
    const keys = await openReceiptKeys(new Secrets(one, []));
    const jws = await keys.sign(receipt);
    expect(decodeProtectedHeader(jws)).toEqual({ alg: 'EdDSA', kid: keys.kid });
    expect(await payloadOf(jws, keys.publicKeys)).toBe(
      '{"agentId":"agt_1","amount":0.002,"at":"2026-11-21T12:00:00.000Z","callId":"call_1","mode":"live","state":"settled","tool":"llm-fast"}',
    );
    const refunded = await keys.sign({ ...receipt, state: 'refunded' });
    expect(JSON.parse(await payloadOf(refunded, keys.publicKeys))).toMatchObject({ state: 'refunded', amount: 0 });
  });

  it('fails when a byte of it changes, and under another installation’s keys', async () => {
    const keys = await openReceiptKeys(new Secrets(one, []));
    const [header, , signature] = (await keys.sign(receipt)).split('.');
    const forged = Buffer.from(JSON.stringify({ callId: 'call_1', amount: 9 })).toString('base64url');
    await expect(payloadOf(`${header}.${forged}.${signature}`, keys.publicKeys)).rejects.toThrow();
    const others = await openReceiptKeys(new Secrets(two, []));
    await expect(payloadOf(await keys.sign(receipt), others.publicKeys)).rejects.toThrow();
  });

  it('stays verifiable after the secret has changed', async () => {
    const jws = await (await openReceiptKeys(new Secrets(one, []))).sign(receipt);
    const after = await openReceiptKeys(new Secrets(two, [one]));
    expect(after.publicKeys).toHaveLength(2);
    expect(JSON.parse(await payloadOf(jws, after.publicKeys))).toMatchObject({ callId: 'call_1' });
    expect(after.publicKeys.every((key) => !('d' in key))).toBe(true);
  });

  it('takes RECEIPT_KEY as PEM or as a seed, and nothing else', async () => {
    const secrets = new Secrets(one, []);
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const fromPem = await openReceiptKeys(secrets, pem);
    expect((await openReceiptKeys(secrets, pem.replaceAll('\n', '\\n'))).kid).toBe(fromPem.kid);
    const before = await openReceiptKeys(secrets);
    expect(fromPem.publicKeys.map(({ kid }) => kid)).toEqual([fromPem.kid, before.kid]);
    const fromSeed = await openReceiptKeys(secrets, randomBytes(32).toString('base64'));
    expect(await payloadOf(await fromSeed.sign(receipt), fromSeed.publicKeys)).toContain('call_1');
    await expect(openReceiptKeys(secrets, 'too short')).rejects.toThrow(/RECEIPT_KEY/);
    await expect(openReceiptKeys(secrets, '-----BEGIN nonsense')).rejects.toThrow(/RECEIPT_KEY/);
    const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });
    await expect(openReceiptKeys(secrets, rsa.toString())).rejects.toThrow(/RECEIPT_KEY/);
  });
});
