/** The upstream of every server under test, a process of its own: an OpenAI-style chat and a forecast, at once, under `/near/` after 20 ms, under `/slow/` after a second. */
import { createServer } from 'node:net';
import { CHAT_REPLY, FORECAST_REPLY } from '../payloads.ts';
import { MessageReader } from '../wire.ts';
import { ready } from './ready.ts';

/** As long as a language model takes for a short answer. */
const SLOW_MS = 1_000;
const NEAR_MS = 20;

const answer = (body: unknown): Buffer => {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  return Buffer.from(head + text);
};

const chat = answer(CHAT_REPLY);
const forecast = answer(FORECAST_REPLY);

const server = createServer({ noDelay: true }, (socket) => {
  const reader = new MessageReader((head) => {
    const path = head.slice(0, head.indexOf('\r\n'));
    const reply = path.includes('/chat/completions') ? chat : forecast;
    if (path.includes('/slow/')) setTimeout(() => socket.write(reply), SLOW_MS);
    else if (path.includes('/near/')) setTimeout(() => socket.write(reply), NEAR_MS);
    else socket.write(reply);
  });
  socket.on('data', (chunk) => reader.push(chunk));
  socket.on('error', () => socket.destroy());
});
ready(server);
