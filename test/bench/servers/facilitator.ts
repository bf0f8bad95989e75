/** A facilitator of x402, a process of its own, that finds every payment good and settles it at once. */
import { createServer } from 'node:net';
import { MessageReader } from '../wire.ts';
import { ready } from './ready.ts';

const answer = (body: unknown): Buffer => {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  return Buffer.from(head + text);
};
const verified = answer({ isValid: true });
const settled = answer({ success: true, transaction: `0x${'ab'.repeat(32)}` });

const server = createServer({ noDelay: true }, (socket) => {
  const reader = new MessageReader((head) => socket.write(head.startsWith('POST /verify') ? verified : settled));
  socket.on('data', (chunk) => reader.push(chunk));
  socket.on('error', () => socket.destroy());
});
ready(server);
