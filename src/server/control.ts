/**
 * Local control socket of a running server with an embedded database, which no second process may write. It is in the
 * data folder, and only its owner can open it. Protocol: one line of JSON each way.
 */
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { sha256Hex } from '../lib/ids.ts';
import { CommandError } from './printing.ts';

const REQUEST_BYTES_MAX = 16 * 1024;
const ANSWER_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_MAX = 8;
const REPLY_MS_MAX = 30_000;
/** Systems cut the path of a socket at about 104 bytes. */
const PATH_BYTES_MAX = 100;

/** Carries out the words of a command and resolves with the lines to print. */
export type HandleCommand = (words: string[]) => Promise<string[]>;

/** Null when the path of the data folder is too long for a socket. */
function chooseSocketPath(dataDir: string): string | null {
  if (process.platform === 'win32') return `\\\\.\\pipe\\farebox-${sha256Hex(resolve(dataDir)).slice(0, 32)}`;
  const path = join(dataDir, 'control.sock');
  return Buffer.byteLength(path) > PATH_BYTES_MAX ? null : path;
}

/** Opens the socket; the caller holds the folder's instance lock, so what lies there is a leftover. */
export async function openControl(dataDir: string, handle: HandleCommand): Promise<{ close(): Promise<void> } | null> {
  const path = chooseSocketPath(dataDir);
  if (path === null) return null;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    void answerSocket(socket, handle);
  });
  server.maxConnections = CONNECTIONS_MAX;
  rmSync(path, { force: true });
  await listen(server, path);
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function listen(server: Server, path: string): Promise<void> {
  const listening = new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.once('listening', done);
  });
  // The socket is made within the call, under this mask: nobody else can open it in the moment before chmod.
  const mask = process.umask(0o177);
  server.listen(path);
  process.umask(mask);
  await listening;
  if (process.platform !== 'win32') chmodSync(path, 0o600);
}

async function answerSocket(socket: Socket, handle: HandleCommand): Promise<void> {
  try {
    const words = parseWords(await readLine(socket, REQUEST_BYTES_MAX));
    socket.end(`${JSON.stringify({ lines: await handle(words) })}\n`);
  } catch (thrown) {
    socket.end(`${JSON.stringify({ error: thrown instanceof Error ? thrown.message : 'It failed.' })}\n`);
  }
}

function parseWords(line: string): string[] {
  const request: unknown = JSON.parse(line);
  if (!Array.isArray(request) || !request.every((word) => typeof word === 'string')) throw new Error('Not a command.');
  return request;
}

/** Asks the server that runs on this folder; null when none does. */
export async function askServer(dataDir: string, words: readonly string[]): Promise<string[] | null> {
  const path = chooseSocketPath(dataDir);
  const socket = path === null ? null : await openSocket(path);
  if (socket === null) return null;
  socket.write(`${JSON.stringify(words)}\n`);
  try {
    const reply: { lines?: string[]; error?: string } = JSON.parse(await readLine(socket, ANSWER_BYTES_MAX));
    if (reply.lines === undefined) throw new CommandError(reply.error ?? 'The server did not respond.');
    return reply.lines;
  } finally {
    socket.destroy();
  }
}

function openSocket(path: string): Promise<Socket | null> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(null));
  });
}

function readLine(socket: Socket, bytesMax: number): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(REPLY_MS_MAX, () => fail(new Error('The server did not respond in time.')));
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) done(text.slice(0, end));
      else if (text.length > bytesMax) fail(new Error('The line is too long.'));
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection.')));
  });
}
