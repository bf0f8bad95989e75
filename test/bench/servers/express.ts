/** A plain proxy as one writes it with Express: JSON parsed in, JSON written out, no key, no charge. */
import { createServer } from 'node:http';
import express from 'express';
import { Pool } from 'undici';
import { ready, upstreamUrl } from './ready.ts';

const upstream = new Pool(upstreamUrl(), { connections: 256, pipelining: 1 });

const app = express();
app.use(express.json());
app.post('/v1/chat/completions', async (req, res) => {
  const reply = await upstream.request({
    path: req.path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(req.body),
  });
  res.status(reply.statusCode).json(await reply.body.json());
});
ready(createServer(app));
