import { describe, expect, it } from 'vitest';
import { inviteMember, removeMember } from '../../src/identity/companies/company-writes.ts';
import { findCompanyById, findSessionByHash, listMembers } from '../../src/identity/reads.ts';
import { type SignInInput, type SignInResult, signIn } from '../../src/identity/sign-in/sign-in-writes.ts';
import { engines } from '../harness/databases.ts';
import { openWorld, type World } from './accounts-world.ts';

let made = 0;

/** An address that has been proved; each with a session, a company and an account of its own to offer. */
function proved(email: string, more: Partial<SignInInput> = {}): SignInInput {
  const id = `${++made}`;
  return {
    email,
    emailNorm: email,
    name: '',
    companyName: '',
    companyIds: [],
    maySignUp: true,
    newCompany: {
      companyId: `c_${id}`,
      timezone: 'UTC',
      account: { agentId: `agt_${id}`, welcomeMicros: 250_000, welcomeMicrosPerDay: 1_000_000_000 },
    },
    session: { id: `ses_${id}`, hash: `hash ${id}`, lifetimeMs: 60_000 },
    ...more,
  };
}

async function signedIn(world: World, input: SignInInput): Promise<SignInResult> {
  const outcome = await world.ledger.database.write(signIn, input);
  if (outcome.state !== 'signed-in') throw new Error(outcome.state);
  return outcome;
}

describe.each(engines)('sign-in on %s', (engine) => {
  it('founds one company for an address that comes many times at once', async () => {
    const world = await openWorld(engine);
    const all = await Promise.all(Array.from({ length: 8 }, () => signedIn(world, proved('ada@studio.jp'))));
    expect(all.filter(({ isNewCompany }) => isNewCompany)).toHaveLength(1);
    expect(all.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
    expect(new Set(all.map(({ company }) => company.id)).size).toBe(1);
    const [first] = all;
    const account = await world.ledger.database.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', first?.company.account_id ?? '')
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ mode: 'live', balance: 250_000, name: 'studio.jp' });
    expect(await world.ledger.database.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
    await world.stop();
  });

  it('offers nothing to strangers: neither a company nor a trace of them', async () => {
    const world = await openWorld(engine);
    const closed = await world.ledger.database.write(signIn, proved('eve@studio.jp', { maySignUp: false }));
    expect(closed).toEqual({ state: 'closed' });
    const needed = await world.ledger.database.write(signIn, proved('eve@studio.jp', { newCompany: null }));
    expect(needed).toEqual({ state: 'needs-company' });
    for (const table of ['users', 'companies', 'accounts', 'sessions'] as const) {
      expect(await world.ledger.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await world.stop();
  });

  it('and removal at the same moment leave nobody in who is out', async () => {
    const world = await openWorld(engine);
    const { company, user } = await signedIn(world, proved('boss@studio.jp'));
    const invite = { companyId: company.id, invitedBy: user.id, email: 'temp@studio.jp', emailNorm: 'temp@studio.jp' };
    for (let round = 0; round < 10; round++) {
      await world.ledger.database.write(inviteMember, { ...invite, membersMax: 5 });
      const coming = proved('temp@studio.jp', { companyIds: [company.id] });
      const by = { byUserId: user.id, actor: 'boss@studio.jp', keepsKeys: false };
      const removal = { companyId: company.id, emailNorm: 'temp@studio.jp', ...by };
      await Promise.allSettled([
        world.ledger.database.write(signIn, coming),
        world.ledger.database.write(removeMember, removal),
      ]);
      const members = await listMembers(world.ledger.database.db, company.id, 10);
      const isIn = members.some(({ email }) => email === 'temp@studio.jp');
      const session = await findSessionByHash(world.ledger.database.db, coming.session.hash);
      const works = session?.company_id === company.id && session.role !== null && session.ended_at === null;
      expect(works).toBe(isIn);
      if (isIn) await world.ledger.database.write(removeMember, removal);
    }
    expect(await findCompanyById(world.ledger.database.db, company.id)).toMatchObject({ name: 'studio.jp' });
    await world.stop();
  });
});
