/** The measure of paid calls without an account: `node:http` and undici, which verify, ask the upstream and settle, and keep nothing. */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { ready, upstreamUrl } from './ready.ts';

const upstream = new Pool(upstreamUrl(), { connections: 256, pipelining: 1 });
const [, , , facilitatorUrl = ''] = process.argv;
const facilitator = new Pool(facilitatorUrl, { connections: 256, pipelining: 1 });
const headers = { 'content-type': 'application/json' };

async function post(pool: Pool, path: string, body: Buffer | string): Promise<Buffer> {
  const reply = await pool.request({ path, method: 'POST', headers, body });
  return Buffer.from(await reply.body.arrayBuffer());
}

async function sell(payment: string, body: Buffer): Promise<Buffer> {
  const paymentPayload = JSON.parse(Buffer.from(payment, 'base64').toString());
  const { accepted: paymentRequirements } = paymentPayload;
  const asked = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements });
  await post(facilitator, '/verify', asked);
  const answer = await post(upstream, '/v1/chat/completions', body);
  await post(facilitator, '/settle', asked);
  return answer;
}

const server = createServer((req, res) => {
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.on('end', () => {
    sell(String(req.headers['payment-signature']), Buffer.concat(parts))
      .then((answer) => res.writeHead(200, { ...headers, 'content-length': answer.length }).end(answer))
      .catch(() => res.writeHead(502).end());
  });
});
ready(server);
