/** Ways to the pages of a list that has numbers for them. */
import { toCount, withQuery } from './workspace.ts';

interface NumberedProps {
  path: string;
  filters: Readonly<Record<string, string>>;
  page: number;
  pages: number;
}

export function NumberedPages({ path, filters, page, pages }: NumberedProps) {
  if (pages < 2) return null;
  const link = (to: number, sign: string) =>
    to >= 1 && to <= pages ? (
      <a class="button second short" href={withQuery(path, { ...filters, page: to })}>
        {sign} {toCount(to)}
      </a>
    ) : null;
  return (
    <p class="actions">
      {link(page - 1, '←')}
      <span class="note">
        {toCount(page)} / {toCount(pages)}
      </span>
      {link(page + 1, '→')}
    </p>
  );
}
