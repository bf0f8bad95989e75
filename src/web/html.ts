/** Markup as a template that escapes whatever is put into it, for short pages of a few facts. */
import { escapeHtml } from '../kernel/escape-html.ts';

/** Markup that is safe as it stands: made by `html`, or by nobody. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number;

/** Texts are escaped for content and quoted attributes alike; what `html` has made passes as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, index) => `${part}${index < values.length ? renderValue(values[index] ?? '') : ''}`).join(''),
  );
}

function renderValue(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
}

/** A name that somebody has chosen: in quotation marks, and unable to turn the text around it. */
export function quoteName(name: string): Html {
  return html`<q><bdi>${name}</bdi></q>`;
}

/** The address if a browser may follow it from a link of ours, else null: no `javascript:`. */
export function toSafeHref(address: string): string | null {
  const isLink = URL.canParse(address) && ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol);
  return isLink ? address : null;
}
