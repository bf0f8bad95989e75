/** A tool's price, its coverage, and the price of larger inputs. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { formatAmount } from '../components/amount.ts';
import { formatCount } from '../components/figures.ts';

/** Of one call. */
export function Price({ tool: { priceMicros }, language }: { tool: RegisteredTool; language: Language }) {
  if (priceMicros === 0) return <span class="tag free">{texts('catalogue', language).free}</span>;
  return <span class="amount">{formatAmount(priceMicros)}</span>;
}

/** `prompts up to 6,000 bytes and 500 output tokens`; empty where the price covers everything. */
function formatCovered({ covers }: RegisteredTool, language: Language): string {
  const words = texts('catalogue', language);
  const fields: Readonly<Record<string, string>> = words.coveredFields;
  const parts = Object.entries(covers).map(([field, { amount, unit }]) =>
    formatText(fields[field] ?? words.covered[unit], { amount: formatCount(amount, language) }, language),
  );
  return new Intl.ListFormat(language).format(parts);
}

/** In a list: how much one price covers. */
export function CoverageNote({ tool, language }: { tool: RegisteredTool; language: Language }) {
  const covered = formatCovered(tool, language);
  return covered === '' ? null : (
    <small class="covered">{formatText(texts('catalogue', language).upTo, { covered }, language)}</small>
  );
}

/** On a page of its own: what a longer input costs, too. */
export function LongerInput({ tool, language }: { tool: RegisteredTool; language: Language }) {
  const covered = formatCovered(tool, language);
  if (covered === '') return null;
  const { longerInput } = texts('catalogue', language);
  return <p class="note">{formatText(longerInput, { covered, price: formatAmount(tool.priceMicros) }, language)}</p>;
}
