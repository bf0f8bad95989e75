/** Email limits by day, pace, domain and warm-up, on both databases. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../../src/ledger/types.ts';
import * as campaign from '../../../../src/newsroom/mailing/queue/campaign-writes.ts';
import { enqueueMails } from '../../../../src/newsroom/mailing/queue/enqueue-writes.ts';
import { findDay } from '../../../../src/newsroom/mailing/queue/limits.ts';
import { findMailing } from '../../../../src/newsroom/mailing/queue/reads.ts';
import { changeMailState } from '../../../../src/newsroom/mailing/queue/settings-writes.ts';
import { beginMails } from '../../../../src/newsroom/mailing/queue/worker/step-writes.ts';
import { type ScriptedServer, type SmtpAnswer, startScriptedServer } from '../../../harness/scripted-smtp.ts';
import { engines, until } from '../../../ledger/books.ts';
import { interceptWrites, openSendingWorld, type Sender, type SenderOptions, type SendingWorld } from './world.ts';

const PLENTY = 100_000;
const DAY_MS = 86_400_000;

describe.each(engines)('on %s', (engine) => {
  let world: SendingWorld;
  let server: ScriptedServer;
  let answer: ((to: string) => SmtpAnswer) | undefined;
  const running: Sender[] = [];

  beforeAll(async () => {
    world = await openSendingWorld(engine);
    server = await startScriptedServer({ answer: (step, to) => (step === 'rcpt' ? answer?.(to) : undefined) });
  });
  afterEach(async () => {
    answer = undefined;
    for (const sender of running.splice(0)) await sender.stop();
    await limitTo(PLENTY);
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const limitTo = (dailyLimit: number, of: SendingWorld = world) =>
    of.ledger.database.write(changeMailState, { dailyLimit, by: 'test' });
  const send = async (options: SenderOptions = {}, of: SendingWorld = world) => {
    const sender = await of.send({ smtpUrl: server.url, ...options });
    running.push(sender);
    return sender;
  };
  const addresses = (count: number, name: string): string[] =>
    Array.from({ length: count }, (_, at) => `desk${at}@${name}${at}.jp`);
  const sentTo = (name: string) => server.accepted.filter(({ to }) => to.includes(`@${name}`));
  /** Nothing of it is under way any more. */
  const untilBlocked = async (companyId: string, campaignId: number, reason: string, of: SendingWorld = world) => {
    await until(async () => (await findMailing(of.ledger.database.db, companyId, campaignId))?.blocked_by === reason);
    const isUnderWay = (status: string): boolean => status === 'claimed' || status === 'sending';
    await until(async () => !(await of.statuses(campaignId)).some(isUnderWay));
  };
  const used = async (): Promise<number> => {
    const day = findDay(await world.ledger.database.now(), 'Asia/Tokyo');
    const counter = `SELECT used FROM mail_counters WHERE scope = 'all' AND day = '${day}'`;
    return Number((await world.books.rows(counter))[0]?.used ?? 0);
  };
  const forget = (companyId: string, campaignId: number) =>
    world.ledger.database.write(campaign.cancelMailing, { companyId, campaignId });

  it.each([2, 4])('of 500 mails, %i workers send the 50 of the day and no more', async (workers) => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, addresses(500, `many${workers}`));
    await limitTo((await used()) + 50);
    // Instances on a database that can be shared, workers in one server elsewhere.
    const ledgers: Ledger[] = [world.ledger];
    while (engine === 'postgres' && ledgers.length < workers) ledgers.push(await world.books.start());
    await Promise.all(
      Array.from({ length: workers }, (_, at) => send({ database: (ledgers[at] ?? world.ledger).database })),
    );
    await untilBlocked(companyId, campaignId, 'daily_limit');
    expect(new Set(sentTo(`many${workers}`).map(({ to }) => to)).size).toBe(50);
    expect(sentTo(`many${workers}`)).toHaveLength(50);
    const statuses = await world.statuses(campaignId);
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(450);
    await forget(companyId, campaignId);
  });

  it('stops at once when the limit is set below what was sent today', async () => {
    const companyId = await world.addCompany();
    const campaignId = await world.addCampaign(companyId, addresses(100, 'lower'));
    await send();
    await until(() => sentTo('lower').length >= 5);
    await limitTo(3);
    const atChange = sentTo('lower').length;
    await untilBlocked(companyId, campaignId, 'daily_limit');
    const inFlight = 4;
    expect(sentTo('lower').length).toBeLessThanOrEqual(atChange + inFlight);
    await forget(companyId, campaignId);
  });

  it('a worker that was held up past its recovery sends nothing more of what it had', async () => {
    const companyId = await world.addCompany();
    let wake = (): void => {};
    const held = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const late = interceptWrites(world.ledger.database, async (write) => {
      if (Object.is(write, beginMails)) await held;
    });
    const first = await send({ database: late });
    const campaignId = await world.addCampaign(companyId, addresses(8, 'held'));
    first.service.wake();
    // It works on so many at once.
    await until(async () => (await world.statuses(campaignId)).filter((status) => status === 'claimed').length === 4);
    await world.books.execute(`UPDATE mail_items SET claimed_at = 1 WHERE status = 'claimed'`);
    await send();
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'sent'));
    wake();
    await first.stop();
    expect(sentTo('held')).toHaveLength(8);
    expect(await world.statuses(campaignId)).toEqual(Array.from({ length: 8 }, () => 'sent'));
  });

  it('allows less on the first days', async () => {
    const fresh = await openSendingWorld(engine);
    try {
      const companyId = await fresh.addCompany();
      await limitTo(PLENTY, fresh);
      const campaignId = await fresh.addCampaign(companyId, addresses(80, 'ramp'));
      await send({ limits: { hasWarmup: true } }, fresh);
      await untilBlocked(companyId, campaignId, 'warmup', fresh);
      expect(sentTo('ramp')).toHaveLength(50);
      // The same as a second day: half as much again.
      await fresh.books.execute(
        `INSERT INTO mail_counters (scope, day, used, served_at) VALUES ('all', '2020-01-01', 1, 1)`,
      );
      await until(() => sentTo('ramp').length === 75);
      await untilBlocked(companyId, campaignId, 'warmup', fresh);
    } finally {
      for (const sender of running.splice(0)) await sender.stop();
      await fresh.close();
    }
    expect(sentTo('ramp')).toHaveLength(75);
  });

  it('allows a new company less for a day', async () => {
    const companyId = await world.addCompany('free', { created_at: await world.ledger.database.now() });
    const campaignId = await world.addCampaign(companyId, addresses(12, 'new'));
    const { service } = await send({ limits: { firstDayMax: 7 } });
    await untilBlocked(companyId, campaignId, 'company_limit');
    expect(sentTo('new')).toHaveLength(7);
    await world.books.execute(`UPDATE companies SET created_at = created_at - ${DAY_MS} WHERE id = '${companyId}'`);
    service.wake();
    await until(() => sentTo('new').length === 12);
  });

  it('leaves a part of the day to other companies', async () => {
    const [greedy, modest] = [await world.addCompany(), await world.addCompany()];
    await limitTo((await used()) + 100);
    const share = 6.5 / ((await used()) + 100);
    const many = await world.addCampaign(greedy, addresses(20, 'greedy'));
    const few = await world.addCampaign(modest, addresses(5, 'modest'));
    await send({ limits: { companyShare: share } });
    await untilBlocked(greedy, many, 'company_limit');
    await until(async () => (await world.statuses(few)).every((status) => status === 'sent'));
    expect([sentTo('greedy').length, sentTo('modest').length]).toEqual([7, 5]);
    await forget(greedy, many);
  });

  it('counts test mails apart: they take nothing from the mail of others', async () => {
    const [tester, other] = [await world.addCompany(), await world.addCompany()];
    const before = await used();
    await limitTo(before + 10);
    const mails = addresses(60, 'trial').map((address) => ({
      ...{ mediaId: null, recipient: '', address, subject: '夏の本', body: '夏の本が出ます。', bodyHtml: null },
    }));
    const campaignId = await world.addCampaign(other, addresses(10, 'reader'));
    const to = { companyId: tester, campaignId: null, articleId: null, userId: null, mailDomain: 'farebox.jp' };
    await world.ledger.database.write(enqueueMails, { ...to, kind: 'test', status: 'queued', language: 'ja', mails });
    await send();
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'sent'));
    const isTest = `company_id = '${tester}' AND kind = 'test'`;
    const count = async (status: string): Promise<number> =>
      (await world.books.rows(`SELECT id FROM mail_items WHERE ${isTest} AND status = '${status}'`)).length;
    // A fifth of the day's limit is a company's for tests.
    const most = Math.floor((before + 10) / 5);
    await until(async () => (await count('sent')) === Math.min(60, most));
    expect(await used()).toBe(before + 10);
    await world.books.execute(`UPDATE mail_items SET status = 'cancelled' WHERE ${isTest} AND status = 'queued'`);
  });

  it('leaves a gap between mails to one domain, a double one where patience is asked for', async () => {
    const companyId = await world.addCompany();
    const gapMs = 150;
    const same = ['a', 'b', 'c'].map((name) => `${name}@gap.jp`);
    const campaignId = await world.addCampaign(companyId, same);
    await send({ limits: { domainGapMs: gapMs } });
    await until(async () => (await world.statuses(campaignId)).every((status) => status === 'sent'));
    const times = sentTo('gap.jp').map(({ at }) => at);
    const waits = times.slice(1).map((at, before) => at - (times[before] ?? 0));
    // Less what the way from the claim to the mail server may differ by.
    expect(Math.min(...waits)).toBeGreaterThan(gapMs / 2);
    answer = (to) => (to.startsWith('e@') ? '421 4.7.0 slow down' : undefined);
    const slow = await world.addCampaign(companyId, ['e@gap.jp']);
    await until(async () => (await world.statuses(slow))[0] === 'retry');
    const [domain] = await world.books.rows(`SELECT * FROM mail_domains WHERE domain = 'gap.jp'`);
    const now = await world.ledger.database.now();
    expect(Number(domain?.slow_until) - now).toBeGreaterThan(3_500_000);
    const next = await world.addCampaign(companyId, ['f@gap.jp']);
    await until(async () => (await world.statuses(next))[0] === 'sent');
    const [after] = await world.books.rows(`SELECT * FROM mail_domains WHERE domain = 'gap.jp'`);
    const [mail] = await world.books.rows(`SELECT queued_at FROM mail_items WHERE address_norm = 'f@gap.jp'`);
    expect(Number(after?.next_at) - Number(mail?.queued_at)).toBeGreaterThanOrEqual(2 * gapMs);
    await forget(companyId, slow);
  });

  it('begins anew at midnight of the service’s zone, and counts each mail on its own day', async () => {
    const now = Date.now();
    const midnight = Date.parse(`${findDay(now + DAY_MS, 'Asia/Tokyo')}T00:00:00+09:00`);
    const beforeMs = 2_000;
    const fresh = await openSendingWorld(engine, midnight - beforeMs - now);
    const [before, after] = [midnight - 1, midnight].map((ms) => findDay(ms, 'Asia/Tokyo'));
    const readUsed = async (day: string | undefined): Promise<number> => {
      const counter = `SELECT used FROM mail_counters WHERE scope = 'all' AND day = '${day}'`;
      return Number((await fresh.books.rows(counter))[0]?.used ?? 0);
    };
    try {
      const companyId = await fresh.addCompany();
      await limitTo(10, fresh);
      const campaignId = await fresh.addCampaign(companyId, addresses(30, 'night'));
      await send({}, fresh);
      await until(async () => (await readUsed(after)) === 10);
      await untilBlocked(companyId, campaignId, 'daily_limit', fresh);
      const mails = await fresh.books.rows(`SELECT budget_day, claimed_at FROM mail_items WHERE status = 'sent'`);
      const budgetDays = mails.map(({ budget_day }) => String(budget_day));
      expect(budgetDays.filter((day) => day === after)).toHaveLength(10);
      expect(budgetDays.filter((day) => day === before)).toHaveLength(await readUsed(before));
      // What was claimed before midnight may be handed over after it, which is when it counts as claimed; never the other way.
      const days = mails.map(({ claimed_at }) => findDay(Number(claimed_at), 'Asia/Tokyo'));
      expect(days.filter((day, at) => day < (budgetDays[at] ?? ''))).toEqual([]);
      expect(await readUsed(before)).toBeLessThanOrEqual(10);
    } finally {
      for (const sender of running.splice(0)) await sender.stop();
      await fresh.close();
    }
  });
});
