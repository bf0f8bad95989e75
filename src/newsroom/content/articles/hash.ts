import { sha256Hex } from '../../../lib/ids.ts';
import type { ArticleRow } from '../article-tables.ts';

/** What an article says, as one short text: whoever has translated or pushed this very text has no need to do it again. */
export const hashContent = ({ title, subtitle, body }: Pick<ArticleRow, 'title' | 'subtitle' | 'body'>): string =>
  `sha256:${sha256Hex(JSON.stringify([title, subtitle, body]))}`;
