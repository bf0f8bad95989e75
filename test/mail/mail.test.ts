import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { openMail } from '../../src/mail/mail.ts';

interface Received {
  from: string;
  to: string[];
  text: string;
}

interface Line {
  level: string;
  fields: object;
  message: string;
}

const mail = { kind: 'code', to: 'ada@farebox-mail.jp', subject: 'コード: 123456', text: 'コードは 123456 です。\n' };
const from = { name: 'Farebox', address: 'noreply@farebox.jp' };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-mail-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(pieces).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { port: address !== null && typeof address === 'object' ? address.port : 0, received };
}

interface Tried {
  post(more?: { to: string }): void;
  close(): Promise<void>;
  lines: Line[];
}

function aMail(smtpUrl: string | undefined, dataDir: string): Tried {
  const lines: Line[] = [];
  const write =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message });
    };
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const opened = openMail({ smtpUrl, smtpTimeoutMs: 2_000, from, dataDir, log });
  return { post: (more) => opened.post({ ...mail, ...more }), close: () => opened.close(), lines };
}

describe('mail by a server', () => {
  it('arrives as it was written', async () => {
    const { port, received } = await aServer();
    const { post, close, lines } = aMail(`smtp://127.0.0.1:${port}`, await aFolder());
    post();
    post();
    await close();
    expect(lines).toEqual([]);
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({ from: 'noreply@farebox.jp', to: ['ada@farebox-mail.jp'] });
    expect(received[0]?.text).toMatch(/^From: Farebox <noreply@farebox\.jp>\r\n/m);
    expect(received[0]?.text).toMatch(/^Subject: =\?UTF-8\?/m);
  });

  it('signs in with the name and password of SMTP_URL', async () => {
    const seen: string[] = [];
    const { port, received } = await aServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push(`${username} ${password}`);
        done(null, { user: username });
      },
    });
    const { post, close } = aMail(`smtp://post%40office:p%3Ass@127.0.0.1:${port}`, await aFolder());
    post();
    await close();
    expect(seen).toEqual(['post@office p:ss']);
    expect(received).toHaveLength(1);
  });

  it('tries again, and says what became of it without a word of the mail', async () => {
    let refusals = 1;
    const { port, received } = await aServer({
      onRcptTo(_address, _session, done) {
        if (refusals-- > 0) done(Object.assign(new Error('Busy'), { responseCode: 451 }));
        else done();
      },
    });
    const { post, close, lines } = aMail(`smtp://127.0.0.1:${port}`, await aFolder());
    post();
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
    await close();
    expect(lines).toMatchObject([{ level: 'warn', fields: { kind: 'code', again: true } }]);
    expect(JSON.stringify(lines)).not.toContain('123456');
  });

  it('never leaves for a domain that is nobody’s', async () => {
    const { port, received } = await aServer();
    const { post, close, lines } = aMail(`smtp://127.0.0.1:${port}`, await aFolder());
    for (const to of ['a@studio.example', 'a@x.test', 'a@localhost', 'not an address']) post({ to });
    await close();
    expect(received).toEqual([]);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({ level: 'info', fields: { reason: 'reserved_domain' } });
  });
});

describe('mail without a server', () => {
  it('is a file for its owner alone', async () => {
    const folder = await aFolder();
    const { post, close } = aMail(undefined, folder);
    post();
    post();
    await close();
    const names = await readdir(join(folder, 'outbox'));
    expect(names).toHaveLength(2);
    for (const name of names) {
      expect(name).toMatch(/^\d{8}T\d{6}\.\d{3}Z-code-[0-9a-f]{12}\.eml$/);
      expect((await stat(join(folder, 'outbox', name))).mode & 0o777).toBe(0o600);
    }
    expect(await readFile(join(folder, 'outbox', names[0] ?? ''), 'utf8')).toMatch(/^To: ada@farebox-mail\.jp$/m);
  });
});
