/** Part `x402`: calls that a wallet pays one by one, beside a bare server that verifies and settles and keeps nothing. */
import { randomBytes } from 'node:crypto';
import { type BenchedFarebox, paidRequest, startFarebox } from './farebox.ts';
import { type Contender, inTurn, judge, print, printTable, short } from './measure.ts';
import { CHAT_REQUEST, LLM_INPUT } from './payloads.ts';
import { type LoadGenerator, type Server, startServer } from './processes.ts';
import { COUNTER, type WireRequest } from './wire.ts';

const BARE = 'bare server (node:http + undici), verify and settle';
const FAREBOX = 'Farebox, paid by a wallet';
const PATH = '/api/proxy/llm-fast';
const BAR = 0.3;
/** One wallet may have 16 calls open, those of the round before among them. */
const CONNECTIONS = 8;
const WARM_MS = 3_000;

interface Terms {
  accepted: Record<string, string>;
  resource: object;
}

export async function benchWallets(load: LoadGenerator, upstream: Server): Promise<void> {
  const facilitator = await startServer(new URL('./servers/facilitator.ts', import.meta.url));
  const bare = await startServer(new URL('./servers/bare-x402.ts', import.meta.url), upstream.url, facilitator.url);
  const farebox = await startFarebox(upstream.url, {
    variables: {
      X402_NETWORK: 'eip155:8453',
      X402_PAY_TO: `0x${'20'.repeat(20)}`,
      X402_FACILITATOR_URL: facilitator.url,
      ACCOUNT_MODE: 'live',
    },
  });
  try {
    const header = { 'payment-signature': buildPayment(await askTerms(farebox)) };
    const request = (path: string, body: object): WireRequest => ({
      path,
      headers: header,
      json: JSON.stringify(body).replaceAll(COUNTER, '20000000'),
    });
    const contenders: Contender[] = [
      { name: BARE, ...bare, request: request('/v1/chat/completions', CHAT_REQUEST) },
      {
        name: 'Farebox, paid from a balance',
        url: farebox.url,
        pid: farebox.pid,
        request: paidRequest(farebox.apiKey),
      },
      { name: FAREBOX, url: farebox.url, pid: farebox.pid, request: request(PATH, LLM_INPUT) },
    ];
    await inTurn(load, contenders, CONNECTIONS, { rounds: 1, warmMs: 0, measureMs: WARM_MS });
    const figures = await inTurn(load, contenders, CONNECTIONS);
    print(`\nCalls paid by a wallet at concurrency ${CONNECTIONS}, with a facilitator on loopback`);
    const rows = [...figures].map(([name, { perSecond, p50Ms, p99Ms, cpuMicros }]) => [
      name,
      ...[perSecond, p50Ms, p99Ms, cpuMicros].map(short),
    ]);
    printTable([['', 'req/s', 'p50 ms', 'p99 ms', 'cpu µs'], ...rows]);
    const [own = Number.NaN, plain = Number.NaN] = [FAREBOX, BARE].map((name) => figures.get(name)?.perSecond);
    judge(`call paid by a wallet to the bare server, at ${CONNECTIONS}`, own / plain, BAR, 'at least');
  } finally {
    await Promise.all([farebox.stop(), bare.stop(), facilitator.stop()]);
  }
}

async function askTerms({ url }: BenchedFarebox): Promise<Terms> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}${PATH}`, { method: 'POST', headers, body: JSON.stringify(LLM_INPUT) });
  const { accepts, resource } = JSON.parse(
    Buffer.from(reply.headers.get('payment-required') ?? '', 'base64').toString(),
  );
  return { accepted: accepts[0], resource };
}

/** In base64, with the counter in the nonce: each is another payment of the same wallet. */
function buildPayment({ accepted, resource }: Terms): string {
  const seconds = Math.floor(Date.now() / 1000);
  const nonce = `0x0${COUNTER}${randomBytes(27).toString('hex')}0`;
  const authorization = {
    from: `0x${randomBytes(20).toString('hex')}`,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: String(seconds - 600),
    validBefore: String(seconds + 3_600),
    nonce,
  };
  const payment = (pad: string): string =>
    JSON.stringify({
      pad,
      x402Version: 2,
      resource,
      accepted,
      payload: { signature: `0x${'ab'.repeat(65)}`, authorization },
    });
  const offset = payment('').indexOf(`0${COUNTER}`) % 3;
  return Buffer.from(payment('x'.repeat((3 - offset) % 3))).toString('base64');
}
