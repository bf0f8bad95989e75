/**
 * Form that runs a tool from a page, with room for the answer. `islands/run.tsx` makes it interactive; without scripts
 * it is hidden. Attributes tell the script where to send which fields, and the price.
 */
import type { ComponentChildren } from '#preact';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { listErrorTexts } from '../texts/error-texts.ts';
import { formatAmount } from './amount.ts';

export interface RunnerProps {
  language: Language;
  /** Called by POST. */
  tool: RegisteredTool;
  /** Fields of the form, or `<input type="hidden">` ones. */
  children: ComponentChildren;
  /** Of the button; `{price}` stands where the price belongs. */
  action: string;
  /** What stands where the answer will. */
  before?: ComponentChildren;
  /** The member of the answer that people came for. */
  shows?: string;
}

export function Runner({ language, tool, children, action, before, shows }: RunnerProps) {
  const errors = listErrorTexts(language);
  const words = { ...texts('run', language), action, errors };
  const { path, priceMicros, name } = tool;
  return (
    <form
      class="scripted runner"
      data-runner={name}
      data-path={path}
      data-price={priceMicros}
      data-shows={shows}
      data-words={JSON.stringify(words)}
    >
      {children}
      <button type="submit">{formatText(action, { price: formatAmount(priceMicros) }, language)}</button>
      <div data-outcome aria-live="polite">
        {before}
      </div>
    </form>
  );
}

/** Facts about a field with which the script can tell the price before the call. */
export function describeCoverage(
  { covers }: RegisteredTool,
  field: string,
): { 'data-covers'?: number; 'data-unit'?: string } {
  const coverage = covers[field];
  return coverage ? { 'data-covers': coverage.amount, 'data-unit': coverage.unit } : {};
}
