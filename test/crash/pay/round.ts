/** One round: wallets pay for calls and top up accounts, kill -9 at a random moment, every payment sent again, and a look at all three sides. */
import { once } from 'node:events';
import { Agent } from 'undici';
import type { Misbehavior } from '../../harness/facilitator.ts';
import { encodePayment, forgePayment } from '../../harness/payer.ts';
import { Random } from '../random.ts';
import { DEPOSIT_MICROS, DEPOSIT_PATH, type PayWorld } from './world.ts';

const CALLERS = 16;
const KILL_MS_MIN = 20;
const KILL_MS_MAX = 2_000;
const RECOVERY_MS_MAX = 4_000;
const RETRIES_MAX = 120;
const RETRY_PAUSE_MS = 100;
const PRICE_MICROS = 2_000;

export const agent = new Agent({ connections: 256, headersTimeout: 60_000, bodyTimeout: 60_000 });

/** One call that a wallet wants once, however often it is sent. */
interface Intent {
  prompt: string;
  /** Tops up the account of the key instead of buying a call. */
  isDeposit: boolean;
  header: string;
  nonce: string;
  /** Of the account that it is booked on; null for the wallet's own. */
  key: string | null;
  /** The upstream declines it, so that nothing is settled. */
  declined: boolean;
  /** Status and call or deposit of each answer; null when the connection ended before one. */
  replies: ({ status: number; callId: string | null; text: string } | null)[];
}

const PASSING = new Set([409, 503]);

export interface PayRound {
  faults: string[];
  calls: number;
  lost: number;
  pending: number;
}

export async function runPayRound(world: PayWorld, seed: number): Promise<PayRound> {
  const random = new Random(seed);
  const intents: Intent[] = [];
  const name = `${world.engine}-${seed}-${Date.now().toString(36)}`;
  let isOver = false;
  const caller = async (index: number): Promise<void> => {
    while (!isOver) {
      const intent = createIntent(world, random, `${name}-${index}-${intents.length}`);
      intents.push(intent);
      const how = chooseMisbehavior(random);
      if (how) world.facilitator.misbehave(random.chance(0.2) ? 'verify' : 'settle', how);
      const hasTwin = random.chance(0.2);
      await Promise.all([send(world, random, intent), ...(hasTwin ? [send(world, random, intent)] : [])]);
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)));
  await sleep(random.between(KILL_MS_MIN, KILL_MS_MAX));
  const place = random.between(0, world.servers.length - 1);
  await kill(world, place);
  isOver = true;
  await load;
  world.facilitator.behave();
  const pending = (await listPayments(world)).filter(({ state }) => state === 'answered').length;
  const hasSurvivors = world.servers.length > 1;
  if (!hasSurvivors) world.servers[place] = await world.start();
  const faults = (await recover(world)) ? [] : ['payments are still claimed by a dead server'];
  if (hasSurvivors) world.servers[place] = await world.start();
  await sendAgain(world, random, intents);
  faults.push(...intents.flatMap(checkIntent), ...(await checkSides(world, intents)));
  const lost = intents.filter(({ replies }) => replies.includes(null)).length;
  return { faults, calls: intents.length, lost, pending };
}

function createIntent({ required, depositRequired, keys }: PayWorld, random: Random, id: string): Intent {
  const isDeposit = random.chance(0.25);
  const declined = !isDeposit && random.chance(0.15);
  const prompt = `${declined ? 'refuse' : random.chance(0.5) ? `slow ${random.between(5, 200)}` : 'ok'} ${id}`;
  const payment = forgePayment(isDeposit ? depositRequired : required);
  const { nonce } = Object(Object(payment.payload).authorization);
  const key = isDeposit || random.chance(0.5) ? random.pick(keys) : null;
  return { prompt, isDeposit, header: encodePayment(payment), nonce, key, declined, replies: [] };
}

function chooseMisbehavior(random: Random): Misbehavior | null {
  if (random.chance(0.85)) return null;
  return random.pick<Misbehavior>([{ kind: 'down' }, { kind: 'hang' }, { kind: 'late', ms: 600 }, { kind: 'garbage' }]);
}

async function send({ servers }: PayWorld, random: Random, intent: Intent): Promise<number | null> {
  try {
    const reply = await agent.request({
      origin: random.pick(servers).url,
      path: intent.isDeposit ? DEPOSIT_PATH : '/api/proxy/llm-fast',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'payment-signature': intent.header,
        ...(intent.key === null ? {} : { authorization: `Bearer ${intent.key}` }),
      },
      body: JSON.stringify(intent.isDeposit ? { amount: DEPOSIT_MICROS / 1_000_000 } : { prompt: intent.prompt }),
    });
    const text = await reply.body.text();
    const body: { receipt?: { callId: string }; depositId?: string } = JSON.parse(text);
    const callId = body.receipt?.callId ?? body.depositId ?? null;
    intent.replies.push({ status: reply.statusCode, callId, text });
    return reply.statusCode;
  } catch {
    intent.replies.push(null);
    await sleep(20);
    return null;
  }
}

async function kill({ servers }: PayWorld, place: number): Promise<void> {
  const child = servers[place]?.child;
  if (!child) throw new Error('No server to kill');
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

const listPayments = ({ inspector }: PayWorld) => inspector.rows('wallet_payments');

async function recover(world: PayWorld): Promise<boolean> {
  const endMs = Date.now() + RECOVERY_MS_MAX;
  while ((await listPayments(world)).some(({ state }) => state === 'claimed')) {
    if (Date.now() > endMs) return false;
    await sleep(20);
  }
  return true;
}

async function sendAgain(world: PayWorld, random: Random, intents: readonly Intent[]): Promise<void> {
  const queue = [...intents];
  const retrier = async (): Promise<void> => {
    for (let intent = queue.pop(); intent; intent = queue.pop()) {
      for (let tries = 0; tries < RETRIES_MAX; tries++) {
        const status = await send(world, random, intent);
        if (status !== null && !PASSING.has(status)) break;
        await sleep(RETRY_PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, retrier));
}

/** One answer for each payment, the same each time; none for what the upstream declined. */
function checkIntent({ prompt, declined, replies }: Intent): string[] {
  const wanted = declined ? 422 : 200;
  const wrong = replies.filter((reply) => reply && reply.status !== wanted && !PASSING.has(reply.status));
  const faults = wrong.map((reply) => `${prompt} got ${reply?.status}: ${reply?.text.slice(0, 300)}`);
  if (!replies.some((reply) => reply?.status === wanted)) faults.push(`${prompt} has no answer`);
  const calls = new Set(replies.flatMap((reply) => reply?.callId ?? []));
  if (calls.size > (declined ? 0 : 1)) faults.push(`${prompt} was sold as ${[...calls].join()}`);
  return faults;
}

/** The books, the facilitator and the callers tell the same. */
async function checkSides(world: PayWorld, intents: readonly Intent[]): Promise<string[]> {
  const { facilitator, verify, inspector } = world;
  const faults: string[] = [];
  const rows = await listPayments(world);
  const settled = rows.filter(({ state }) => state === 'settled');
  const unfinished = rows.filter(({ state }) => state === 'claimed' || state === 'answered' || state === 'failed');
  if (unfinished.length > 0) faults.push(`payments that never ended well: ${JSON.stringify(unfinished).slice(0, 600)}`);
  const booked = new Map(settled.map(({ nonce, transaction_hash: hash }) => [nonce, hash]));
  if (booked.size !== settled.length) faults.push('a payment was settled twice in the books');
  for (const [nonce, transaction] of facilitator.settled) {
    if (booked.get(nonce) !== transaction)
      faults.push(`the facilitator settled ${nonce}, the books say ${booked.get(nonce)}`);
  }
  if (booked.size !== facilitator.settled.size)
    faults.push(`${booked.size} payments in the books, ${facilitator.settled.size} at the facilitator`);
  for (const { prompt, nonce, declined } of intents) {
    if (facilitator.settled.has(nonce) === declined)
      faults.push(`${prompt}: paid ${!declined ? 'not ' : ''}at the facilitator`);
  }
  const accounts = [...(await inspector.accounts()).values()];
  const count = (purpose: string): number => settled.filter((row) => row.purpose === purpose).length;
  const spent = accounts.reduce((sum, account) => sum + account.spent, 0);
  if (spent !== count('call') * PRICE_MICROS)
    faults.push(`${count('call')} calls were paid, the accounts spent ${spent}`);
  const left = accounts.reduce((sum, account) => sum + account.balance, 0);
  if (left !== count('deposit') * DEPOSIT_MICROS)
    faults.push(`${count('deposit')} deposits were settled, the accounts have ${left}`);
  const { code, output } = await verify();
  if (code !== 0) faults.push(`verify exits with ${code}: ${output.slice(0, 2_000)}`);
  return faults;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
