/** A bare bridge for comparison: `node:http` in front of the official client of a server over stdio, whose arguments for Node are argv. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ready } from './ready.ts';

const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: process.argv.slice(2), stderr: 'ignore' }),
);

ready(
  createServer((req, res) => {
    text(req)
      .then((body) => client.callTool({ name: 'echo', arguments: JSON.parse(body) }))
      .then((result) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result)))
      .catch(() => res.writeHead(502).end());
  }),
);
