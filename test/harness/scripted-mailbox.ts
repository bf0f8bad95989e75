/** A mail server that has one mailbox, by IMAP and by POP3: as much of both as a reader of it needs. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface StoredMessage {
  raw: string;
  isSeen: boolean;
}

export interface ScriptedMailbox {
  imapUrl: string;
  pop3Url: string;
  /** In the order in which they came. POP3 removes what was read, IMAP marks it. */
  messages: StoredMessage[];
  /** Logins that were tried, and right. */
  logins: number;
  tries: number;
  /** What is said instead of the usual to a command whose line fits; `close`: the connection ends. */
  answer: ((line: string) => string | undefined) | undefined;
  put(raw: string): void;
  close(): Promise<void>;
}

export const USER = 'bounces@farebox.jp';
export const PASSWORD = 'a pass:word';

export async function openScriptedMailbox(): Promise<ScriptedMailbox> {
  const sockets = new Set<Socket>();
  const listen = async (serve: (socket: Socket, box: ScriptedMailbox) => void): Promise<Server> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
      serve(socket, box);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const box: ScriptedMailbox = {
    imapUrl: '',
    pop3Url: '',
    messages: [],
    logins: 0,
    tries: 0,
    answer: undefined,
    put: (raw) => {
      box.messages.push({ raw, isSeen: false });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([imap, pop3].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
  const [imap, pop3] = [await listen(serveImap), await listen(servePop3)];
  const name = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1`;
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  box.imapUrl = `imap://${name}:${portOf(imap)}`;
  box.pop3Url = `pop3://${name}:${portOf(pop3)}`;
  return box;
}

/** Line after line; what `answer` says goes first. */
function readLines(socket: Socket, box: ScriptedMailbox, read: (line: string) => void): void {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      const said = box.answer?.(line);
      if (said === undefined) read(line);
      else if (said === 'close') socket.destroy();
      else socket.write(said);
    }
  });
}

function servePop3(socket: Socket, box: ScriptedMailbox): void {
  const say = (text: string): boolean => socket.write(`${text}\r\n`, 'latin1');
  const shown = [...box.messages];
  const gone = new Set<StoredMessage>();
  let user = '';
  const log = (password: string): boolean => {
    box.tries++;
    const isRight = user === USER && password === PASSWORD;
    if (isRight) box.logins++;
    return isRight;
  };
  say('+OK ready');
  readLines(socket, box, (line) => {
    const [, command = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? [];
    const message = shown[Number(rest) - 1];
    if (command === 'USER') {
      user = rest;
      say('+OK');
    } else if (command === 'PASS') say(log(rest) ? '+OK' : '-ERR no');
    else if (command === 'STAT') say(`+OK ${shown.length} 1000`);
    else if (command === 'RETR' && message) say(`+OK\r\n${message.raw.replace(/^\./gm, '..')}\r\n.`);
    else if (command === 'DELE' && message) {
      gone.add(message);
      say('+OK');
    } else if (command === 'QUIT') {
      box.messages = box.messages.filter((one) => !gone.has(one));
      socket.end('+OK\r\n');
    } else say('-ERR what?');
  });
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function serveImap(socket: Socket, box: ScriptedMailbox): void {
  const say = (text: string): boolean => socket.write(`${text}\r\n`, 'latin1');
  let waitsForLogin = '';
  const log = (tag: string, isRight: boolean): void => {
    box.tries++;
    if (isRight) box.logins++;
    say(isRight ? `${tag} OK logged in` : `${tag} NO [AUTHENTICATIONFAILED] no`);
  };
  say('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready');
  readLines(socket, box, (line) => {
    if (waitsForLogin !== '') {
      log(waitsForLogin, Buffer.from(line, 'base64').toString() === `\0${USER}\0${PASSWORD}`);
      waitsForLogin = '';
      return;
    }
    const [, tag = '', command = '', rest = ''] = /^(\S+) ((?:UID )?\w+) ?(.*)$/i.exec(line) ?? [];
    const uid = Number(/^\d+/.exec(rest)?.[0] ?? 0);
    const message = box.messages[uid - 1];
    switch (command.toUpperCase()) {
      case 'AUTHENTICATE': {
        const [, initial] = rest.split(' ');
        if (initial === undefined) {
          waitsForLogin = tag;
          say('+ ');
        } else log(tag, Buffer.from(initial, 'base64').toString() === `\0${USER}\0${PASSWORD}`);
        return;
      }
      case 'LOGIN':
        log(tag, rest === `${quote(USER)} ${quote(PASSWORD)}`);
        return;
      case 'CAPABILITY':
        say('* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR');
        break;
      case 'LIST':
        say('* LIST () "/" INBOX');
        break;
      case 'SELECT':
        say(
          `* ${box.messages.length} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT ${box.messages.length + 1}] ok`,
        );
        break;
      case 'UID SEARCH':
        say(`* SEARCH${box.messages.flatMap(({ isSeen }, at) => (isSeen ? [] : ` ${at + 1}`)).join('')}`);
        break;
      case 'UID FETCH':
        if (message) {
          const most = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? message.raw.length);
          const part = message.raw.slice(0, most);
          say(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n${part})`);
        }
        break;
      case 'UID STORE':
        if (message && rest.includes('\\Seen')) message.isSeen = true;
        say(`* ${uid} FETCH (UID ${uid} FLAGS (\\Seen))`);
        break;
      case 'LOGOUT':
        say('* BYE');
        socket.end(`${tag} OK bye\r\n`);
        return;
    }
    say(`${tag} OK done`);
  });
}
