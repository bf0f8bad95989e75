/** A model service on loopback that follows a script, in the formats of Anthropic, OpenAI and Google, and keeps what it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isRecord } from '../../src/lib/record.ts';
import { type Format, formats, type Step, type Turn } from './formats.ts';

const BODY_BYTES_MAX = 8_000_000;
const TURNS_MAX = 50;

export interface ScriptedModel {
  url: string;
  /** What reached the model of each turn of a conversation with tools, oldest first. */
  turns: Turn[];
  /** Everything asked of it, as `POST /v1/messages`. */
  requests: string[];
  close(): void;
}

/**
 * The n-th step is what the model does once it has read n results of tools. Requests without tools (titles, summaries)
 * are answered with a word and not kept.
 */
export async function startScriptedModel(script: readonly Step[]): Promise<ScriptedModel> {
  const turns: Turn[] = [];
  const requests: string[] = [];
  const server = createServer((req, res) => {
    const path = (req.url ?? '/').split('?')[0] ?? '/';
    requests.push(`${req.method} ${path}`);
    const format = formats.find(({ takes }) => takes.test(path));
    if (req.method !== 'POST' || !format || requests.length > TURNS_MAX) {
      res.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    readBody(req)
      .then((body) => {
        const turn = format.read(body);
        if (turn.tools.length > 0) turns.push(turn);
        const step = turn.tools.length > 0 ? script[turn.results.length] : undefined;
        send(res, format, path, step ?? { say: 'Done.' }, turn);
      })
      .catch((thrown: unknown) => res.destroy(thrown instanceof Error ? thrown : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, turns, requests, close };
}

async function readBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of req.setEncoding('utf8')) {
    text += part;
    if (text.length > BODY_BYTES_MAX) throw new Error('The body is too large.');
  }
  const body: unknown = JSON.parse(text);
  return isRecord(body) ? body : {};
}

function send(res: ServerResponse, format: Format, path: string, step: Step, turn: Turn): void {
  const events = format.write(step, turn);
  if (!turn.streams && !path.endsWith(':streamGenerateContent')) {
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(format.join(events)));
    return;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
    res.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  res.end();
}
