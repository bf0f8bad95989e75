/** A mail as it arrives: signed so that others can verify it, to one reader, with no header that its text brought along. */
import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createComposer } from '../../src/mail/compose.ts';
import { openTransport } from '../../src/mail/mail.ts';
import type { Letter } from '../../src/mail/types.ts';
import { buildListHeaders } from '../../src/newsroom/mailing/links/unsubscribe-headers.ts';
import { type ScriptedServer, startScriptedServer } from '../harness/scripted-smtp.ts';

const unsubscribeUrl = `https://news.farebox.jp/unsubscribe?email=desk%40paper.jp&sig=v1.${'a'.repeat(180)}&lang=ja`;
const headers = buildListHeaders({
  mailId: 1,
  campaignId: 1,
  companyId: 'c_1',
  unsubscribeUrl,
  bounceAddress: 'b+1.abcdefgh@farebox.jp',
  mailDomain: 'farebox.jp',
});

const letter: Letter = {
  from: { name: '株式会社サンプル', address: 'noreply@farebox.jp' },
  replyTo: 'pr@sample.jp',
  to: { name: '編集部', address: 'desk@paper.jp' },
  returnPath: 'b+1.abcdefgh@farebox.jp',
  messageId: '<c1.e1.v1@farebox.jp>',
  subject: '【リリース】夏の本',
  text: 'A book is out.\n.\n..two dots in front\n',
  html: '<p>夏の本が出ます。</p>',
  headers,
  date: Date.UTC(2026, 10, 23),
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const dkim = { domain: 'farebox.jp', selector: 'fb1', privateKey: pem };
/** What is found at the name of the key. */
const resolver = async (name: string): Promise<string[][]> => {
  expect(name).toBe('fb1._domainkey.farebox.jp');
  return [[`v=DKIM1; k=rsa; p=${published}`]];
};

describe('a signed mail', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.close());

  it('is verified where it arrives, with the headers that tell how to leave', async () => {
    const transport = openTransport({ smtpUrl: server.url, smtpTimeoutMs: 5_000, dataDir: '', dkim });
    expect(await transport.deliver(letter, { fileName: 'unused' })).toMatchObject({ outcome: 'sent' });
    await transport.close();
    // As a mail server puts it away: without the dots that only the way needs.
    const raw = `${server.accepted[0]?.raw.replace(/^\./gm, '')}\r\n`;
    const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), { resolver });
    expect(results).toMatchObject([{ status: { result: 'pass', aligned: 'farebox.jp' }, signingDomain: 'farebox.jp' }]);
    const signed = /^DKIM-Signature:[\s\S]*?\bh=([^;]*);/m.exec(raw)?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'from', 'to']));
    const forged = raw.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click');
    const spoiled = await dkimVerify(Buffer.from(forged, 'latin1'), { resolver });
    expect(spoiled.results).toMatchObject([{ status: { result: 'fail' } }]);
  });
});

describe('a mail', () => {
  const compose = createComposer('windows');
  const read = async (changes: Partial<Letter>) => {
    const raw = (await compose({ ...letter, ...changes })).toString('latin1');
    return { raw, mail: await PostalMime.parse(Buffer.from(raw, 'latin1')) };
  };

  it('tells in one line each how to leave', async () => {
    const { raw } = await read({});
    expect(`\r\n${raw}`).toContain(
      `\r\nList-Unsubscribe: <${unsubscribeUrl}>, <mailto:b+1.abcdefgh@farebox.jp?subject=unsubscribe>\r\n`,
    );
    expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  it.each(['\r\nBcc: x@evil.jp', '\nBcc: x@evil.jp', '\rBcc: x@evil.jp', '\u2028Bcc: x@evil.jp', '\0\r\n\r\nbody'])(
    'has no header of its text’s making: %j',
    async (attack) => {
      const usual = await read({});
      const { mail } = await read({
        subject: `夏${attack}`,
        from: { name: `a${attack}`, address: letter.from.address },
        to: { name: `b${attack}`, address: letter.to.address },
      });
      const names = (of: typeof mail): string[] => of.headers.map(({ key }) => key).sort();
      expect(names(mail)).toEqual(names(usual.mail));
      expect(mail.to).toMatchObject([{ address: 'desk@paper.jp' }]);
      expect(mail.text).toBe(usual.mail.text);
    },
  );

  it('has one reader, whatever the name looks like', async () => {
    const { mail } = await read({ to: { name: 'a@b.jp, c@d.jp; <e@f.jp>', address: 'desk@paper.jp' } });
    expect(mail.to).toEqual([{ name: 'a@b.jp, c@d.jp; <e@f.jp>', address: 'desk@paper.jp' }]);
  });

  it('names a domain as the network knows it, in its head and on its way', async () => {
    const server = await startScriptedServer();
    const transport = openTransport({ smtpUrl: server.url, smtpTimeoutMs: 5_000, dataDir: '' });
    const to = { name: '', address: 'desk@例え．jp' };
    expect(await transport.deliver({ ...letter, to }, { fileName: 'unused' })).toMatchObject({ outcome: 'sent' });
    await transport.close();
    await server.close();
    expect(server.accepted).toMatchObject([{ to: 'desk@xn--r8jz45g.jp' }]);
    expect(server.accepted[0]?.raw).toMatch(/^To: <?desk@xn--r8jz45g\.jp>?\r$/m);
  });
});
