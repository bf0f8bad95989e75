/** Reads a mailbox by IMAP. Read messages are marked as seen; nothing is deleted. */
import { ImapFlow } from 'imapflow';
import { type Mailbox, type MailboxServer, MESSAGE_BYTES_MAX } from './mailbox-types.ts';

const LITERAL_BYTES_MAX = 2 * MESSAGE_BYTES_MAX;

export async function pollImap(
  server: MailboxServer,
  take: Parameters<Mailbox['poll']>[0],
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const client = createClient(server);
  // What breaks the connection rejects the command that waits; nothing else may listen.
  client.on('error', ignore);
  const end = (): void => client.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    const lock = await client.getMailboxLock(server.folder);
    try {
      return await readUnseen(client, take, most, signal);
    } finally {
      lock.release();
    }
  } finally {
    signal.removeEventListener('abort', end);
    await client.logout().catch(ignore);
    client.close();
  }
}

function createClient({ host, port, isSecure, needsTls, user, password, timeoutMs }: MailboxServer): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure: isSecure,
    ...(needsTls ? { doSTARTTLS: true } : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxLineLength: LITERAL_BYTES_MAX,
    maxResponseSize: 2 * LITERAL_BYTES_MAX,
  });
}

async function readUnseen(
  client: ImapFlow,
  take: (raw: Uint8Array) => Promise<void>,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const found = await client.search({ seen: false, deleted: false }, { uid: true });
  const uids = found ? found.slice(0, most) : [];
  for (const uid of uids) {
    signal.throwIfAborted();
    const source = { start: 0, maxLength: MESSAGE_BYTES_MAX };
    const message = await client.fetchOne(String(uid), { source }, { uid: true });
    // Somebody has removed it meanwhile.
    if (!message || message.source === undefined) continue;
    await take(message.source);
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  }
  return uids.length;
}

const ignore = (): void => {};
