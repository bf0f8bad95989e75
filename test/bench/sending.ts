/** Part `sending`: mails a second through the ledger, paid calls beside them, and the links of mails. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { engines, freshDatabase } from '../harness/databases.ts';
import { startFareboxProcess } from '../harness/farebox.ts';
import { type Mailing, mailingEnv, openMailing } from '../harness/mailing.ts';
import { type BenchedFarebox, paidRequest, startFarebox } from './farebox.ts';
import { judge, median, PLAN, print, short, warmUp } from './measure.ts';
import { cpuMs, type LoadGenerator, type Server } from './processes.ts';

const RECIPIENTS = 500;
/** As many as a campaign may have. */
const MANY = 1_000;
const CAMPAIGNS = 2;
const ROUNDS = 3;
const MAILS_PER_SECOND_MIN = 100;
const CREATE_MS_MAX = 1_000;
const PAID_MIN = 0.8;
const CONNECTIONS = 32;
const HITS_PER_SECOND = 1_000;
const HIT_P99_MS_MAX = 5;
const LEAVERS = 20;
const LEAVE_MS_MAX = 1_000;
const END_MS_MAX = 120_000;

export async function benchSending(load: LoadGenerator, upstream: Server): Promise<void> {
  print(`\nMails to ${RECIPIENTS} recipients by the outbox, each durable at every step: the median of ${ROUNDS}`);
  for (const engine of engines) await benchOutbox(engine);
  const farebox = await startFarebox(upstream.url, { variables: mailingEnv });
  const { dataDir } = farebox;
  try {
    const mailing = await openMailing({ findUrl: () => farebox.url, dataDir, recipients: MANY });
    await benchBeside(load, farebox, mailing);
    await benchLinks(load, farebox);
  } finally {
    await farebox.stop();
  }
}

async function benchOutbox(engine: (typeof engines)[number]): Promise<void> {
  const database = await freshDatabase(engine);
  const server = await startFareboxProcess({ database, env: mailingEnv });
  try {
    const dataDir = join(database.dataDir, 'data');
    const mailing = await openMailing({ findUrl: () => server.url, dataDir, recipients: RECIPIENTS });
    const makingMs: number[] = [];
    const rates: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const beginMs = performance.now();
      const { path } = await mailing.draft();
      makingMs.push(performance.now() - beginMs);
      await mailing.call('POST', `${path}/send`);
      const [sentMs, usedMs] = [performance.now(), cpuMs(server.pid)];
      await untilSent(mailing, path);
      rates.push((RECIPIENTS * 1_000) / (performance.now() - sentMs));
      costs.push((cpuMs(server.pid) - usedMs) / RECIPIENTS);
    }
    print(`  ${engine}: processor time for one mail, ms: ${short(median(costs))}`);
    judge(`${engine}: mails a second`, median(rates), MAILS_PER_SECOND_MIN, 'at least');
    judge(`${engine}: the campaign is made, ms`, median(makingMs), CREATE_MS_MAX, 'at most');
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function readCounts(mailing: Mailing, path: string): Promise<{ status: unknown; sent: number }> {
  const { body } = await mailing.call('GET', path);
  const { sent }: { sent?: unknown } = Object(body.counts);
  return { status: body.status, sent: Number(sent) };
}

async function untilSent(mailing: Mailing, path: string): Promise<void> {
  const endMs = performance.now() + END_MS_MAX;
  while ((await readCounts(mailing, path)).status !== 'sent') {
    if (performance.now() > endMs) throw new Error('The campaign does not end');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function benchBeside(load: LoadGenerator, farebox: BenchedFarebox, mailing: Mailing): Promise<void> {
  const contender = { name: 'paid', url: farebox.url, pid: farebox.pid, request: paidRequest(farebox.apiKey) };
  await warmUp(load, [contender]);
  const alone: number[] = [];
  const beside: number[] = [];
  const mails: number[] = [];
  const measure = async (): Promise<number> =>
    (await load.run({ ...contender, connections: CONNECTIONS, ...PLAN })).perSecond;
  for (let round = 0; round < PLAN.rounds; round++) {
    alone.push(await measure());
    const paths: string[] = [];
    while (paths.length < CAMPAIGNS) paths.push((await mailing.draft()).path);
    for (const path of paths) await mailing.call('POST', `${path}/send`);
    beside.push(await measure());
    const counts = await Promise.all(paths.map((path) => readCounts(mailing, path)));
    const sent = counts.reduce((sum, one) => sum + one.sent, 0);
    if (sent === CAMPAIGNS * MANY) throw new Error('The mailing ended before the calls did');
    mails.push((sent * 1_000) / (PLAN.warmMs + PLAN.measureMs));
    for (const path of paths) await untilSent(mailing, path);
  }
  print(`\nPaid calls at concurrency ${CONNECTIONS} beside a mailing (SQLite)`);
  print(
    `  ${short(median(alone))} a second alone, ${short(median(beside))} beside ${short(median(mails))} mails a second`,
  );
  judge('paid calls beside a mailing to alone', median(beside) / median(alone), PAID_MIN, 'at least');
}

async function benchLinks(load: LoadGenerator, farebox: BenchedFarebox): Promise<void> {
  const folder = join(farebox.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => /^mail-\d+-\d+\.eml$/.test(name)).slice(0, LEAVERS);
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  const find = (text: string | undefined, pattern: RegExp): string => {
    const url = new URL((pattern.exec(text ?? '')?.[1] ?? '').replaceAll('&amp;', '&'));
    return `${url.pathname}${url.search}`;
  };
  const html = mails[0]?.html;
  print(`\nLinks of mails, ${HITS_PER_SECOND} requests a second from one address, of which 600 a minute are counted`);
  for (const [name, pattern] of [
    ['/t', /<img src="([^"]*\/t\/[^"]*)"/],
    ['/c', /<a href="([^"]*\/c\/[^"]*studio[^"]*)"/],
  ] as const) {
    const order = { url: farebox.url, request: { path: find(html, pattern) }, connections: CONNECTIONS, ...PLAN };
    const { p99Ms, p50Ms } = await load.run({ ...order, perSecond: HITS_PER_SECOND });
    judge(`${name}, p99 ms (median ${short(p50Ms)})`, p99Ms, HIT_P99_MS_MAX, 'at most');
  }
  const times: number[] = [];
  for (const { text } of mails) {
    const beginMs = performance.now();
    const reply = await fetch(new URL(find(text, /: (http\S+\/unsubscribe\S+)/), farebox.url), { method: 'POST' });
    await reply.text();
    if (reply.status !== 200) throw new Error(`Nobody can leave: ${reply.status}`);
    times.push(performance.now() - beginMs);
  }
  judge('an unsubscribe, ms to its effect, the slowest', Math.max(...times), LEAVE_MS_MAX, 'at most');
}
