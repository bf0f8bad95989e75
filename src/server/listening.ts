/** Binds the listening port; the address is known before anything else is opened. */
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { ConfigError } from '../config/config.ts';

export interface Address {
  /** Where the server will answer. */
  url: string;
  listen(server: HttpServer): Promise<void>;
  /** Lets the port go when no server has taken it. */
  release(): void;
}

/** A free port is taken before anything else is opened: its number is part of the base URL. */
export async function reserveAddress({ port, host }: { port: number; host: string }): Promise<Address> {
  if (port !== 0) {
    return {
      url: formatUrl(host, port),
      listen: (server) => startListening(server, { port, host }),
      release: () => {},
    };
  }
  const holder = createServer((socket) => socket.destroy());
  await startListening(holder, { port, host });
  const address = holder.address();
  if (address === null || typeof address === 'string') throw new ConfigError('HOST must be an address to listen on.');
  let isTaken = false;
  return {
    url: formatUrl(host, address.port),
    listen: async (server) => {
      isTaken = true;
      await startListening(server, holder);
    },
    release: () => {
      if (!isTaken) holder.close();
    },
  };
}

function formatUrl(host: string, port: number): string {
  const hostName = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${hostName.includes(':') ? `[${hostName}]` : hostName}:${port}`;
}

function startListening(server: Server, where: object): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(toListenError(error)));
    server.once('listening', done);
    server.listen(where);
  });
}

function toListenError(error: NodeJS.ErrnoException & { port?: number }): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError(`PORT ${error.port} is in use by another program: stop it or set PORT to another one.`);
  }
  if (error.code === 'EACCES')
    return new ConfigError(
      `PORT ${error.port} requires permissions that this user doesn't have. Use a port above 1023.`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigError('HOST is not an address of this machine.');
  }
  return error;
}
