/** A database that was restored from a backup, as the feed's readers meet it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFeed } from '../../../../src/newsroom/content/feed/service.ts';
import { engines, freshBooks } from '../../../ledger/books.ts';

const site = { baseUrl: 'https://news.example', zone: 'UTC' };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const secrets = { sign: () => 'k.m', verify: () => false };

describe.each(engines)('a restored database on %s', (engine) => {
  it('begins one epoch, however many instances remember more than it knows', async () => {
    const books = await freshBooks(engine);
    const { database } = await books.start();
    const folders = [join(books.database.dataDir, 'one'), join(books.database.dataDir, 'two')];
    const open = (dataDir: string) => openFeed({ database, secrets, site, dataDir, log });
    const setNumber = (number: number) => books.execute(`UPDATE feed_state SET number = ${number}`);
    const start = async (): Promise<string[]> => {
      const feeds = await Promise.all(folders.map(open));
      const states = await Promise.all(feeds.map((feed) => feed.readState()));
      await Promise.all(feeds.map((feed) => feed.close()));
      return states.map(({ epoch, number }) => `${epoch}.${number}`);
    };
    await setNumber(5);
    expect(await start()).toEqual(['1.5', '1.5']);
    expect(JSON.parse(await readFile(join(folders[0] ?? '', 'instance.json'), 'utf8'))).toEqual({
      epoch: 1,
      number: 5,
    });
    await setNumber(7);
    expect(await start()).toEqual(['1.7', '1.7']);
    await setNumber(2);
    expect(await start()).toEqual(['2.2', '2.2']);
    expect(await start()).toEqual(['2.2', '2.2']);
    await setNumber(9);
    expect(await start()).toEqual(['2.9', '2.9']);
    // An older backup, from before the first one was restored.
    await books.execute('UPDATE feed_state SET epoch = 1, number = 5');
    expect(await start()).toEqual(['3.5', '3.5']);
    await writeFile(join(folders[0] ?? '', 'instance.json'), 'not JSON');
    expect(await start()).toEqual(['3.5', '3.5']);
  });
});
