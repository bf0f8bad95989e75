/** Text of an outlet for embeddings, and the check that a vector belongs to it. */
import { sha256Hex } from '../../../lib/ids.ts';
import type { MediaItemRow } from '../contacts/tables.ts';
import type { RecentArticle } from '../contacts/types.ts';

type MeaningColumns = Pick<MediaItemRow, 'profile' | 'recent_articles'>;

/** Profile and recent titles; empty for a medium that says nothing of itself. */
export function readMeaning({ profile, recent_articles }: MeaningColumns): string {
  const recent: RecentArticle[] = JSON.parse(recent_articles);
  return [profile ?? '', ...recent.map(({ title }) => title)]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Another text, or another model, has another one. */
export const hashMeaning = (space: string, text: string): string => sha256Hex(`${space}\n${text}`);
