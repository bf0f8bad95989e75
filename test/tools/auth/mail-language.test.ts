import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Newsroom, openNewsroom, type Person, waitFor } from './newsroom.ts';

const textOf = (mail: string): string => mail.slice(mail.indexOf('\n\n') + 2);

const cases = [
  [
    'English when nothing is asked for',
    {},
    'Your Farebox sign-in code: ',
    "You've been invited to join “Studio Écrit” on Farebox.",
  ],
  [
    'the language of Accept-Language',
    { 'accept-language': 'zh-CN,en;q=0.5' },
    '您的 Farebox 登录验证码：',
    '您已受邀加入 Farebox 上的“Studio Écrit”团队。',
  ],
  [
    'the language chosen on the page first',
    { cookie: 'lang=ja', 'accept-language': 'zh' },
    'Fareboxのサインインコード：',
    'Fareboxの「Studio Écrit」のチームに招待されました。',
  ],
  [
    'English for a language that is not there',
    { 'accept-language': 'sv' },
    'Your Farebox sign-in code: ',
    "You've been invited to join “Studio Écrit” on Farebox.",
  ],
] as const;

describe('emails to people who sign in', () => {
  let room: Newsroom;
  let admin: Person;
  beforeAll(async () => {
    room = await openNewsroom('sqlite');
    admin = await room.signIn('host@language.example', { company_name: 'Studio <Écrit>' });
  });
  afterAll(() => room.stop());

  const firstMail = async (to: string): Promise<string> =>
    textOf(await waitFor(async () => (await room.mails(to)).at(0)));

  it.each(cases)('are in %s', async (name, headers, code, invited) => {
    const [coded, guest] = ['code', 'guest'].map(
      (kind) => `${kind}${cases.findIndex(([of]) => of === name)}@language.example`,
    );
    if (coded === undefined || guest === undefined) throw new Error('No addresses');
    await room.ask('POST', '/auth/send-code', { body: { email: coded }, headers });
    const mail = await firstMail(coded);
    expect(mail).toMatch(new RegExp(`^${code}\\d{6}\\n`));
    for (const [, , other] of cases) if (other !== code) expect(mail).not.toContain(other);
    await room.ask('POST', '/auth/invite', { key: admin.token, body: { email: guest }, headers });
    const invitation = await firstMail(guest);
    expect(invitation.split('\n')[0]).toBe(invited);
    expect(invitation).toContain(guest);
    expect(invitation).toMatch(/\/login\n/);
  });
});
