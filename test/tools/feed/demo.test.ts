/** The demonstration set: there in development, and never public elsewhere. */
import { afterEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { listOf, type Newsroom, openNewsroom } from '../auth/newsroom.ts';

let database: FreshDatabase | undefined;
afterEach(() => database?.drop());

it('is loaded once into an empty database in development, and taken back elsewhere', async () => {
  database = await freshDatabase('sqlite');
  const store = database;
  const look = async (env: Record<string, string>): Promise<unknown> => {
    const room: Newsroom = await openNewsroom('sqlite', { database: store, env });
    const { body } = await room.ask('GET', '/v1/articles?limit=50');
    const shop = await room.ask('GET', '/v1/shops/demo-minato-works');
    await room.stop();
    return { articles: listOf(body.items).length, shop: shop.body.article_count ?? shop.status };
  };
  expect(await look({ DEMO_DATA: 'off' })).toEqual({ articles: 0, shop: 404 });
  expect(await look({ DEMO_DATA: 'on' })).toEqual({ articles: 12, shop: 12 });
  expect(await look({ DEMO_DATA: 'on' })).toEqual({ articles: 12, shop: 12 });
  expect(await look({ NODE_ENV: 'production' })).toEqual({ articles: 0, shop: 404 });
});
