/** Outcome of every way in which an email can end, including failures of this machine, on both databases. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FareboxError } from '../../../../src/kernel/errors/errors.ts';
import * as campaign from '../../../../src/newsroom/mailing/queue/campaign-writes.ts';
import { findMailing } from '../../../../src/newsroom/mailing/queue/reads.ts';
import { changeMailState } from '../../../../src/newsroom/mailing/queue/settings-writes.ts';
import { beginMails, finishMails } from '../../../../src/newsroom/mailing/queue/worker/step-writes.ts';
import {
  type ScriptedServer,
  type SmtpAnswer,
  type SmtpStep,
  startScriptedServer,
} from '../../../harness/scripted-smtp.ts';
import { engines, until } from '../../../ledger/books.ts';
import { interceptWrites, openSendingWorld, type Sender, type SenderOptions, type SendingWorld } from './world.ts';

const MINUTE = 60_000;

/** Whoever is written to, what the mail server does, and what the row says afterwards. */
const rows: [string, SmtpStep, SmtpAnswer, string, number | null, { isSuppressed?: true; isSlow?: true }?][] = [
  ['fine', 'rcpt', undefined, 'sent', 250],
  ['gone', 'rcpt', '550 5.1.1 no such user', 'failed', 550, { isSuppressed: true }],
  ['plain', 'rcpt', '551 no such user', 'failed', 551, { isSuppressed: true }],
  ['policy', 'rcpt', '550 5.7.1 policy', 'failed', 550],
  ['listed', 'rcpt', '550 Service unavailable; client host [192.0.2.7] blocked using dnsbl.example', 'failed', 550],
  ['spf', 'rcpt', '550 SPF check failed, see https://mx.example/no-such-user', 'failed', 550],
  ['verify', 'rcpt', '550 5.1.0 <b+1.x@m.jp>: Sender address rejected: User unknown', 'failed', 550],
  ['late', 'terminator', '550 5.1.1 user unknown', 'failed', 550, { isSuppressed: true }],
  ['mute', 'rcpt', '550 rejected', 'failed', 550],
  ['full', 'rcpt', '552 5.2.2 full', 'failed', 552],
  ['grey', 'rcpt', '450 4.2.0 greylisted', 'retry', 450],
  ['patience', 'rcpt', '421 4.7.0 slow down', 'retry', 421, { isSlow: true }],
  ['leaves', 'rcpt', 'close', 'retry', null],
  ['body', 'terminator', '451 4.3.0 not now', 'retry', 451],
  ['spam', 'terminator', '554 5.7.1 spam', 'failed', 554],
  ['silent', 'terminator', 'accept and close', 'unknown', null],
  ['nobody', 'terminator', 'close', 'unknown', null],
];

describe.each(engines)('on %s', (engine) => {
  let world: SendingWorld;
  let server: ScriptedServer;
  let answer: ((step: SmtpStep, to: string) => SmtpAnswer) | undefined;
  const running: Sender[] = [];

  beforeAll(async () => {
    world = await openSendingWorld(engine);
    server = await startScriptedServer({ answer: (step, to) => answer?.(step, to) });
    await world.ledger.database.write(changeMailState, { dailyLimit: 100_000, by: 'test' });
  });
  afterEach(async () => {
    answer = undefined;
    for (const sender of running.splice(0)) await sender.stop();
    await world.ledger.database.write(changeMailState, { paused: null, by: 'test' });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const send = async (options: SenderOptions = {}) => {
    const sender = await world.send({ smtpUrl: server.url, ...options });
    running.push(sender);
    return sender;
  };
  const sentTo = (domain: string) => server.accepted.filter(({ to }) => to.endsWith(`@${domain}`));
  const mails = (campaignId: number) =>
    world.ledger.database.db
      .selectFrom('mail_items')
      .selectAll()
      .where('campaign_id', '=', campaignId)
      .orderBy('id')
      .execute();
  const isOver = async (campaignId: number): Promise<boolean> =>
    (await world.statuses(campaignId)).every((status) => !['queued', 'claimed', 'sending'].includes(status));
  const units = async (): Promise<number> =>
    Number((await world.books.rows(`SELECT sum(used) AS used FROM mail_counters WHERE scope = 'all'`))[0]?.used ?? 0);

  it('is told by the row, the budget and the list of addresses that get no mail', async () => {
    const companyId = await world.addCompany();
    const before = await units();
    const campaignId = await world.addCampaign(
      companyId,
      rows.map(([name]) => `${name}@${name}-row.jp`),
    );
    answer = (step, to) => rows.find(([name, when]) => to.startsWith(`${name}@`) && when === step)?.[2];
    await send();
    await until(() => isOver(campaignId));
    const now = await world.ledger.database.now();
    const seen = await mails(campaignId);
    expect(seen.map(({ status, smtp_code }) => [status, smtp_code])).toEqual(
      rows.map(([, , , status, code]) => [status, code]),
    );
    expect(seen.map(({ attempts }) => attempts)).toEqual(rows.map(() => 1));
    expect((await units()) - before).toBe(rows.length);
    for (const { status, next_attempt_at } of seen) {
      if (status !== 'retry') expect(next_attempt_at).toBeNull();
      else expect(Math.abs((next_attempt_at ?? 0) - now - 5 * MINUTE)).toBeLessThan(0.5 * MINUTE + 10_000);
    }
    const suppressed = await world.ledger.database.db.selectFrom('suppressions').select('address_norm').execute();
    const dead = rows.filter(([, , , , , more]) => more?.isSuppressed).map(([name]) => `${name}@${name}-row.jp`);
    expect(suppressed.map(({ address_norm }) => address_norm).sort()).toEqual(dead.sort());
    const slow = world.ledger.database.db.selectFrom('mail_domains').select('domain').where('slow_until', '>', now);
    expect((await slow.execute()).map(({ domain }) => domain)).toEqual(['patience-row.jp']);
    // Nobody knows what became of two of them: they are left alone.
    await until(async () => (await findMailing(world.ledger.database.db, companyId, campaignId))?.state === 'open');
    expect(sentTo('silent-row.jp')).toHaveLength(1);
    await world.ledger.database.write(campaign.cancelMailing, { companyId, campaignId });
  });

  it('tries again four times, ever later, and then gives up with what was said last', async () => {
    const companyId = await world.addCompany();
    const before = await units();
    let tries = 0;
    answer = (step) => (step === 'rcpt' ? `450 4.2.0 try ${++tries}` : undefined);
    const { service } = await send();
    const campaignId = await world.addCampaign(companyId, ['again@again.jp']);
    for (const minutes of [5, 30, 120, 360]) {
      await until(async () => (await world.statuses(campaignId))[0] === 'retry');
      const [mail] = await mails(campaignId);
      const waits = (mail?.next_attempt_at ?? 0) - (await world.ledger.database.now());
      expect(waits).toBeGreaterThan(0.9 * minutes * MINUTE - 10_000);
      expect(waits).toBeLessThan(1.1 * minutes * MINUTE);
      await world.books.execute(`UPDATE mail_items SET next_attempt_at = 1, status = 'retry' WHERE id = ${mail?.id}`);
      service.wake();
      await until(async () => (await mails(campaignId))[0]?.retries !== mail?.retries || tries === 5);
    }
    await until(async () => (await world.statuses(campaignId))[0] === 'failed');
    expect(await mails(campaignId)).toMatchObject([{ attempts: 5, smtp_text: '450 4.2.0 try 5', smtp_code: 450 }]);
    expect((await units()) - before).toBe(5);
  });

  it.each([
    ['a wrong password', (url: string) => url.replace('smtp://', 'smtp://user:wrong@')],
    ['a server without TLS', (url: string) => url.replace('smtp://', 'smtps://')],
  ])('%s stops all mailing and fails no mail', async (_name, spoil) => {
    const companyId = await world.addCompany();
    const before = await units();
    const campaignId = await world.addCampaign(
      companyId,
      ['a', 'b', 'c'].map((name) => `${name}@auth-${name}.jp`),
    );
    answer = (step) => (step === 'auth' ? '535 5.7.8 wrong password' : undefined);
    await send({ smtpUrl: spoil(server.url) });
    await until(async () => (await world.books.rows('SELECT paused FROM mail_state'))[0]?.paused === 1);
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'queued'));
    expect(await units()).toBe(before);
    expect((await mails(campaignId)).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    const mailing = () => findMailing(world.ledger.database.db, companyId, campaignId);
    await until(async () => (await mailing())?.blocked_by === 'transport_error');
    await world.ledger.database.write(campaign.cancelMailing, { companyId, campaignId });
  });

  it('keeps an outcome that the database has no room for, and begins nothing meanwhile', async () => {
    const companyId = await world.addCompany();
    await (engine === 'sqlite' ? refuseOutcomes : refuseOutcomesOnPostgres)(world);
    const campaignId = await world.addCampaign(
      companyId,
      Array.from({ length: 12 }, (_, at) => `desk@room${at}.jp`),
    );
    const inHand = 4;
    let tries = 0;
    const database = interceptWrites(world.ledger.database, async (write) => {
      if (Object.is(write, finishMails)) tries++;
    });
    await send({ database });
    // Somebody has come back to what could not be stored.
    await until(() => tries > inHand + 1);
    const arrived = (): number => new Set(server.accepted.filter(({ to }) => to.startsWith('desk@room'))).size;
    expect(arrived()).toBeLessThanOrEqual(inHand);
    expect(await world.statuses(campaignId)).not.toContain('sent');
    await world.books.execute(engine === 'sqlite' ? 'DROP TRIGGER no_room' : 'DROP TRIGGER no_room ON mail_items');
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'sent'));
    expect(arrived()).toBe(12);
  });

  it('begins again with what the database did not let it begin', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, ['desk@again.jp']);
    let refusals = 2;
    const database = interceptWrites(world.ledger.database, async (write) => {
      if (Object.is(write, beginMails) && refusals-- > 0) throw new FareboxError('STORE_UNAVAILABLE');
    });
    await send({ database });
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'sent'));
    expect(sentTo('again.jp')).toHaveLength(1);
  });

  it('leaves a mail unknown whose server ended before its outcome was stored, until there is proof', async () => {
    const companyId = await world.addCompany();
    await (engine === 'sqlite' ? refuseOutcomes : refuseOutcomesOnPostgres)(world);
    const campaignId = await world.addCampaign(companyId, ['desk@ended.jp']);
    const first = await send();
    await until(() => sentTo('ended.jp').length === 1);
    await first.stop();
    await world.books.execute(
      engine === 'sqlite' ? 'DROP TRIGGER no_room' : 'DROP TRIGGER no_room ON mail_items',
      `UPDATE mail_items SET claimed_at = 1 WHERE status = 'sending'`,
    );
    await send();
    await until(async () => (await world.statuses(campaignId))[0] === 'unknown');
    await until(async () => (await findMailing(world.ledger.database.db, companyId, campaignId))?.state === 'done');
    expect(sentTo('ended.jp')).toHaveLength(1);
  });

  it('writes a mail to the outbox whole or not at all, and again when there is room', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, ['desk@full.jp', 'desk@room.jp']);
    const [first] = await mails(campaignId);
    const folder = join(world.dataDir, 'outbox');
    await mkdir(folder, { recursive: true });
    // A device that is always full.
    await symlink('/dev/full', join(folder, `mail-${first?.id}-1.eml.new`));
    await send({ smtpUrl: undefined });
    await until(async () => (await mails(campaignId))[0]?.smtp_text?.includes('ENOSPC') === true);
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'sent'));
    expect((await mails(campaignId)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });
});

/** No outcome of a mail is stored any more. */
const refuseOutcomes = ({ books }: SendingWorld): Promise<void> =>
  books.execute(
    `CREATE TRIGGER no_room BEFORE UPDATE OF smtp_stage ON mail_items BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
  );

const refuseOutcomesOnPostgres = ({ books }: SendingWorld): Promise<void> =>
  books.execute(
    `CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`,
    'CREATE TRIGGER no_room BEFORE UPDATE OF smtp_stage ON mail_items FOR EACH ROW EXECUTE FUNCTION no_room()',
  );
