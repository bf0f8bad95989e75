/**
 * The measure of the MCP door: the SDK's low-level server with one tool that asks the same upstream, as its examples
 * do it: `createMcpHandler` behind `toNodeHandler`, a server for each request, the schema computed once.
 */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { Pool } from 'undici';
import { z } from 'zod';
import { MODEL } from '../payloads.ts';
import { ready, upstreamUrl } from './ready.ts';

const upstream = new Pool(upstreamUrl(), { connections: 256, pipelining: 1 });

const input = z.object({ prompt: z.string(), system: z.string().optional(), maxTokens: z.number().default(500) });
const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })) });

async function answer(args: unknown): Promise<{ content: string }> {
  const { prompt, system = '', maxTokens } = input.parse(args);
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ];
  const reply = await upstream.request({
    path: '/v1/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages, max_tokens: maxTokens }),
  });
  const { choices } = completion.parse(await reply.body.json());
  return { content: choices[0]?.message.content ?? '' };
}

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const output = await answer(params.arguments);
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
  });
  return server;
});

const serve = toNodeHandler(handler);
ready(
  createServer((req, res) => {
    const { method = 'GET', url = '/', headers } = req;
    const request = { method, url, headers, [Symbol.asyncIterator]: () => req[Symbol.asyncIterator]() };
    serve(request, res).catch(() => res.writeHead(500).end());
  }),
);
