/** World shared by all rounds on one database: sending servers, receiving servers, and a company with a campaign. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../../harness/farebox.ts';
import { type Inspector, openInspector } from '../../harness/inspect.ts';
import { type Mailing, mailingEnv, openMailing } from '../../harness/mailing.ts';
import { type ScriptedServer, type SmtpStep, startScriptedServer } from '../../harness/scripted-smtp.ts';

export type Transport = 'smtp' | 'outbox';

/** A mail that somebody has: the mail server, or the folder. */
export interface Accepted {
  mailId: number;
  /** Null for a file: its name tells the mail. */
  to: string | null;
}

export interface MailWorld {
  engine: Engine;
  transport: Transport;
  database: FreshDatabase;
  /** One on SQLite, two on PostgreSQL. */
  servers: FareboxProcess[];
  inspector: Inspector;
  mailing: Mailing;
  start(place: number): Promise<FareboxProcess>;
  /** Told by the mail server before each answer. */
  watch(onStep: ((step: SmtpStep) => void) | null): void;
  listAccepted(): Promise<Accepted[]>;
  close(keep: boolean): Promise<void>;
}

const RECIPIENTS = 16;
const PROGRAM = fileURLToPath(new URL('./server.mjs', import.meta.url));

export async function openMailWorld(engine: Engine, transport: Transport): Promise<MailWorld> {
  const database = await freshDatabase(engine);
  let onStep: ((step: SmtpStep) => void) | null = null;
  const smtp = await startScriptedServer({
    answer: (step) => {
      onStep?.(step);
      return undefined;
    },
  });
  const findFolder = (place: number): string => join(database.dataDir, place === 0 ? 'data' : `data-${place}`);
  const start = (place: number): Promise<FareboxProcess> => {
    const way = transport === 'smtp' ? { SMTP_URL: smtp.url } : {};
    const env = { ...mailingEnv, ...way, DATA_DIR: findFolder(place), LOG_LEVEL: 'error' };
    return startFareboxProcess({ database, env, program: PROGRAM });
  };
  const servers = [await start(0)];
  if (database.shared) servers.push(await start(1));
  const mailing = await openMailing({
    findUrl: () => servers.find(({ child }) => child.signalCode === null)?.url ?? '',
    dataDir: findFolder(0),
    recipients: RECIPIENTS,
    smtp: transport === 'smtp' ? smtp : undefined,
  });
  const inspector = await openInspector(database);
  return {
    engine,
    transport,
    database,
    servers,
    inspector,
    mailing,
    start,
    watch: (watcher) => {
      onStep = watcher;
    },
    listAccepted: () =>
      transport === 'smtp'
        ? Promise.resolve(smtp.accepted.flatMap(readAccepted))
        : listFiles(servers.map((_, place) => findFolder(place))),
    async close(keep) {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await Promise.all([smtp.close(), inspector.close()]);
      if (!keep) await database.drop();
    },
  };
}

export async function kill({ child }: FareboxProcess): Promise<void> {
  if (child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function readAccepted({ raw, to }: ScriptedServer['accepted'][number]): Accepted[] {
  const mailId = /^Message-ID: <c\d+\.e(\d+)\.v1@/im.exec(raw)?.[1];
  return mailId === undefined ? [] : [{ mailId: Number(mailId), to }];
}

/** Files of tries; what is half written has another name. */
async function listFiles(folders: readonly string[]): Promise<Accepted[]> {
  const names = await Promise.all(folders.map((folder) => readdir(join(folder, 'outbox')).catch(() => [])));
  return names.flat().flatMap((name) => {
    const mailId = /^mail-(\d+)-\d+\.eml$/.exec(name)?.[1];
    return mailId === undefined ? [] : [{ mailId: Number(mailId), to: null }];
  });
}
