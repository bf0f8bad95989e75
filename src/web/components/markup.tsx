import type { Html } from '../html.ts';

/** Markup of templates, which have escaped it already. */
export function Markup({ html }: { html: Html }) {
  // `Html` is made by `html` alone, which escapes every value.
  return <div dangerouslySetInnerHTML={{ __html: html.text }} />;
}
