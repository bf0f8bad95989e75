/**
 * Where a tool is run from a page: a form, and room for the answer. `islands/run.tsx` makes it live; without scripts it is
 * not shown. The attributes tell the script what to send where.
 */
import type { ComponentChildren } from '#preact';
import type { Language } from '../language.ts';
import { runWords } from '../words/run.ts';

export interface RunnerProps {
  language: Language;
  tool: string;
  /** Where the call goes, by POST. */
  path: string;
  /** Fields of the form, or `<input type="hidden">` ones. */
  children: ComponentChildren;
  /** Of the button. */
  action: string;
}

export function Runner({ language, tool, path, children, action }: RunnerProps) {
  return (
    <form class="scripted runner" data-runner={tool} data-path={path} data-words={JSON.stringify(runWords[language])}>
      {children}
      <button type="submit">{action}</button>
      <div data-outcome aria-live="polite" />
    </form>
  );
}
