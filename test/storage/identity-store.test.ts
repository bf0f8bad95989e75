import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { loadWrites } from '../../src/database/definitions.ts';
import { migrateSqlite } from '../../src/database/migrate.ts';
import { createTx } from '../../src/database/tx.ts';
import type { Tables } from '../../src/database/types.ts';
import { endSession, inviteMember, removeMember, updateCompany } from '../../src/identity/companies/company-writes.ts';
import { createCompanyKey, issueRootKey, revokeCompanyKey } from '../../src/identity/keys/company-key-writes.ts';
import * as store from '../../src/identity/reads.ts';
import { requestCode, useCode } from '../../src/identity/sign-in/code-writes.ts';
import type { SignInInput } from '../../src/identity/sign-in/sign-in-writes.ts';

const raw = new Database(':memory:');
await migrateSqlite(raw);
const seen: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: raw }),
  log: ({ query }) => {
    seen.push(query);
  },
});
afterAll(() => db.destroy());

const ctx = createTx({ db, engine: 'sqlite', nowMs: 1_000 }, await loadWrites());

const signIn: SignInInput = {
  email: 'ada@studio.jp',
  emailNorm: 'ada@studio.jp',
  name: '',
  companyName: '',
  companyIds: [],
  maySignUp: true,
  newCompany: {
    companyId: 'c_1',
    timezone: 'UTC',
    account: { agentId: 'agt_1', welcomeMicros: 0, welcomeMicrosPerDay: 0 },
  },
  session: { id: 'ses_1', hash: 'h1', lifetimeMs: 1_000 },
};
const asking = { companyId: 'c_1', accountId: 'agt_1', userId: 1, actor: 'ada@studio.jp', ipPrefix: null };
const newKey = (id: string) => ({ id, hash: `hash of ${id}`, last4: 'abcd' });

const newKeyInput = {
  member: asking,
  mode: 'live',
  testAccount: { agentId: 'agt_t', welcomeMicros: 250_000 },
  name: '',
  caps: {},
  expiresAt: null,
} as const;

const request = { mac: 'm', asker: 'host', attempt: null, newAttempt: 'a1' };

/** In this order: what one makes, the next ones look at. */
const steps: Record<string, () => Promise<unknown>> = {
  'a code': () => requestCode.run(ctx, { ...request, emailNorm: 'ada@studio.jp', companyId: null }),
  'its use': () => useCode.run(ctx, { macs: ['m'], attempt: null, signIn }),
  session: () => store.findSessionByHash(db, 'h1'),
  'expiry of a session': () => store.findSessionExpiry(db, 'ses_1'),
  user: () => store.findUserById(db, 1),
  company: () => store.findCompanyById(db, 'c_1'),
  roles: () => store.findAddressRoles(db, 'ada@studio.jp', 1),
  'a key': () =>
    createCompanyKey.run(ctx, {
      ...newKeyInput,
      newKey: newKey('key_1'),
    }),
  'a test key': () => createCompanyKey.run(ctx, { ...newKeyInput, mode: 'test', newKey: newKey('key_t') }),
  'the root key': () => issueRootKey.run(ctx, { member: asking, newKey: newKey('key_2'), revokeSubKeys: false }),
  'the next root key': () => issueRootKey.run(ctx, { member: asking, newKey: newKey('key_3'), revokeSubKeys: false }),
  'holder of a key': () => store.findKeyHolder(db, { accountId: 'agt_1', keyId: 'key_1', mode: 'live' }),
  'holder of a test key': () => store.findKeyHolder(db, { accountId: 'agt_t', keyId: 'key_t', mode: 'test' }),
  'maker of a key': () => store.findKeyMaker(db, 'key_1'),
  'number of a key': () => store.findKeyNumber(db, 'key_1'),
  keys: () => store.listCompanyKeys(db, 'c_1', 10),
  'keys somebody made': () => store.listLiveKeysMadeBy(db, 'c_1', 1, 1),
  'end of a key': () =>
    revokeCompanyKey.run(ctx, {
      companyId: 'c_1',
      key: { number: 1 },
      by: { keyId: 'key_3', accountId: 'agt_1' },
      actor: '',
      ipPrefix: null,
    }),
  'end of a key by its lineage': () =>
    revokeCompanyKey.run(ctx, { companyId: 'c_1', key: { lineage: 'key_t' }, by: { userId: 1 }, actor: '' }),
  invitation: () =>
    inviteMember.run(ctx, {
      companyId: 'c_1',
      invitedBy: 1,
      email: 'grace@studio.jp',
      emailNorm: 'grace@studio.jp',
      membersMax: 5,
    }),
  members: () => store.listMembers(db, 'c_1', 10),
  'open invitations': () => store.listOpenInvitations(db, 'c_1', 1, 10),
  'joining by invitation': () => {
    const session = { id: 'ses_2', hash: 'h2', lifetimeMs: 1_000 };
    const guest = { ...signIn, email: 'grace@studio.jp', emailNorm: 'grace@studio.jp', session };
    return requestCode
      .run(ctx, { ...request, emailNorm: 'grace@studio.jp', companyId: 'c_1', attempt: 'a0', newAttempt: 'a2' })
      .then(() => useCode.run(ctx, { macs: ['m'], attempt: 'a2', signIn: guest }));
  },
  'a key of the guest': () =>
    createCompanyKey.run(ctx, { ...newKeyInput, member: { ...asking, userId: 2 }, newKey: newKey('key_g') }),
  removal: () =>
    removeMember.run(ctx, {
      companyId: 'c_1',
      emailNorm: 'grace@studio.jp',
      byUserId: 1,
      keepsKeys: false,
      actor: 'ada@studio.jp',
    }),
  change: () => updateCompany.run(ctx, { companyId: 'c_1', changes: { name: 'Studio' } }),
  'end of a session': () => endSession.run(ctx, { sessionId: 'ses_1' }),
};

it('reads and writes along indexes, never by a scan', async () => {
  for (const [name, run] of Object.entries(steps)) {
    seen.length = 0;
    await run();
    expect(seen.length).toBeGreaterThan(0);
    for (const { sql, parameters } of seen) {
      const plan = raw.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
      const scans = plan.filter(({ detail }) => /^SCAN (?!.+ VIRTUAL TABLE INDEX |CONSTANT ROW)/.test(detail));
      expect.soft(scans, `${name}: ${sql}`).toEqual([]);
    }
  }
  expect(await store.listMembers(db, 'c_1', 10)).toMatchObject([{ email: 'ada@studio.jp', role: 'admin' }]);
  expect((await store.listCompanyKeys(db, 'c_1', 10)).map(({ id, kind, key }) => [id, kind, key.revoked_at])).toEqual([
    [5, 'key', 1_000],
    [4, 'root', null],
    [3, 'root', 1_000],
    [2, 'key', 1_000],
    [1, 'key', 1_000],
  ]);
});
