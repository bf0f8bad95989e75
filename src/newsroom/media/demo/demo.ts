/** Media to try things with on a fresh machine: newsroom.md §1.3. */

import type { Database } from '../../../database/types.ts';
import type { DemoOptions } from '../../content/articles/demo.ts';
import { hasMedia } from '../contacts/reads.ts';
import { buildDemoMedia } from './demo-media.ts';
import { loadDemoMedia, removeDemoMedia } from './demo-writes.ts';

export async function prepareDemoMedia(database: Database, { isWanted, isDevelopment }: DemoOptions): Promise<void> {
  if (!isDevelopment && !isWanted) await database.write(removeDemoMedia, null);
  if (!isWanted || (await hasMedia(database.db))) return;
  await database.write(loadDemoMedia, { media: buildDemoMedia(await database.now()) });
}
