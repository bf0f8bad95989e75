/** The measure of all others: `node:http` and undici, a body in and a body out, nothing looked at. */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { ready, upstreamUrl } from './ready.ts';

const upstream = new Pool(upstreamUrl(), { connections: 256, pipelining: 1 });

const server = createServer((req, res) => {
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.on('end', () => {
    const [first] = parts;
    const body = first && parts.length === 1 ? first : Buffer.concat(parts);
    upstream
      .request({ path: req.url ?? '/', method: 'POST', headers: { 'content-type': 'application/json' }, body })
      .then(async (reply) => {
        const answer = Buffer.from(await reply.body.arrayBuffer());
        res.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': answer.length });
        res.end(answer);
      })
      .catch(() => res.writeHead(502).end());
  });
});
ready(server);
