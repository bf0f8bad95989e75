import { sha256Hex } from '../../../lib/ids.ts';
import type { ArticleRow } from '../article-tables.ts';

/** Short hash of an article's text: translations and pushes of the same text are not repeated. */
export const hashContent = ({ title, subtitle, body }: Pick<ArticleRow, 'title' | 'subtitle' | 'body'>): string =>
  `sha256:${sha256Hex(JSON.stringify([title, subtitle, body]))}`;
