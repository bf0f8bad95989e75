/** What stands around every page: the name, the ways to everything public, language and theme, and the footer. */
import type { ComponentChildren } from '#preact';
import { type Language, languageNames, languages } from '../language.ts';
import { shellWords } from '../words/shell.ts';
import { Wordmark } from './wordmark.tsx';

export interface ShellProps {
  language: Language;
  /** Room for tables instead of a narrow column. */
  isWide: boolean;
  children: ComponentChildren;
}

export function Shell({ language, isWide, children }: ShellProps) {
  const words = shellWords[language];
  return (
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <Header language={language} />
      <main id="main" class={isWide ? 'wide' : undefined}>
        {children}
      </main>
      <Footer language={language} />
    </>
  );
}

function Header({ language }: { language: Language }) {
  const words = shellWords[language];
  return (
    <header class="site">
      <Wordmark />
      <nav aria-label={words.main}>
        <a href="/tools">{words.tools}</a>
        <a href="/pricing">{words.pricing}</a>
        <a href="/docs">{words.docs}</a>
        <a href="/status">{words.status}</a>
      </nav>
      <div class="preferences">
        <LanguageSwitch language={language} />
        <button class="icon scripted" type="button" data-theme-switch aria-label={words.theme} title={words.theme}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" />
            <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
          </svg>
        </button>
        <a class="sign-in" href="/login">
          {words.signIn}
        </a>
      </div>
    </header>
  );
}

/** Keeps the address and what it says; remembered by a cookie that holds nothing else. */
function LanguageSwitch({ language }: { language: Language }) {
  return (
    <select class="scripted" data-language-switch aria-label={shellWords[language].language}>
      {languages.map((name) => (
        <option key={name} value={name} lang={name} selected={name === language}>
          {languageNames[name]}
        </option>
      ))}
    </select>
  );
}

function Footer({ language }: { language: Language }) {
  const words = shellWords[language];
  return (
    <footer class="site">
      <nav aria-label={words.forMachines}>
        <a href="/llms.txt">llms.txt</a>
        <a href="/openapi.yaml">OpenAPI</a>
        <a href="/agent">{words.agentGuide}</a>
        <a href="/health">{words.health}</a>
      </nav>
    </footer>
  );
}
