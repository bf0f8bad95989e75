/** A newsroom with articles in its feed: written by people through the door, published as the newsroom itself does it. */
import { join } from 'node:path';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { ArticleFindings } from '../../../src/newsroom/content/articles/findings.ts';
import { pushArticle } from '../../../src/newsroom/content/articles/writes.ts';
import { type Engine, freshDatabase } from '../../harness/databases.ts';
import { type Newsroom, type Options, openNewsroom, type Person } from '../auth/newsroom.ts';

export interface Story {
  title: string;
  body: string;
  findings?: ArticleFindings;
  isPrivate?: boolean;
}

export interface Told {
  releaseId: number;
  articleId: number;
}

export interface FeedWorld extends Newsroom {
  writer: Person;
  /** In the order of the stories. */
  told: Told[];
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export async function openFeedWorld(
  engine: Engine,
  stories: readonly Story[],
  options: Pick<Options, 'env' | 'providers'> = {},
): Promise<FeedWorld> {
  const database = await freshDatabase(engine);
  const first = await openNewsroom(engine, { database });
  const writer = await first.signIn('writer@sample.co.jp', { company_name: 'Sample' });
  // Nobody has signed in at this domain: it names no profile.
  await first.ask('PUT', '/auth/company', { key: writer.token, body: { domain: 'www.evil.example' } });
  const told: Told[] = [];
  for (const { title, body } of stories) {
    const release = { company_id: writer.companyId, title, body };
    const { body: made } = await first.ask('POST', '/api/press-release', { key: writer.token, body: release });
    told.push({ releaseId: Number(made.id), articleId: Number(made.article_id) });
  }
  await first.stop();
  const { url, dataDir } = database;
  const where = { dataDir: join(dataDir, 'data'), ...(url === undefined ? {} : { databaseUrl: url }) };
  const ledger = await openLedger({ ...where, log: silent });
  for (const [index, { findings, isPrivate }] of stories.entries()) {
    const articleId = told[index]?.articleId ?? 0;
    if (!isPrivate) await ledger.database.write(pushArticle, { articleId, findings });
  }
  await ledger.stop();
  const room = await openNewsroom(engine, { database, ...options });
  return {
    ...room,
    writer,
    told,
    async stop() {
      await room.stop();
      await database.drop();
    },
  };
}
