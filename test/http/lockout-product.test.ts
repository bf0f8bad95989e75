/** Sessions and the lockout of the operator's paths; its word that ends a lock: test/tools/admin. */
import { expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';
import { openNewsroom } from '../tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'the-token-of-the-operator-of-the-tests';
const PATH = '/admin/accounts';

it.each(engines)('counts no session that was one, and lets in that of an operator (%s)', async (engine) => {
  const newsroom = await openNewsroom(engine, { env: { ADMIN_TOKEN, ADMIN_EMAILS: 'boss@studio.example' } });
  try {
    const statuses = async (key: string): Promise<number[]> => {
      const seen: number[] = [];
      for (let i = 0; i < 4; i++) seen.push((await newsroom.ask('GET', PATH, { key })).status);
      return seen;
    };
    const member = await newsroom.signIn('ada@studio.example');
    expect(await statuses(member.token)).toEqual([403, 403, 403, 403]);
    await newsroom.ask('POST', '/auth/logout', { key: member.token, body: {} });
    expect(await statuses(member.token)).toEqual([401, 401, 401, 401]);
    const boss = await newsroom.signIn('boss@studio.example');
    const guess = (): Promise<{ status: number }> => newsroom.ask('GET', PATH, { key: `fbs_${'x'.repeat(43)}` });
    expect([(await guess()).status, (await guess()).status]).toEqual([401, 401]);
    expect((await newsroom.ask('GET', PATH, { key: boss.token })).status).toBe(200);
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 401]);
    expect(await statuses(boss.token)).toEqual([403, 403, 403, 403]);
    // Everything that is no operator's goes on.
    expect((await newsroom.ask('GET', '/auth/me', { key: boss.token })).status).toBe(200);
  } finally {
    await newsroom.stop();
  }
});
