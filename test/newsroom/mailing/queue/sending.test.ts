/** Mails on their way: each once, as limits allow, and told truly, on both databases. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/database/types.ts';
import * as campaign from '../../../../src/newsroom/mailing/queue/campaign-writes.ts';
import { resolveMail } from '../../../../src/newsroom/mailing/queue/item-writes.ts';
import { findMailing } from '../../../../src/newsroom/mailing/queue/reads.ts';
import { changeMailState } from '../../../../src/newsroom/mailing/queue/settings-writes.ts';
import { claimServiceMails } from '../../../../src/newsroom/mailing/queue/worker/claim-writes.ts';
import { suppressAddress } from '../../../../src/newsroom/mailing/suppression-writes.ts';
import {
  type ScriptedServer,
  type SmtpAnswer,
  type SmtpStep,
  startScriptedServer,
} from '../../../harness/scripted-smtp.ts';
import { engines, until } from '../../../ledger/books.ts';
import { openSendingWorld, type Sender, type SenderOptions, type SendingWorld } from './world.ts';

const PLENTY = 100_000;
const AFTER_HAND_OVER_MS = 40;

describe.each(engines)('on %s', (engine) => {
  let world: SendingWorld;
  let server: ScriptedServer;
  let answer: ((step: SmtpStep, to: string) => SmtpAnswer) | undefined;
  const running: Sender[] = [];

  beforeAll(async () => {
    world = await openSendingWorld(engine);
    server = await startScriptedServer({ answer: (step, to) => answer?.(step, to) });
  });
  afterEach(async () => {
    answer = undefined;
    for (const sender of running.splice(0)) await sender.stop();
    await world.ledger.database.write(changeMailState, { paused: null, dailyLimit: PLENTY, by: 'test' });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const limitTo = (dailyLimit: number) => world.ledger.database.write(changeMailState, { dailyLimit, by: 'test' });
  const send = async (options: SenderOptions = {}) => {
    const sender = await world.send({ smtpUrl: server.url, ...options });
    running.push(sender);
    return sender;
  };
  const addresses = (count: number, name: string): string[] =>
    Array.from({ length: count }, (_, at) => `desk${at}@${name}${at}.jp`);
  const sentTo = (name: string): string[] =>
    server.accepted.map(({ to }) => to).filter((to) => to.includes(`@${name}`));
  const ended = (campaignId: number) => async () =>
    (await world.statuses(campaignId)).every((status) => !['queued', 'claimed', 'sending'].includes(status));
  const calm = (campaignId: number) => async () =>
    (await world.statuses(campaignId)).every((status) => status !== 'claimed' && status !== 'sending');
  const used = async (): Promise<number> =>
    Number((await world.books.rows("SELECT used FROM mail_counters WHERE scope = 'all'"))[0]?.used ?? 0);

  it('keeps to the daily limit with four workers, counts each mail once, and says what holds the rest', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, addresses(40, 'limit'));
    await limitTo((await used()) + 10);
    await Promise.all([1, 2, 3, 4].map(() => send()));
    await until(() => sentTo('limit').length === 10);
    if (engine === 'sqlite') {
      await expect(world.books.start()).rejects.toThrow('Another Farebox server is running on the data folder');
    }
    await until(
      async () => (await findMailing(world.ledger.database.db, companyId, campaignId))?.blocked_by === 'daily_limit',
    );
    await until(calm(campaignId));
    const statuses = await world.statuses(campaignId);
    expect(statuses.filter((status) => status === 'sent')).toHaveLength(10);
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(30);
    await limitTo(PLENTY);
    await until(ended(campaignId));
    expect(new Set(sentTo('limit')).size).toBe(40);
    expect(sentTo('limit')).toHaveLength(40);
    expect((await findMailing(world.ledger.database.db, companyId, campaignId))?.state).toBe('done');
  });

  it('keeps to what the plan of the company allows', async () => {
    const companyId = await world.addCompany('free');
    const campaignId = await world.addCampaign(companyId, addresses(55, 'plan'));
    await send();
    await until(
      async () => (await findMailing(world.ledger.database.db, companyId, campaignId))?.blocked_by === 'company_limit',
    );
    await until(calm(campaignId));
    expect(sentTo('plan')).toHaveLength(50);
    await world.ledger.database.write(campaign.cancelMailing, { companyId, campaignId });
  });

  it('leaves out who was suppressed, left out or cancelled since, and addresses that are nobody’s', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, ['a@late.jp', 'b@late.jp', 'c@late.example']);
    const other = await world.addCampaign(companyId, ['d@late.jp']);
    await world.ledger.database.write(suppressAddress, {
      companyId,
      norm: 'a@late.jp',
      reason: 'unsubscribed',
      mailId: null,
    });
    await world.ledger.database.write(campaign.cancelMailing, { companyId, campaignId: other });
    await send();
    await until(ended(campaignId));
    expect(await world.statuses(campaignId)).toEqual(['suppressed', 'sent', 'skipped']);
    expect(await world.statuses(other)).toEqual(['cancelled']);
    expect(sentTo('late')).toEqual(['b@late.jp']);
  });

  it('settles each mail by its own outcome, and sends only failed ones again', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, ['no@mix.jp', 'lost@mix.jp', 'late@mix.jp', 'fine@mix.jp']);
    answer = (step, to) => {
      if (step === 'rcpt' && to === 'no@mix.jp') return '550 5.7.1 policy';
      if (step === 'rcpt' && to === 'late@mix.jp') return '450 4.2.0 greylisted';
      return step === 'terminator' && to === 'lost@mix.jp' ? 'accept and close' : undefined;
    };
    await send();
    await until(ended(campaignId));
    expect(await world.statuses(campaignId)).toEqual(['failed', 'unknown', 'retry', 'sent']);
    answer = undefined;
    await world.books.execute(`UPDATE mail_items SET next_attempt_at = 1 WHERE status = 'retry'`);
    await until(async () => (await world.statuses(campaignId))[2] === 'sent');
    const again = { companyId, campaignId, userId: null, of: 'failed' } as const;
    expect(await world.ledger.database.write(campaign.queueMailing, again)).toMatchObject({ queued: 1 });
    await until(async () => (await world.statuses(campaignId))[0] === 'sent');
    expect((await world.statuses(campaignId))[1]).toBe('unknown');
    expect(sentTo('mix').sort()).toEqual(['fine@mix.jp', 'late@mix.jp', 'lost@mix.jp', 'no@mix.jp']);
    const { id } = await world.ledger.database.db
      .selectFrom('mail_items')
      .select('id')
      .where('address_norm', '=', 'lost@mix.jp')
      .executeTakeFirstOrThrow();
    await world.ledger.database.write(resolveMail, { id, companyId, campaignId, action: 'resend', by: 'ada@b.jp' });
    await until(async () => (await world.statuses(campaignId))[1] === 'sent');
  });

  it('stops by itself when the mail server is the matter, and fails no mail by it', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, addresses(6, 'trouble'));
    answer = (step) => (step === 'ehlo' ? '421 not today' : undefined);
    await send();
    await until(
      async () =>
        (await findMailing(world.ledger.database.db, companyId, campaignId))?.blocked_by === 'transport_error',
    );
    await until(async () => (await world.books.rows('SELECT paused FROM mail_state'))[0]?.paused === 1);
    await until(calm(campaignId));
    expect(new Set(await world.statuses(campaignId))).toEqual(new Set(['queued']));
    answer = undefined;
    await world.ledger.database.write(changeMailState, { paused: null, by: 'test' });
    await until(ended(campaignId));
    expect(sentTo('trouble')).toHaveLength(6);
  });

  it('pauses before the next claim', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, addresses(100, 'pause'));
    await send();
    await until(() => sentTo('pause').length >= 5);
    await world.ledger.database.write(changeMailState, { paused: { reason: 'operator' }, by: 'test' });
    const inFlight = 4;
    const atPause = sentTo('pause').length;
    await until(calm(campaignId));
    expect(sentTo('pause').length).toBeLessThanOrEqual(atPause + inFlight);
    await world.ledger.database.write(changeMailState, { paused: null, by: 'test' });
    await until(ended(campaignId));
    expect(new Set(sentTo('pause')).size).toBe(100);
  });

  it('sends nothing of a company whose account is suspended', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, ['a@suspended.jp']);
    const account = `(SELECT account_id FROM companies WHERE id = '${companyId}')`;
    await world.books.execute(`UPDATE accounts SET status = 'suspended' WHERE id = ${account}`);
    await send();
    await until(
      async () =>
        (await findMailing(world.ledger.database.db, companyId, campaignId))?.blocked_by === 'account_suspended',
    );
    await world.books.execute(`UPDATE accounts SET status = 'active' WHERE id = ${account}`);
    await until(ended(campaignId));
    expect(sentTo('suspended')).toHaveLength(1);
  });

  it('hands codes and invitations over whatever holds up the rest, and forgets what they said', async () => {
    const { service } = await send();
    await world.ledger.database.write(changeMailState, { paused: { reason: 'operator' }, dailyLimit: 0, by: 'test' });
    await service.mail.post({ kind: 'code', to: 'ada@code.jp', subject: '123456: code', text: 'Code: 123456' });
    await service.mail.post({ kind: 'code', to: 'no@code.jp', subject: '1', text: '1', isWanted: false });
    const waiting = await world.books.rows("SELECT * FROM mail_items WHERE kind = 'code'");
    expect(JSON.stringify(waiting)).not.toContain('123456');
    await until(() => sentTo('code').length === 1);
    const raw = server.accepted.at(-1)?.raw ?? '';
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).not.toMatch(/^List-Unsubscribe/m);
    expect(raw).toContain('123456');
    await until(
      async () =>
        (await world.books.rows("SELECT body FROM mail_items WHERE kind = 'code' AND body <> ''")).length === 0,
    );
  });

  it('sends what is queued while the last look finds nothing, without waiting for the next one', async () => {
    const { database } = world.ledger;
    let sender: Sender | undefined;
    let endStandstill = (_nowMs: number): void => {};
    const standstill = new Promise<number>((resolve) => {
      endStandstill = resolve;
    });
    const lateCode = { kind: 'code', to: 'late@awaited.jp', subject: '1', text: '1' } as const;
    let looks = 0;
    const write: Database['write'] = async (definition, input) => {
      const output = await database.write(definition, input);
      if (definition.name === claimServiceMails.name && ++looks === 1) {
        await sender?.service.mail.post(lateCode);
        await sleep(AFTER_HAND_OVER_MS);
      }
      return output;
    };
    const { db, engine: kind } = database;
    const slowed = { db, engine: kind, write, now: () => standstill, findOwner: () => database.findOwner() };
    sender = await world.send({ database: slowed });
    running.push(sender);
    const status = "SELECT status FROM mail_items WHERE address_norm = 'late@awaited.jp'";
    try {
      await until(async () => (await world.books.rows(status))[0]?.status === 'sent');
    } finally {
      endStandstill(await database.now());
    }
  });

  it('stops when the database is older than what was sent from here', async () => {
    const companyId = await world.addCompany();
    const sender = await send();
    const first = await world.addCampaign(companyId, ['a@restore.jp']);
    await until(ended(first));
    await sender.stop();
    await world.books.execute('UPDATE mail_state SET claims = claims - 1');
    const campaignId = await world.addCampaign(companyId, ['b@restore.jp']);
    await send();
    await until(
      async () =>
        (await findMailing(world.ledger.database.db, companyId, campaignId))?.blocked_by === 'restored_database',
    );
    expect(sentTo('restore')).toEqual(['a@restore.jp']);
    await world.ledger.database.write(changeMailState, { paused: null, by: 'test' });
    await until(ended(campaignId));
  });

  it('without a mail server is a file, written once', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, addresses(40, 'outbox'));
    await Promise.all([1, 2].map(() => world.send().then((sender) => running.push(sender))));
    await until(ended(campaignId));
    expect(new Set(await world.statuses(campaignId))).toEqual(new Set(['sent']));
    const folder = join(world.dataDir, 'outbox');
    const files = (await readdir(folder)).filter((name) => /^mail-\d+-1\.eml$/.test(name));
    expect(files).toHaveLength(40);
    const whole = await readFile(join(folder, files[0] ?? ''), 'utf8');
    expect(whole).toMatch(/^To: =\?UTF-8\?.* <desk\d+@outbox\d+\.jp>$/m);
  });
});
