/** Campaigns from a company's own domain: DNS records over UDP, signatures of received mails, loss and fallback, on both databases. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { type Answer, type NameServer, openNameServer, type Records } from '../../harness/name-server.ts';
import { behind } from '../../ledger/books.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type MailWorld, openMailWorld, PATIENCE } from './mail-world.ts';

const DOMAIN = 'news.studio.co.jp';
const OPERATOR = 'news@sender.co.jp';
const OWN = `pr@${DOMAIN}`;
/** As the root and the registry answer. */
const JP: Records = { nameServers: ['a.dns.jp'] };

interface Shown {
  purpose: string;
  name: string;
  value: string;
  status: string;
  found: string[];
}

describe.each(engines)('sending domains on %s', (engine) => {
  let world: MailWorld;
  let dns: NameServer;
  let zone: Map<string, string[]>;
  /** Of all name servers; undefined: as the zone says. */
  let everything: Answer | 'zone' = 'zone';
  let id: number;
  let records: Shown[];

  const call = (method: string, path: string, body?: unknown) => world.mailing.call(method, path, body);
  const sql = (statement: string) =>
    behind({ url: world.database.url, dataDir: `${world.database.dataDir}/data` }, statement);
  const publish = (record: Shown | undefined, text = record?.value): void => {
    if (record && text !== undefined) zone.set(record.name, [...(zone.get(record.name) ?? []), text]);
  };
  const record = (purpose: string): Shown | undefined => records.find((one) => one.purpose === purpose);
  const readAll = async () => (await call('GET', '/api/sending-domains')).body;
  const read = async () => listOf((await readAll()).items)[0] ?? {};
  const statuses = (domain: object): string[] =>
    listOf(memberOf(domain, 'records')).map(({ purpose, status }) => `${purpose} ${status}`);
  /** The next check in the background, an hour later. */
  const recheck = async () => {
    const before = (await sql(`SELECT checked_at FROM sending_domains WHERE id = ${id}`))[0]?.checked_at;
    await sql(`UPDATE sending_domains SET next_check_at = 1, missed_at = missed_at - 3600000 WHERE id = ${id}`);
    const isChecked = async () => (await sql(`SELECT checked_at FROM sending_domains WHERE id = ${id}`))[0]?.checked_at;
    await expect.poll(isChecked, PATIENCE).not.toEqual(before);
    return await read();
  };
  const sendAll = async () => {
    const before = (await world.arrived()).length;
    const { path } = await world.mailing.draft();
    const { body: preview } = await call('GET', `${path}/preview`);
    await call('POST', `${path}/send`);
    await world.untilStatus(path, 'sent');
    const mails = (await world.arrived()).slice(before).map(({ mail }) => mail);
    const raws = world.smtp.accepted.filter(({ raw }) => /^Message-ID: <c\d+\.e\d+\.v1@/im.test(raw)).slice(before);
    return { preview, mails, raws };
  };
  const codes = (preview: Record<string, unknown>) => listOf(preview.warnings).map(({ code }) => code);

  beforeAll(async () => {
    zone = new Map();
    dns = await openNameServer((name) => {
      if (everything !== 'zone') return everything;
      if (name === 'jp') return JP;
      const texts = zone.get(name);
      return texts && { texts };
    });
    const env = { FETCH_DNS_SERVERS: dns.address, MAIL_SPF_INCLUDE: '_spf.sender.co.jp' };
    world = await openMailWorld(engine, { recipients: 2, env });
  });
  afterAll(async () => {
    await world?.close();
    await dns?.close();
  });

  it('refuses domains of the operator, of mailbox providers and of many owners', async () => {
    const refused = {
      operator_domain: ['sender.co.jp', 'press.sender.co.jp'],
      mailbox_domain: ['gmail.com', 'yahoo.co.jp', 'mail.qq.com'],
      shared_domain: ['co.jp', 'tokyo.jp', 'github.io', 'com.cn'],
      invalid_domain: ['jp', '127.0.0.1', OWN, 'https://studio.co.jp/'],
    };
    for (const [code, domains] of Object.entries(refused))
      for (const domain of domains) {
        const answer = await call('POST', '/api/sending-domains', { domain });
        expect(answer, domain).toMatchObject({ status: 400, body: { code } });
      }
    expect((await readAll()).items).toEqual([]);
  });

  it('shows the records to publish and never the private key', async () => {
    const added = await call('POST', '/api/sending-domains', { domain: 'News.Studio.co.jp' });
    expect(added, added.text).toMatchObject({
      status: 201,
      body: { domain: DOMAIN, status: 'pending', checked_at: null },
    });
    id = Number(added.body.domain_id);
    records = JSON.parse(JSON.stringify(added.body.records));
    expect(records.map(({ purpose, name }) => `${purpose} ${name.replace(/^fbx[0-9a-f]{8}\./, '')}`)).toEqual([
      `ownership _farebox.${DOMAIN}`,
      `dkim _domainkey.${DOMAIN}`,
      `spf ${DOMAIN}`,
      `dmarc _dmarc.${DOMAIN}`,
    ]);
    expect(record('dkim')?.value).toMatch(/^v=DKIM1; k=rsa; p=MIIBIj[A-Za-z0-9+/=]{370,400}$/);
    expect(await call('POST', '/api/sending-domains', { domain: DOMAIN })).toMatchObject({
      body: { domain_id: id, records: added.body.records },
    });
    const [row = {}] = await sql('SELECT * FROM sending_domains');
    expect(JSON.stringify(row)).not.toContain('PRIVATE');
    expect(added.text).not.toContain(String(row.sealed_key));
  });

  it('says what is missing or different, and what it cannot check', async () => {
    publish(record('ownership'));
    publish(record('dkim'), 'v=DKIM1; k=rsa; p=MIIBIjANother');
    publish(record('spf'), 'v=spf1 include:_spf.other.jp -all');
    const checked = await call('POST', `/api/sending-domains/${id}/check`);
    expect(checked.body.status, checked.text).toBe('pending');
    expect(statuses(checked.body)).toEqual(['ownership found', 'dkim differs', 'spf differs', 'dmarc missing']);
    expect(memberOf(listOf(checked.body.records)[1] ?? {}, 'found')).toEqual(['v=DKIM1; k=rsa; p=MIIBIjANother']);
    // Again at once: no further questions.
    const asked = dns.asked.length;
    expect((await call('POST', `/api/sending-domains/${id}/check`)).body.checked_at).toBe(checked.body.checked_at);
    expect(dns.asked.length).toBe(asked);
    everything = 'failure';
    const unknown = ['ownership unknown', 'dkim unknown', 'spf unknown', 'dmarc unknown'];
    expect(statuses(await recheck())).toEqual(unknown);
    // A name server that knows nothing, not even the top-level domain.
    everything = undefined;
    expect(statuses(await recheck())).toEqual(unknown);
    everything = null;
    expect(statuses(await recheck())).toEqual(unknown);
    everything = 'zone';
  });

  it('sends from the company’s address once the domain is verified, signed with its key', async () => {
    await call('PUT', '/auth/company', { sender: { name: 'スタジオ', email: OWN } });
    const before = await sendAll();
    expect(codes(before.preview)).toContain('sender_domain_unverified');
    expect(before.mails.map(({ from }) => from?.address)).toEqual([OPERATOR, OPERATOR]);
    zone.delete(record('dkim')?.name ?? '');
    publish(record('dkim'));
    zone.delete(DOMAIN);
    publish(record('spf'), 'v=spf1 mx include:_spf.sender.co.jp -all');
    zone.set('_dmarc.studio.co.jp', ['v=DMARC1; p=quarantine; adkim=s']);
    const verified = await recheck();
    expect(verified).toMatchObject({ status: 'verified', taken: false });
    expect(statuses(verified)).toEqual(['ownership found', 'dkim found', 'spf found', 'dmarc found']);
    expect((await readAll()).sender).toEqual({ address: OWN, from: OWN, is_own: true });
    const company = await call('PUT', '/auth/company', { sender: { reply_to: `desk@${DOMAIN}` } });
    expect(company.body.sender, company.text).toMatchObject({ verified: true, reply_to: `desk@${DOMAIN}` });
    const { preview, mails, raws } = await sendAll();
    expect(codes(preview)).not.toContain('sender_domain_unverified');
    expect(preview).toMatchObject({
      rendered: { from: `スタジオ <${OWN}>` },
      checks: { spf: 'pass', dkim: 'pass', dmarc: 'quarantine' },
    });
    expect(mails.map(({ from }) => from)).toEqual(Array(2).fill({ name: 'スタジオ', address: OWN }));
    expect(mails.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual(Array(2).fill(`desk@${DOMAIN}`));
    const resolver = async (name: string): Promise<string[][]> => (zone.get(name) ?? []).map((text) => [text]);
    expect(raws).toHaveLength(2);
    for (const { raw, from } of raws) {
      // Reports of mail servers go where they went before.
      expect(from).toMatch(/^b\+\d+\.[\w-]+@sender\.co\.jp$/);
      const { results } = await dkimVerify(Buffer.from(`${raw.replace(/^\./gm, '')}\r\n`, 'latin1'), { resolver });
      expect(results).toMatchObject([{ status: { result: 'pass', aligned: DOMAIN }, signingDomain: DOMAIN }]);
    }
  });

  it('keeps the domain while name servers fail, and gives it up only after several checks', async () => {
    everything = 'failure';
    for (let check = 0; check < 4; check++) expect(await recheck()).toMatchObject({ status: 'verified' });
    everything = undefined;
    expect(await recheck()).toMatchObject({ status: 'verified' });
    everything = 'zone';
    zone.delete(record('dkim')?.name ?? '');
    expect(await recheck()).toMatchObject({ status: 'verified' });
    // Within half an hour another look-up counts for nothing.
    await sql(`UPDATE sending_domains SET checked_at = 1 WHERE id = ${id}`);
    expect((await call('POST', `/api/sending-domains/${id}/check`)).body).toMatchObject({ status: 'verified' });
    await sql(`UPDATE sending_domains SET checked_at = 1 WHERE id = ${id}`);
    expect((await call('POST', `/api/sending-domains/${id}/check`)).body).toMatchObject({ status: 'verified' });
    expect(await recheck()).toMatchObject({ status: 'verified' });
    expect(await recheck()).toMatchObject({ status: 'lost' });
    await expect.poll(async () => (await world.lettersTo('lead@studio.co.jp')).length, PATIENCE).toBeGreaterThan(1);
    const letter = (await world.lettersTo('lead@studio.co.jp')).at(-1);
    expect(letter?.text).toContain(DOMAIN);
    expect(letter?.text).toContain(OPERATOR);
    const { preview, mails } = await sendAll();
    expect(codes(preview)).toContain('sender_domain_unverified');
    expect(mails.map(({ from }) => from?.address)).toEqual([OPERATOR, OPERATOR]);
    publish(record('dkim'));
    expect(await recheck()).toMatchObject({ status: 'verified', lost_at: null });
    expect((await call('GET', '/auth/company')).body.sender).toMatchObject({ verified: true });
  });

  it('gives a domain to one company at a time, and shows it to no other', async () => {
    const email = 'rival@rival.co.jp';
    await world.ask('POST', '/auth/send-code', undefined, { email });
    const code = await codeTo(world, email);
    const signedIn = await world.ask('POST', '/auth/verify', undefined, { email, code, company_name: 'Rival' });
    const token = String(signedIn.body.token);
    for (const [method, path] of [
      ['POST', `/api/sending-domains/${id}/check`],
      ['DELETE', `/api/sending-domains/${id}`],
    ] as const)
      expect((await world.ask(method, path, token)).text).toBe(
        (await world.ask(method, path.replace(String(id), '2000000001'), token)).text,
      );
    expect(await world.ask('DELETE', `/api/sending-domains/${id}`, token)).toMatchObject({ status: 404 });
    expect((await world.ask('GET', '/api/sending-domains', token)).body.items).toEqual([]);
    const { body } = await world.ask('POST', '/api/sending-domains', token, { domain: DOMAIN });
    for (const { name, value } of listOf(body.records).slice(0, 2))
      zone.set(String(name), [...(zone.get(String(name)) ?? []), String(value)]);
    const path = `/api/sending-domains/${body.domain_id}`;
    expect((await world.ask('POST', `${path}/check`, token)).body).toMatchObject({ status: 'pending', taken: true });
    // Once the first has gone, it is free.
    expect((await call('DELETE', `/api/sending-domains/${id}`)).body).toEqual({ ok: true });
    expect((await call('GET', '/auth/company')).body.sender).toMatchObject({ verified: false });
    await sql('UPDATE sending_domains SET checked_at = 1');
    expect((await world.ask('POST', `${path}/check`, token)).body).toMatchObject({ status: 'verified', taken: false });
    const { mails } = await sendAll();
    expect(mails.map(({ from }) => from?.address)).toEqual([OPERATOR, OPERATOR]);
  });

  it('sends from the operator’s address when the key cannot be opened', async () => {
    await sql(
      "UPDATE sending_domains SET sealed_key = 'nothing', company_id = (SELECT company_id FROM campaigns LIMIT 1)",
    );
    await call('PUT', '/auth/company', { sender: { email: null } });
    await call('PUT', '/auth/company', { sender: { email: OWN } });
    expect((await call('GET', '/auth/company')).body.sender).toMatchObject({ verified: true });
    const { mails } = await sendAll();
    expect(mails.map(({ from }) => from?.address)).toEqual([OPERATOR, OPERATOR]);
  });
});

async function codeTo(world: MailWorld, email: string): Promise<string> {
  const find = async () =>
    (await world.lettersTo(email)).map(({ text = '' }) => /\b\d{6}\b/.exec(text)?.[0] ?? '').at(-1);
  await expect.poll(find, PATIENCE).toMatch(/^\d{6}$/);
  return (await find()) ?? '';
}
