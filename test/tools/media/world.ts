/** A newsroom with the demonstration media in it, somebody who leads a company, and somebody who works there. */
import { join } from 'node:path';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { Ledger } from '../../../src/ledger/types.ts';
import { prepareDemoMedia } from '../../../src/newsroom/media/demo/demo.ts';
import { type Engine, freshDatabase } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type Newsroom, type Options, openNewsroom, type Person } from '../auth/newsroom.ts';

export interface MediaWorld extends Newsroom {
  admin: Person;
  member: Person;
  /** As the admin. */
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Number of the medium of this name. */
  idOf(name: string): number;
}

export interface MediaOptions extends Pick<Options, 'env' | 'providers' | 'mailWebhooks'> {
  /** Before the server starts; the demonstration media are there. */
  seed?(ledger: Ledger): Promise<void>;
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export async function openMediaWorld(engine: Engine, { seed, ...options }: MediaOptions = {}): Promise<MediaWorld> {
  const database = await freshDatabase(engine);
  const { url, dataDir } = database;
  const where = { dataDir: join(dataDir, 'data'), ...(url === undefined ? {} : { databaseUrl: url }) };
  const ledger = await openLedger({ ...where, log: silent });
  await prepareDemoMedia(ledger.database, { isWanted: true, isDevelopment: true });
  await seed?.(ledger);
  const rows = await ledger.database.db.selectFrom('media_items').select(['id', 'name']).execute();
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  const idOf = (name: string): number => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`There is no ${name}`);
    return id;
  };
  await ledger.stop();
  const room = await openNewsroom(engine, { ...options, database });
  const admin = await room.signIn('lead@sample-works.co.jp', { company_name: 'Sample Works' });
  await room.ask('POST', '/auth/invite', { key: admin.token, body: { email: 'writer@sample-works.co.jp' } });
  const member = await room.signIn('writer@sample-works.co.jp');
  return {
    ...room,
    admin,
    member,
    get: (path) => room.ask('GET', path, { key: admin.token }),
    post: (path, body, headers = {}) => room.ask('POST', path, { key: admin.token, body, headers }),
    idOf,
    async stop() {
      await room.stop();
      await database.drop();
    },
  };
}
