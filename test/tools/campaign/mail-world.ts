/** A company whose campaigns arrive at a mail server, on a product that can be killed and started again. */
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from 'vitest';
import { type Engine, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Answer, type FareboxProcess, startFareboxProcess } from '../../harness/farebox.ts';
import { type Mailing, mailingEnv, openMailing } from '../../harness/mailing.ts';
import { codeIn, decoded, waitFor } from '../../harness/outbox.ts';
import { type ScriptedServer, type ScriptOptions, startScriptedServer } from '../../harness/scripted-smtp.ts';

export const PATIENCE = { timeout: 60_000, interval: 50 };

export interface MailWorld {
  database: FreshDatabase;
  smtp: ScriptedServer;
  mailing: Mailing;
  /** Where it answers now. */
  findUrl(): string;
  /** Campaign mails that have arrived, by address, in their order. */
  arrived(): Promise<{ to: string; mail: Email }[]>;
  /** Letters of the service to somebody. */
  lettersTo(address: string): Promise<Email[]>;
  kill(): Promise<void>;
  start(): Promise<void>;
  untilStatus(path: string, status: string): Promise<void>;
  /** Invites somebody to the company; their session. */
  join(email: string): Promise<string>;
  ask(method: string, path: string, token: string | undefined, body?: unknown): Promise<Answer>;
  /** What the server has printed since it was started. */
  output(): string;
  close(): Promise<void>;
}

export async function openMailWorld(
  engine: Engine,
  options: { recipients: number; env?: Record<string, string>; script?: ScriptOptions },
): Promise<MailWorld> {
  const database = await freshDatabase(engine);
  const smtp = await startScriptedServer(options.script);
  const env = { ...mailingEnv, SMTP_URL: smtp.url, LOG_LEVEL: 'error', ...options.env };
  let server: FareboxProcess = await startFareboxProcess({ database, env });
  const dataDir = join(database.dataDir, 'data');
  const findUrl = (): string => server.url;
  const mailing = await openMailing({ findUrl, dataDir, recipients: options.recipients, smtp });
  const ask: MailWorld['ask'] = (method, path, token, body) =>
    server.request(method, path, { ...(token ? { key: token } : {}), ...(body === undefined ? {} : { body }) });
  const read = (isWanted: (raw: string) => boolean) =>
    Promise.all(
      smtp.accepted
        .filter(({ raw }) => isWanted(raw))
        .map(async ({ to, raw }) => ({ to, mail: await PostalMime.parse(raw) })),
    );
  const isCampaign = (raw: string): boolean => /^Message-ID: <c\d+\.e\d+\.v1@/im.test(raw);
  return {
    ...{ database, smtp, mailing, findUrl, ask },
    arrived: () => read(isCampaign),
    async lettersTo(address) {
      return (await read((raw) => !isCampaign(raw))).filter(({ to }) => to === address).map(({ mail }) => mail);
    },
    output: () => server.output(),
    async kill() {
      await server.stop('SIGKILL');
    },
    async start() {
      server = await startFareboxProcess({ database, env });
    },
    async untilStatus(path, status) {
      await expect.poll(async () => (await mailing.call('GET', path)).body.status, PATIENCE).toBe(status);
    },
    async join(email) {
      await mailing.call('POST', '/auth/invite', { email });
      await ask('POST', '/auth/send-code', undefined, { email });
      const isCode = (raw: string): boolean => /\b\d{6}\b/.test(raw) && !raw.includes('/login?');
      const code = codeIn(
        await waitFor(async () => {
          const mails = smtp.accepted.filter(({ to }) => to === email).map(({ raw }) => decoded(raw));
          return mails.findLast(isCode);
        }),
      );
      return String((await ask('POST', '/auth/verify', undefined, { email, code })).body.token);
    },
    async close() {
      await server.stop('SIGKILL');
      await smtp.close();
      await database.drop();
    },
  };
}
