/** Something to look at on a fresh machine: newsroom.md §1.3. */
import { readFile } from 'node:fs/promises';
import type { Database } from '../../../database/types.ts';
import { type DemoArticle, hideDemo, loadDemo } from './demo-writes.ts';
import { hasArticles } from './reads.ts';

export interface DemoOptions {
  /** Load it into an empty database. */
  isWanted: boolean;
  /** Elsewhere nobody but the operator sees it. */
  isDevelopment: boolean;
}

/** `file`: what the build has made of the demonstration articles. */
export async function prepareDemo(
  database: Database,
  { isWanted, isDevelopment }: DemoOptions,
  file: string,
): Promise<void> {
  if (!isDevelopment) await database.write(hideDemo, null);
  if (!isWanted || (await hasArticles(database.db))) return;
  const articles: DemoArticle[] = JSON.parse(await readFile(file, 'utf8'));
  await database.write(loadDemo, { articles, isPublic: isDevelopment });
}
