import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import type { Snippet } from '../snippets.ts';
import { CodeBlock } from './code-block.tsx';

interface SnippetsProps {
  snippets: readonly Snippet[];
  language: Language;
  /** Of this call among others on the page. */
  group?: string;
}

/** One call in the languages that callers write; the first is open, or the one that the reader has chosen before. */
export function Snippets({ snippets, language, group = 'call' }: SnippetsProps) {
  const [only] = snippets;
  if (only === undefined) return null;
  if (snippets.length === 1) return <CodeBlock code={only.code} />;
  return (
    <fieldset class="tabs" data-tabs>
      <legend class="unseen">{texts('shell', language).codeLanguage}</legend>
      {snippets.map(({ name }, index) => (
        <label key={name}>
          <input class="unseen" type="radio" name={`in-${group}`} value={name} checked={index === 0} />
          <span>{name}</span>
        </label>
      ))}
      {snippets.map(({ name, code }) => (
        <CodeBlock key={name} code={code} />
      ))}
    </fieldset>
  );
}
