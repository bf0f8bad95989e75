/** An OpenAI-style chat on loopback that answers as the test says, to instructions and data of one object. */
import { createServer, type ServerResponse } from 'node:http';

export interface ModelQuestion {
  system: string;
  data: Record<string, unknown>;
}

/** What is said; an object is said as JSON. `null` never ends, a number is a status. */
export type Said = string | object | number | null;

export interface ModelUpstream {
  url: string;
  /** How it answers from now on. */
  say(answer: (question: ModelQuestion) => Said, usage?: { prompt_tokens: number; completion_tokens: number }): void;
  /** Questions since the last `say`. */
  asked: ModelQuestion[];
  close(): void;
}

export async function startModelUpstream(): Promise<ModelUpstream> {
  let answer: (question: ModelQuestion) => Said = () => 'Nothing to say.';
  let usage = { prompt_tokens: 100, completion_tokens: 10 };
  const asked: ModelQuestion[] = [];
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    req.on('end', () => {
      const body: { messages: { role: string; content: string }[] } = JSON.parse(text);
      const find = (role: string): string => body.messages.find((message) => message.role === role)?.content ?? '';
      const question = { system: find('system'), data: JSON.parse(find('user')) };
      asked.push(question);
      send(res, answer(question), usage);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    say: (how, tokens = { prompt_tokens: 100, completion_tokens: 10 }) => {
      answer = how;
      usage = tokens;
      asked.length = 0;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(res: ServerResponse, said: Said, usage: object): void {
  if (said === null) return;
  const status = typeof said === 'number' ? said : 200;
  const content = typeof said === 'object' ? JSON.stringify(said) : said;
  const reply = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_795_000_000,
    model: 'openai/gpt-oss-20b',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  };
  const failure = { error: { message: 'No.', type: 'server_error' } };
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(status === 200 ? reply : failure));
}
