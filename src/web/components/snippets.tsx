import type { Snippet } from '../snippets.ts';
import { CodeBlock } from './code-block.tsx';

/** One call in the languages that callers write; the first is open. */
export function Snippets({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <>
      {snippets.map(({ name, code }, index) => (
        <details key={name} open={index === 0}>
          <summary>{name}</summary>
          <CodeBlock code={code} />
        </details>
      ))}
    </>
  );
}
