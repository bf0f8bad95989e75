import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSecrets, Secrets } from '../../src/ledger/secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));
const one = 'a'.repeat(32);
const two = 'b'.repeat(32);

describe('the secret of an installation', () => {
  it('is made once in the data folder, readable by its owner alone', () => {
    const dataDir = join(folder, 'new', 'data');
    const first = openSecrets({ dataDir });
    const second = openSecrets({ dataDir });
    expect(second.deriveKey('receipt')).toEqual(first.deriveKey('receipt'));
    const path = join(dataDir, 'secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')).toHaveLength(32);
    expect(openSecrets({ dataDir: join(folder, 'other') }).deriveKey('receipt').kid).not.toBe(
      first.deriveKey('receipt').kid,
    );
  });

  it('must be given where instances share a database, and must be long enough', () => {
    expect(() => openSecrets({})).toThrow(/FAREBOX_SECRET must be set/);
    expect(() => openSecrets({ secret: 'a'.repeat(31) })).toThrow(/FAREBOX_SECRET must have at least 32 bytes/);
    expect(() => openSecrets({ secret: one, old: ['short'] })).toThrow(/FAREBOX_SECRET_OLD/);
    expect(openSecrets({ secret: 'é'.repeat(16) }).deriveKey('x').key).toHaveLength(32);
  });
});

describe('derived keys', () => {
  it('differ by purpose and by secret; the kid names the secret, not the purpose', () => {
    const secrets = new Secrets(one, []);
    expect(secrets.deriveKey('unsub').key).not.toEqual(secrets.deriveKey('open').key);
    expect(secrets.deriveKey('unsub').kid).toBe(secrets.deriveKey('open').kid);
    expect(secrets.deriveKey('unsub').kid).toMatch(/^[\w-]{8}$/);
    expect(new Secrets(two, []).deriveKey('unsub').key).not.toEqual(secrets.deriveKey('unsub').key);
  });

  it('of an earlier secret verify and never sign', () => {
    const before = new Secrets(one, []);
    const signature = before.sign('pay', 'agt_1');
    const after = new Secrets(two, [one]);
    expect(after.verify('pay', 'agt_1', signature)).toBe(true);
    expect(after.sign('pay', 'agt_1')).not.toBe(signature);
    expect(before.verify('pay', 'agt_1', after.sign('pay', 'agt_1'))).toBe(false);
    expect(new Secrets(two, []).verify('pay', 'agt_1', signature)).toBe(false);
  });

  it('refuse another text, another purpose and a damaged signature', () => {
    const secrets = new Secrets(randomBytes(32).toString('hex'), []);
    const signature = secrets.sign('pay', 'agt_1');
    expect(secrets.verify('pay', 'agt_1', signature)).toBe(true);
    const wrong = [
      secrets.verify('pay', 'agt_2', signature),
      secrets.verify('cursor', 'agt_1', signature),
      secrets.verify('pay', 'agt_1', signature.slice(0, -2)),
      secrets.verify('pay', 'agt_1', `${signature}.`),
      secrets.verify('pay', 'agt_1', ''),
      secrets.verify('pay', 'agt_1', `${secrets.deriveKey('pay').kid}.`),
    ];
    expect(wrong).toEqual(wrong.map(() => false));
  });
});
