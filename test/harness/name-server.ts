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

export interface Records {
  texts?: readonly string[];
  mailServers?: readonly string[];
  nameServers?: readonly string[];
}

/**
 * IPv4 addresses of a name, or other records; undefined: there is no such name; null: no answer at all; `failure`: it says that it
 * can't tell.
 */
export type Answer = readonly string[] | Records | undefined | null | 'failure';

const TYPE_A = 1;
const TYPE_NS = 2;
const TYPE_MX = 15;
const TYPE_TXT = 16;
const TEXT_BYTES_MAX = 255;
const HEADER_BYTES = 12;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

export async function openNameServer(answer: (name: string) => Answer): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const said = answer(name);
    if (said === null) return;
    const given = said === undefined || said === 'failure' ? [] : listData(said, type);
    const code = said === undefined ? NO_SUCH_NAME : said === 'failure' ? SERVER_FAILURE : 0;
    socket.send(writeReply(query, end, { type, given, code }), from.port, from.address);
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

type Given = Exclude<NonNullable<Answer>, 'failure'>;

const isAddresses = (answer: Given): answer is readonly string[] => Array.isArray(answer);

/** Of each record of the type. */
function listData(answer: Given, type: number): Buffer[] {
  if (isAddresses(answer)) {
    return type === TYPE_A ? answer.map((address) => Buffer.from(address.split('.').map(Number))) : [];
  }
  if (type === TYPE_TXT) return (answer.texts ?? []).map(writeText);
  if (type === TYPE_NS) return (answer.nameServers ?? []).map(writeName);
  if (type !== TYPE_MX) return [];
  return (answer.mailServers ?? []).map((host) => Buffer.concat([Buffer.from([0, 10]), writeName(host)]));
}

function writeText(text: string): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < text.length; at += TEXT_BYTES_MAX) pieces.push(writeLabel(text.slice(at, at + TEXT_BYTES_MAX)));
  return Buffer.concat(pieces);
}

const writeLabel = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
const writeName = (name: string): Buffer =>
  Buffer.concat([...name.split('.').filter(Boolean).map(writeLabel), Buffer.from([0])]);

function writeReply(
  query: Buffer,
  questionEnd: number,
  { type, given, code }: { type: number; given: readonly Buffer[]; code: number },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(given.length, 6);
  const records = given.map((data) =>
    // A pointer to the question's name, the type, class IN, 60 seconds, and how long it is.
    Buffer.concat([
      Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]),
      data,
    ]),
  );
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...records]);
}
