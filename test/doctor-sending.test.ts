/** The doctor's checks of the email sender, against a name server over UDP. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { createNames, type Names } from '../src/newsroom/mailing/campaigns/checks/sender-domain.ts';
import { examine } from '../src/server/commands/doctor.ts';
import { examineSending } from '../src/server/commands/sending.ts';
import { type NameServer, openNameServer, type Records } from './harness/name-server.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

const env = {
  SMTP_URL: 'smtps://me:a-password@smtp.provider.jp:465',
  MAIL_FROM: 'news@press.sender.co.jp',
  MAIL_DOMAIN: 'mail.sender.co.jp',
  MAIL_POSTAL_ADDRESS: '東京都港区1-2-3',
  DKIM_SELECTOR: 'farebox1',
  DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  BOUNCE_MAILBOX_URL: 'imaps://bounces:a-secret-word@imap.sender.co.jp',
};

const well: Record<string, Records> = {
  'mail.sender.co.jp': {
    texts: ['a=other', 'v=spf1 include:provider.jp -all'],
    mailServers: ['mx.sender.co.jp'],
  },
  'farebox1._domainkey.press.sender.co.jp': { texts: [`v=DKIM1; k=rsa; p=${publicKey}`] },
  // Of the organisation, above the domain that mail is from.
  '_dmarc.sender.co.jp': { texts: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@sender.co.jp'] },
};

describe('the doctor looks up the sender of mail', () => {
  let server: NameServer;
  let names: Names;
  let records: Record<string, Records | null>;
  beforeAll(async () => {
    server = await openNameServer((name) => records[name]);
    names = createNames([server.address]);
  });
  afterAll(() => server.close());

  async function look(changes: Record<string, Records | null> = {}, variables: Partial<typeof env> = env) {
    records = { ...well, ...changes };
    const findings = await examineSending(readConfig(variables, []), names);
    return Object.fromEntries(findings.map(({ what, state, detail }) => [what, `${state}: ${detail}`]));
  }
  const without = (...left: (keyof typeof env)[]): Partial<typeof env> =>
    Object.fromEntries(Object.entries(env).filter(([name]) => !left.some((one) => one === name)));

  it('and finds nothing to do where all is set', async () => {
    expect(await look()).toEqual({
      SPF: 'ok: mail.sender.co.jp: v=spf1 include:provider.jp -all',
      DKIM: 'ok: farebox1._domainkey.press.sender.co.jp matches the signing key',
      DMARC: 'ok: press.sender.co.jp: v=DMARC1; p=quarantine; rua=mailto:dmarc@sender.co.jp',
      Bounces: 'ok: to b+…@mail.sender.co.jp, read from imap.sender.co.jp',
    });
  });

  it('and says what to publish, and where', async () => {
    const none: Records = {};
    const shown = await look({
      'mail.sender.co.jp': none,
      'farebox1._domainkey.press.sender.co.jp': none,
      '_dmarc.sender.co.jp': none,
    });
    expect(shown.SPF).toMatch(/^warning: no SPF record found for mail\.sender\.co\.jp\. Publish TXT "v=spf1 include:/);
    expect(shown.DKIM).toContain(`Publish TXT "v=DKIM1; k=rsa; p=${publicKey}"`);
    expect(shown.DMARC).toMatch(/^warning: .*Publish TXT "v=DMARC1; p=none; .*at _dmarc\.press\.sender\.co\.jp$/);
    expect(shown.Bounces).toMatch(/^warning: mail\.sender\.co\.jp has no mail server.*Publish an MX/);
  });

  it.each([
    ['SPF', { texts: ['v=spf1 -all'] }, /allows no server to send for it/],
    ['SPF', { texts: ['v=spf1 mx -all', 'v=spf1 a -all'] }, /2 SPF records, so all are ignored/],
    ['SPF', { texts: ['v=spf1 mx +all'] }, /allows any server to send/],
    ['SPF', null, /no response from the name servers/],
  ])('and knows an %s that does not help: %j', async (what, record, why) => {
    expect((await look({ 'mail.sender.co.jp': record }))[what]).toMatch(why);
  });

  it('and tells a policy that only watches, a domain of others, and what is not set', async () => {
    const watched = await look({ '_dmarc.press.sender.co.jp': { texts: ['v=DMARC1; p=none'] } });
    expect(watched.DMARC).toMatch(/^ok: .*monitoring only/);
    const other = { ...env, MAIL_DOMAIN: 'provider.co.jp' };
    const elsewhere = await look({ 'provider.co.jp': { texts: ['v=spf1 mx -all'], mailServers: ['mx.x.jp'] } }, other);
    expect(elsewhere.SPF).toMatch(/and press\.sender\.co\.jp belong to different organizations/);
    const bare = await look(
      {},
      without('DKIM_SELECTOR', 'DKIM_PRIVATE_KEY', 'BOUNCE_MAILBOX_URL', 'MAIL_POSTAL_ADDRESS'),
    );
    expect(bare.DKIM).toMatch(/^warning: emails are not signed/);
    expect(bare.Bounces).toMatch(/^warning: bounces sent to .*BOUNCE_MAILBOX_URL.*\/internal\/bounces/);
    expect(bare.MAIL_POSTAL_ADDRESS).toMatch(/^warning: not set/);
    expect(await look({}, without('SMTP_URL'))).toEqual({});
  });

  it('in the table of all else, without a secret', async () => {
    records = well;
    const { lines } = await examine(readConfig(env, []), [], names);
    const text = lines.join('\n');
    expect(text).toMatch(/^SPF +OK +mail\.sender\.co\.jp/m);
    expect(text).toMatch(/^Bounces +OK /m);
    expect(text).not.toMatch(/a-password|a-secret-word|PRIVATE KEY/);
  });
});
