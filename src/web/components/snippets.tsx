import type { RegisteredTool } from '../../kernel/registry.ts';
import { buildSnippets } from '../snippets.ts';
import { CodeBlock } from './code-block.tsx';

/** One call in the languages that callers write; the first is open. */
export function Snippets({ tool, input, baseUrl }: { tool: RegisteredTool; input: object; baseUrl: string }) {
  return (
    <>
      {buildSnippets(tool, input, baseUrl).map(({ name, code }, index) => (
        <details key={name} open={index === 0}>
          <summary>{name}</summary>
          <CodeBlock code={code} />
        </details>
      ))}
    </>
  );
}
