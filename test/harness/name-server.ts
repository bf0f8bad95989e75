/** A name server on loopback that a test tells what to say. */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  /** `127.0.0.1:<port>` */
  address: string;
  /** Names that were asked for, in order; each is asked for both families. */
  asked: string[];
  close(): Promise<void>;
}

/** IPv4 addresses of a name; undefined: there is no such name; null: no answer at all. */
export type Answer = readonly string[] | undefined | null;

const TYPE_A = 1;
const HEADER_BYTES = 12;

export async function openNameServer(answer: (name: string) => Answer): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const addresses = answer(name);
    if (addresses === null) return;
    const given = type === TYPE_A ? (addresses ?? []) : [];
    socket.send(writeReply(query, end, given, addresses === undefined), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function writeReply(query: Buffer, questionEnd: number, addresses: readonly string[], isAbsent: boolean): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (isAbsent ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    // A pointer to the question's name, type A, class IN, 60 seconds, 4 bytes.
    return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, a, b, c, d]);
  });
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...records]);
}
