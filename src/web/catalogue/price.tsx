import { formatCovers } from '../../kernel/coverage.ts';
import type { RegisteredTool } from '../../kernel/registry.ts';
import { formatAmount } from '../components/amount.ts';
import type { Language } from '../language.ts';
import { catalogueWords } from '../words/catalogue.ts';

/** Of one call, and what it covers where that is less than everything. */
export function Price({ tool, language }: { tool: RegisteredTool; language: Language }) {
  const words = catalogueWords[language];
  if (tool.priceMicros === 0) return <span class="tag free">{words.free}</span>;
  const covered = formatCovers(tool.covers);
  return (
    <>
      <span class="amount">{formatAmount(tool.priceMicros)}</span>
      {covered === '' ? null : (
        <small lang="en">
          {' '}
          {words.covers} {covered}
        </small>
      )}
    </>
  );
}
