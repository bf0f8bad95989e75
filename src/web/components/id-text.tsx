/** An ID with a button that copies it; `shell.ts` does the copying on every page. */
import type { ComponentChildren } from '#preact';

interface IdProps {
  id: string;
  /** What the button is called: “Copy”. */
  copy: string;
  /** Shown instead of the ID. */
  children?: ComponentChildren;
}

export function IdText({ id, copy, children = id }: IdProps) {
  return (
    <span class="id">
      <code>{children}</code>
      <button class="copy-id scripted" type="button" data-copy-text={id} aria-label={`${copy}: ${id}`} title={copy}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M5 5V2h9v9h-3M2 5h9v9H2z" fill="none" stroke="currentColor" stroke-width="1.5" />
        </svg>
      </button>
    </span>
  );
}
