import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/types.ts';
import {
  FILE_BYTES_MAX,
  FILE_LIFETIME_MS,
  FILES_ACCOUNT_BYTES_MAX,
  FILES_TEST_ACCOUNT_BYTES_MAX,
  openFiles,
  type ToolFiles,
} from '../../src/files/files.ts';
import { keepFile } from '../../src/files/writes.ts';
import { engines } from '../harness/databases.ts';
import { openWorld, type World } from '../ledger/accounts-world.ts';

const ORIGIN = 'https://media.farebox.example';
const sound = new TextEncoder().encode('a sound');
const idOf = (url: string): string => url.slice(`${ORIGIN}/media/`.length);

describe.each(engines)('media on %s', (engine) => {
  let world: World;
  let media: ToolFiles;
  /** The same files, seen this much later. */
  const later = (ms: number): ToolFiles => {
    const { database } = world.ledger;
    const moved: Pick<Database, 'db' | 'now' | 'write'> = {
      db: database.db,
      write: database.write,
      now: async () => (await database.now()) + ms,
    };
    return openFiles(moved, ORIGIN);
  };
  beforeAll(async () => {
    world = await openWorld(engine);
    media = openFiles(world.ledger.database, ORIGIN);
  });
  afterAll(() => world.stop());

  it('gives back what was put, under an address of 128 random bits, each its own', async () => {
    const { principal } = await world.join();
    const urls = [
      await media.put(sound, 'audio/mpeg', 'speech.mp3', principal),
      await media.put(sound, 'audio/mpeg', 'speech.mp3', principal),
    ];
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) {
      expect(url).toMatch(/^https:\/\/media\.farebox\.example\/media\/[\w-]{22}$/);
      const { data, type, filename } = await media.get(idOf(url));
      expect([Buffer.from(data).toString(), type, filename]).toEqual(['a sound', 'audio/mpeg', 'speech.mp3']);
    }
  });

  it('takes no part of a file for the whole: bytes stay as they are', async () => {
    const { principal } = await world.join();
    const bytes = new Uint8Array(256).map((_, index) => index);
    const url = await media.put(bytes.subarray(1, 255), 'image/png', 'a.png', principal);
    expect(Buffer.from((await media.get(idOf(url))).data)).toEqual(Buffer.from(bytes.subarray(1, 255)));
  });

  it('ends after its hour, and is purged', async () => {
    const { principal } = await world.join();
    const id = idOf(await media.put(sound, 'audio/mpeg', 'speech.mp3', principal));
    await later(FILE_LIFETIME_MS - 60_000).get(id);
    await expect(later(FILE_LIFETIME_MS).get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await world.ledger.database.write(keepFile, {
      id: 'expired',
      accountId: principal.accountId,
      type: 'audio/mpeg',
      filename: 'old.mp3',
      bytes: sound,
      lifetimeMs: -1,
      accountBytesMax: 100,
    });
    expect(await world.ledger.database.purge()).toBe(1);
    const left = await world.ledger.database.db
      .selectFrom('files')
      .select('id')
      .where('account_id', '=', principal.accountId)
      .execute();
    expect(left).toEqual([{ id }]);
  });

  it('finds nothing under any other id', async () => {
    for (const id of ['', 'AAAAAAAAAAAAAAAAAAAAAA', '%', "' OR 1=1 --"]) {
      await expect(media.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('keeps no page, no script, nothing too large, and nothing for nobody', async () => {
    const { principal } = await world.join();
    for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'AUDIO/MPEG', '']) {
      const put = media.put(sound, type, 'x', principal);
      await expect(put).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
    const large = media.put(new Uint8Array(FILE_BYTES_MAX + 1), 'audio/wav', 'x', principal);
    await expect(large).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const nobody = media.put(sound, 'audio/wav', 'x', { kind: 'anonymous', mode: 'live', ip: '192.0.2.1' });
    await expect(nobody).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each([
    ['live', FILES_ACCOUNT_BYTES_MAX],
    ['test', FILES_TEST_ACCOUNT_BYTES_MAX],
  ] as const)(
    'keeps so many bytes for a %s account and no more, in parallel too; others are not touched',
    async (mode, most) => {
      const { principal } = await world.join(mode);
      const { principal: other } = await world.join(mode);
      const files = most / FILE_BYTES_MAX;
      const put = () => media.put(new Uint8Array(FILE_BYTES_MAX), 'image/jpeg', 'x.jpg', principal);
      const results = await Promise.allSettled(Array.from({ length: files + 1 }, put));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(files);
      await expect(media.put(sound, 'audio/mpeg', 'x', principal)).rejects.toMatchObject({ code: 'TOO_LARGE' });
      await media.put(sound, 'audio/mpeg', 'x', other);
    },
  );
});
