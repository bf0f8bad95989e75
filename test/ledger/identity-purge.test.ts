import { describe, expect, it } from 'vitest';
import { inviteMember } from '../../src/identity/companies/company-writes.ts';
import { requestCode } from '../../src/identity/sign-in/code-writes.ts';
import * as writes from '../../src/identity/sign-in/sign-in-writes.ts';
import { engines, freshDatabase } from '../harness/databases.ts';
import { openWorld, type World } from './accounts-world.ts';

const DAY_MS = 86_400_000;

const signIn = (email: string, session: string) => ({
  email,
  emailNorm: email,
  name: '',
  companyName: '',
  companyIds: [],
  maySignUp: true,
  newCompany: {
    companyId: `c_${session}`,
    timezone: 'UTC',
    account: { agentId: `agt_${session}`, welcomeMicros: 0, welcomeMicrosPerDay: 0 },
  },
  session: { id: `ses_${session}`, hash: session, lifetimeMs: 30 * DAY_MS },
});

/** What is left of the tables. */
async function left({ ledger }: World): Promise<Record<string, number>> {
  const rows = await Promise.all([
    ledger.database.db.selectFrom('login_codes').selectAll().execute(),
    ledger.database.db.selectFrom('login_attempts').selectAll().execute(),
    ledger.database.db.selectFrom('invitations').selectAll().execute(),
    ledger.database.db.selectFrom('sessions').selectAll().execute(),
  ]);
  return Object.fromEntries(
    ['codes', 'attempts', 'invitations', 'sessions'].map((name, index) => [name, rows[index]?.length ?? 0]),
  );
}

describe.each(engines)('what nobody can sign in with any more, on %s', (engine) => {
  it('goes away in its time', async () => {
    const database = await freshDatabase(engine);
    const first = await openWorld(engine, { database });
    await first.ledger.database.write(requestCode, {
      emailNorm: 'a@b.jp',
      mac: 'm',
      companyId: null,
      asker: 'host',
      attempt: null,
      newAttempt: 'hash',
    });
    expect(await first.ledger.database.write(writes.signIn, signIn('c@d.jp', 'one'))).toMatchObject({
      state: 'signed-in',
    });
    await first.ledger.database.write(inviteMember, {
      companyId: 'c_one',
      invitedBy: null,
      email: 'e@f.jp',
      emailNorm: 'e@f.jp',
      membersMax: 5,
    });
    expect(await left(first)).toEqual({ codes: 1, attempts: 1, invitations: 1, sessions: 1 });
    await first.stop();

    // A server purges when it starts, and each half minute.
    const later = [
      { clockOffsetMs: DAY_MS, kept: { codes: 0, attempts: 0, invitations: 1, sessions: 1 } },
      { clockOffsetMs: 8 * DAY_MS, kept: { codes: 0, attempts: 0, invitations: 0, sessions: 1 } },
      { clockOffsetMs: 429 * DAY_MS, kept: { codes: 0, attempts: 0, invitations: 0, sessions: 1 } },
      { clockOffsetMs: 431 * DAY_MS, kept: { codes: 0, attempts: 0, invitations: 0, sessions: 0 } },
    ];
    for (const { clockOffsetMs, kept } of later) {
      const world = await openWorld(engine, { database, clockOffsetMs });
      expect(await left(world)).toEqual(kept);
      await world.stop();
    }
    await database.drop();
  });
});
