/** A page of one's own: the frame from the server, the content by its script, which asks the API as any program would. */
import type { ComponentChildren } from '#preact';
import { Page } from '../../kernel/tool/reply.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import type { ShellAccount, ShellArea } from '../components/shell.tsx';
import { renderPage } from '../page.tsx';
import { listReasonTexts } from '../texts/error-texts.ts';

export interface PrivateParts {
  title: string;
  language: Language;
  account: ShellAccount;
  area: ShellArea;
  island: `islands/${string}`;
  /** What the script says, beside what all of them say. */
  words: Readonly<Record<string, string>>;
  /** What else it has to know. */
  facts: object;
  /** Above what the script makes. */
  intro?: ComponentChildren;
}

export function renderPrivatePage(parts: PrivateParts): Page {
  const { title, language, account, area, island, words, facts, intro = null } = parts;
  const shared = texts('workspace', language);
  const body = (
    <>
      {intro}
      <div
        id="island"
        data-words={JSON.stringify({ ...shared, ...words, ...listReasonTexts(language) })}
        data-facts={JSON.stringify(facts)}
        data-language={language}
      >
        <p class="note scripted loading" role="status">
          {shared.loading}
        </p>
      </div>
      <noscript>
        <p>{texts('sign-in', language).needsScript}</p>
      </noscript>
    </>
  );
  return new Page(renderPage({ title, body, language, account, area, island }));
}
