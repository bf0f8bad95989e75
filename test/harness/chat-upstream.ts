/** An OpenAI-style chat on loopback whose prompt says how it answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ChatUpstream {
  url: string;
  /** Completions asked for so far, by prompt. */
  asked: Map<string, number>;
  close(): void;
}

/** `slow <ms> …` answers late, `refuse …` that the prompt is too long, `cut …` ends the connection inside the body. */
export async function startChatUpstream(): Promise<ChatUpstream> {
  const asked = new Map<string, number>();
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    req.on('end', () => {
      const prompt = promptOf(text);
      asked.set(prompt, (asked.get(prompt) ?? 0) + 1);
      answer(prompt, req, res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/v1`, asked, close };
}

function promptOf(text: string): string {
  const body: { messages?: { content?: string }[] } = JSON.parse(text);
  return body.messages?.at(-1)?.content ?? '';
}

function answer(prompt: string, req: IncomingMessage, res: ServerResponse): void {
  const [how, ms] = prompt.split(' ');
  if (how === 'slow') setTimeout(() => complete(prompt, res), Number(ms));
  else if (how === 'refuse') refuse(res);
  else if (how === 'cut') {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
    res.write('{"id":', () => req.socket.destroy());
  } else complete(prompt, res);
}

function complete(prompt: string, res: ServerResponse): void {
  const message = { role: 'assistant', content: `An answer to: ${prompt}` };
  send(res, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_795_000_000,
    model: 'openai/gpt-oss-20b',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  });
}

/** The caller's own fault, so that no breaker opens and the call is refunded. */
function refuse(res: ServerResponse): void {
  const message = 'Please reduce the length of the messages or completion.';
  send(res, 400, { error: { message, type: 'invalid_request_error', code: 'context_length_exceeded' } });
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
