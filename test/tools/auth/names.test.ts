import { expect, it } from 'vitest';
import { memberOf, openNewsroom } from './newsroom.ts';

it('of names without end so much is kept as fits a screen, and no more of them is shown', async () => {
  const room = await openNewsroom('sqlite');
  const email = 'long@names.example';
  const fields = {
    name: ` ${'名'.repeat(100_000)}`,
    company_name: '😀'.repeat(100_000),
    company_id: 'c'.repeat(100_000),
  };
  const { token, body } = await room.signIn(email, fields);
  expect(memberOf(body.user, 'name')).toBe('名'.repeat(200));
  expect(memberOf(body.company, 'name')).toBe('😀'.repeat(500));
  const me = await room.ask('GET', '/auth/me', { key: token });
  expect(me.text.length).toBeLessThan(4_000);
  const asked = await room.ask('POST', '/auth/send-code', { body: { email, company_id: 'c'.repeat(900_000) } });
  expect(asked).toMatchObject({ status: 200, body: { sent: true } });
  await room.stop();
});
