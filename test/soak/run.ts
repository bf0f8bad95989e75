/**
 * `npm run soak-newsroom [-- minutes [sqlite|postgres [calls a second]]]`: pipeline, mailing and paid calls together for an hour, in
 * turn with spans of paid calls alone, so that both meet the machine in the same mood. Exits with 1 when money or mails don't add up; memory and speed are printed beside their bars.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge, median, print, printTable, short } from '../bench/measure.ts';
import { engines } from '../harness/databases.ts';
import { openPaidProcesses } from '../harness/paid-world.ts';
import { startScriptedServer } from '../harness/scripted-smtp.ts';
import { openSite } from '../harness/site.ts';
import { EMAIL, NewsroomLoad, OPERATOR } from './newsroom.ts';
import { OutsideCallers, OutsideSpan } from './outside.ts';
import { createTimer } from './paid.ts';

const MINUTES = 60;
const CALLS_PER_SECOND = 20;
const FUNDS_USD = 10_000;
const ROUND_MS = 60_000;
const ROUNDS_MIN = 3;
/** Of each round. */
const ALONE_SHARE = 0.3;
const SAMPLE_MS = 5_000;
const P99_TIMES_MAX = 2;
const MEMORY_TIMES_MAX = 1.2;
/** Until what is hot has been compiled, and caches have filled. */
const WARM_MS = 10_000;

const [minutesText = String(MINUTES), engineText = 'sqlite', rateText = String(CALLS_PER_SECOND)] =
  process.argv.slice(2);
const engine = engines.find((one) => one === engineText);
const [minutes, perSecond] = [Number(minutesText), Number(rateText)];
if (!engine || !(minutes > 0) || !(perSecond > 0)) throw new Error('Use: minutes, sqlite or postgres, calls a second');

const totalMs = minutes * 60_000;
const callers = await OutsideCallers.start();
const smtp = await startScriptedServer();
const site = await openSite();
const world = await openPaidProcesses({
  engine,
  env: {
    ADMIN_TOKEN: OPERATOR,
    ADMIN_EMAILS: EMAIL,
    TRUSTED_ADMIN_IPS: '127.0.0.1/32',
    ADMIN_RATE_LIMIT_PER_MINUTE: '1000000',
    FETCH_ALLOW_HOSTS: new URL(site.url).host,
    SCRAPE_SOURCES: `soak=${site.url}/feed`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'news@sender.co.jp',
    MAIL_PER_MINUTE: '6000',
    MAIL_DOMAIN_GAP_MS: '0',
    MAIL_FIRST_DAY_MAX: '1000000',
    MAIL_COMPANY_SHARE: '100',
    PLAN_LIMITS: '{"free":{"analyses":1000,"mails_per_day":1000000,"members":10}}',
    LLM_PROVIDER: 'groq',
    GROQ_BASE_URL: callers.upstreamUrl,
  },
});
const [server] = world.servers;
if (!server) throw new Error('No server');

/** MiB that the server holds, threads and all; not a number where the system doesn't tell. */
function readMemory(): number {
  try {
    const [, kib = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server?.pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

const [warm, alone, beside] = [new OutsideSpan(), new OutsideSpan(), new OutsideSpan()];
const faults: string[] = [];
const memory: number[] = [];
let code = 1;
try {
  const { apiKey, agentId } = await world.account(FUNDS_USD);
  const newsroom = new NewsroomLoad(server, site);
  await newsroom.prepare(join(world.database.dataDir, 'data', 'import'));
  const pay = (span: OutsideSpan, ms: number): Promise<void> =>
    callers.call(span, { url: server.url, apiKey, perSecond, ms });
  print(`${minutes} minutes on ${engine}, ${perSecond} paid calls a second`);
  await pay(warm, WARM_MS);
  const rounds = Math.max(ROUNDS_MIN, Math.round(totalMs / ROUND_MS));
  const sampler = setInterval(() => memory.push(readMemory()), SAMPLE_MS);
  for (let round = 0; round < rounds; round++) {
    await pay(alone, (totalMs / rounds) * ALONE_SHARE);
    const besideMs = (totalMs / rounds) * (1 - ALONE_SHARE);
    const isOver = createTimer(besideMs);
    await Promise.all([pay(beside, besideMs), newsroom.collect(isOver), newsroom.mail(isOver)]);
  }
  clearInterval(sampler);
  report();
  print(`  ${newsroom.articles} articles, ${newsroom.campaigns} campaigns with ${newsroom.mails} mails`);
  for (const { faults: wrong } of [warm, alone, beside]) faults.push(...wrong.slice(0, 10));
  checkMails(newsroom.mails);
  await checkBooks(agentId, callers.paidMicros);
  for (const fault of faults) print(`  WRONG ${fault}`);
  print(faults.length === 0 ? '  Money and mails add up.' : `The database is kept: ${world.database.dataDir}`);
  code = faults.length === 0 ? 0 : 1;
} finally {
  await world.close(code !== 0);
  await Promise.all([smtp.close(), site.close(), callers.stop()]);
}
process.exit(code);

function report(): void {
  const show = (name: string, span: OutsideSpan) => [
    name,
    String(span.calls),
    ...[0.5, 0.95, 0.99].map((share) => short(span.findQuantile(share))),
    short(median(span.lateMs)),
  ];
  printTable([
    ['paid calls', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', 'callers late by, p99 ms'],
    show('alone', alone),
    show('beside the newsroom', beside),
  ]);
  const times = beside.findQuantile(0.99) / alone.findQuantile(0.99);
  judge('p99 of paid calls beside the newsroom / alone', times, P99_TIMES_MAX, 'at most');
  const part = Math.max(1, Math.floor(memory.length / 4));
  // The second quarter: in the first one everything is used for the first time.
  const [early, late] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))];
  print(`  memory, MiB: ${short(memory[0] ?? Number.NaN)} at first, ${short(early)} early, ${short(late)} at the end`);
  judge('memory at the end / early', late / early, MEMORY_TIMES_MAX, 'at most');
}

/** Each mail that a campaign says was sent has been accepted once. */
function checkMails(sent: number): void {
  const ids = smtp.accepted.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim());
  const campaigns = ids.filter((id) => id?.startsWith('<c'));
  if (new Set(campaigns).size !== campaigns.length) faults.push('a mail was accepted twice');
  if (campaigns.length !== sent) faults.push(`${campaigns.length} mails were accepted, ${sent} are said to be sent`);
}

async function checkBooks(agentId: string, paidMicros: number): Promise<void> {
  const account = (await world.inspector.accounts()).get(agentId);
  if (account?.spent !== paidMicros) faults.push(`spent ${account?.spent}, receipts say ${paidMicros}`);
  if (account?.settled !== paidMicros) faults.push(`settled ${account?.settled}, receipts say ${paidMicros}`);
  if (account?.balance !== FUNDS_USD * 1_000_000 - paidMicros) faults.push(`the balance is ${account?.balance}`);
  const open = await world.inspector.openCalls();
  if (open > 0) faults.push(`${open} calls are open`);
  faults.push(...(await world.inspector.oddCalls()));
  const { code: exit, output } = await world.verify();
  if (exit !== 0) faults.push(`verify exits with ${exit}: ${output.slice(0, 1_000)}`);
}
