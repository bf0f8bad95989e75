/**
 * Form that runs an operation from a page, with room for the answer. `islands/runner/runner.tsx` makes it interactive;
 * without scripts it is hidden. Attributes tell the script where to send which fields, and the price.
 */
import type { ComponentChildren } from '#preact';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import type { RunTarget } from '../run-target.ts';
import { listErrorTexts } from '../texts/error-texts.ts';
import { formatAmount } from './amount.ts';
import { formatDuration } from './figures.ts';

export interface RunnerProps {
  language: Language;
  target: RunTarget;
  /** Fields of the form, or `<input type="hidden">` ones. */
  children: ComponentChildren;
  /** Of the button; `{price}` stands where the price belongs. */
  action: string;
  /** What stands where the answer will. */
  before?: ComponentChildren;
  /** The member of the answer that people came for. */
  shows?: string;
  examples?: readonly object[];
  /** Measured median; null: no calls yet. Undefined: no estimate is shown. */
  p50Ms?: number | null;
}

export function Runner({ language, target, children, action, before, shows, examples = [], p50Ms }: RunnerProps) {
  const errors = listErrorTexts(language);
  const words = { ...texts('run', language), action, errors };
  const { priceMicros, isDanger = false } = target;
  return (
    <form
      class="scripted runner"
      data-runner={JSON.stringify(target)}
      data-price={priceMicros}
      data-shows={shows}
      data-words={JSON.stringify(words)}
    >
      {examples.length > 1 ? (
        <label class="example">
          <span>{words.example}</span>
          <select data-examples={JSON.stringify(examples)}>
            {examples.map((example, index) => (
              <option key={JSON.stringify(example)} value={index}>
                {summarize(example)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {children}
      {p50Ms === undefined ? null : (
        <p class="note estimate">
          <span data-estimate>
            {formatText(words.estimate, { price: formatAmount(priceMicros), units: 1 }, language)}
          </span>{' '}
          {p50Ms === null ? '' : formatText(words.usualTime, { time: formatDuration(p50Ms) }, language)}
        </p>
      )}
      <div class="go">
        <button type="submit" class={isDanger ? 'danger' : undefined}>
          {formatText(action, { price: formatAmount(priceMicros) }, language)}
        </button>
        <span class="note keys">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
      <div data-outcome aria-live="polite">
        {before}
      </div>
    </form>
  );
}

const EXAMPLE_LENGTH_MAX = 60;

/** The values of an example in one line. */
function summarize(example: object): string {
  const text = Object.values(example)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ');
  return text.length > EXAMPLE_LENGTH_MAX ? `${[...text].slice(0, EXAMPLE_LENGTH_MAX).join('')}…` : text;
}
