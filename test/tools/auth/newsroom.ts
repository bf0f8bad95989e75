/** A whole server with its outbox, and what people do there. */
import { join } from 'node:path';
import { readConfig } from '../../../src/config/config.ts';
import type { ProviderDefinition } from '../../../src/kernel/tool/provider.ts';
import type { LedgerLimits } from '../../../src/ledger/types.ts';
import { verifyBooks } from '../../../src/ledger/verification/verify.ts';
import { type StartOptions, startServer } from '../../../src/server/main.ts';
import { type Engine, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Answer, ask, type RequestOptions } from '../../harness/farebox.ts';
import { codeIn, mailsIn, waitFor } from '../../harness/outbox.ts';
import { serverEnv } from '../../harness/server-env.ts';

export { codeIn, decoded, mailsIn, waitFor } from '../../harness/outbox.ts';

export interface Options {
  /** Default: a new one, removed by `stop`. */
  database?: FreshDatabase;
  env?: Readonly<Record<string, string>>;
  clockOffsetMs?: number;
  limits?: Partial<LedgerLimits>;
  mailWebhooks?: StartOptions['mailWebhooks'];
  /** Default: none, so that no tool with a source is set up. */
  providers?: readonly ProviderDefinition[];
}

export interface Person {
  email: string;
  token: string;
  /** The answer of verify. */
  body: Record<string, unknown>;
  companyId: string;
}

export interface Newsroom {
  url: string;
  database: FreshDatabase;
  ask(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Asks for a code, waits for its mail, and tells it. */
  codeFor(email: string): Promise<string>;
  /** With a code from the outbox; more fields of verify behind it. */
  signIn(email: string, fields?: Record<string, unknown>): Promise<Person>;
  /** Texts of the mails to an address, oldest first. */
  mails(to: string): Promise<string[]>;
  /** Fails when the books do not hold. */
  stop(): Promise<void>;
}

export async function openNewsroom(
  engine: Engine,
  { database, env, clockOffsetMs, limits = {}, providers = [], mailWebhooks }: Options = {},
): Promise<Newsroom> {
  const store = database ?? (await freshDatabase(engine));
  const variables = { ...serverEnv(store), LOG_LEVEL: 'silent', ...env };
  const server = await startServer(readConfig(variables, providers), providers, {
    ledger: { limits, ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }) },
    ...(mailWebhooks === undefined ? {} : { mailWebhooks }),
  });
  const asked: Newsroom['ask'] = (method, path, options) => ask(server.url, method, path, options);
  const mails = (to: string): Promise<string[]> => mailsIn(join(store.dataDir, 'data', 'outbox'), to);
  const codeMails = async (email: string): Promise<string[]> =>
    (await mails(email)).filter((mail) => mail.includes('sign-in code'));
  const codeFor = async (email: string): Promise<string> => {
    const before = (await codeMails(email)).length;
    const answer = await asked('POST', '/auth/send-code', { body: { email } });
    if (answer.body.sent !== true) throw new Error(`No code: ${answer.status} ${answer.text}`);
    return codeIn(await waitFor(async () => (await codeMails(email))[before]));
  };
  return {
    url: server.url,
    database: store,
    ask: asked,
    mails,
    codeFor,
    async signIn(email, fields = {}) {
      const code = await codeFor(email);
      const { status, body, text } = await asked('POST', '/auth/verify', { body: { email, code, ...fields } });
      const { token, company } = body;
      if (typeof token !== 'string') throw new Error(`Not signed in: ${status} ${text}`);
      return { email, token, body, companyId: String(memberOf(company, 'id')) };
    },
    async stop() {
      const { dataDir, url } = store;
      const folder = { dataDir: join(dataDir, 'data') };
      await server.close();
      const proof = await verifyBooks(url === undefined ? folder : { ...folder, databaseUrl: url });
      if (!database) await store.drop();
      if (!proof.ok) throw new Error(`The books do not hold: ${proof.lines.join(' ')}`);
    },
  };
}

/** A member of an object that may be none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}
