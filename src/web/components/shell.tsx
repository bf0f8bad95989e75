/** Frame of every page: name, navigation, language, theme and footer. */
import type { ComponentChildren } from '#preact';
import type { Language } from '../../locales/language.ts';
import { languages, nameLanguage, texts } from '../../locales/texts.ts';
import { readVersion } from '../version.ts';
import { Palette, Shortcuts } from './palette.tsx';
import { Wordmark } from './wordmark.tsx';

export interface ShellProps {
  language: Language;
  /** Room for tables instead of a narrow column. */
  isWide: boolean;
  account?: ShellAccount | undefined;
  area?: ShellArea | undefined;
  children: ComponentChildren;
}

/** Signed-in account. */
export interface ShellAccount {
  /** Of the person, or of the account. */
  name: string;
  mode: 'live' | 'test';
  /** There is a newsroom of theirs. */
  isMember: boolean;
  isOperator: boolean;
}

/** Pages that belong together, one of which is open. */
export interface ShellArea {
  title: string;
  groups: readonly {
    /** None above the first. */
    title?: string;
    pages: readonly { href: string; title: string; isOpen: boolean }[];
  }[];
}

export function Shell({ language, isWide, account, area, children }: ShellProps) {
  const words = texts('shell', language);
  return (
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <Header language={language} account={account} />
      <div class={area ? 'content workspace' : 'content'}>
        {area ? <AreaBar area={area} /> : null}
        <main id="main" class={isWide || area ? 'wide' : undefined}>
          {children}
        </main>
      </div>
      <Footer language={language} />
      <Palette language={language} />
      <Shortcuts language={language} />
    </>
  );
}

/** More than these do not fit beside each other at the bottom of a phone. */
const PHONE_ROW_MAX = 6;

function AreaBar({ area: { title, groups } }: { area: ShellArea }) {
  const all = groups.flatMap(({ pages }) => pages);
  if (all.length <= PHONE_ROW_MAX) {
    return (
      <nav class="area-bar" aria-label={title}>
        <AreaLinks groups={groups} />
      </nav>
    );
  }
  const open = all.find(({ isOpen }) => isOpen)?.title;
  return (
    <nav class="area-bar has-menu" aria-label={title}>
      <button class="area-button" type="button" popovertarget="area-pages">
        {open === undefined || open === title ? title : `${title}: ${open}`}
      </button>
      <div id="area-pages" class="area-pages" popover="auto">
        <AreaLinks groups={groups} />
      </div>
    </nav>
  );
}

function AreaLinks({ groups }: Pick<ShellArea, 'groups'>) {
  return groups.map(({ title: heading, pages }) => (
    <div key={heading ?? ''} class="area-group">
      {heading === undefined ? null : <p class="area-heading">{heading}</p>}
      {pages.map(({ href, title: name, isOpen }) => (
        <a key={href} class="area-link" href={href} aria-current={isOpen ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </div>
  ));
}

function Header({ language, account }: { language: Language; account: ShellAccount | undefined }) {
  const words = texts('shell', language);
  return (
    <header class={account ? 'site signed-in' : 'site'}>
      <Wordmark />
      <nav aria-label={words.main}>
        <a href="/tools">{words.tools}</a>
        <a href="/pricing">{words.pricing}</a>
        <a href="/docs">{words.docs}</a>
        <a href="/status">{words.status}</a>
      </nav>
      <div class="preferences">
        <button
          class="icon scripted find"
          type="button"
          data-palette
          aria-label={words.palette}
          title={`${words.palette} (/)`}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" stroke-width="2" />
            <path d="m15.5 15.5 5 5" stroke="currentColor" stroke-width="2" />
          </svg>
        </button>
        <LanguageSwitch language={language} />
        <button class="icon scripted" type="button" data-theme-switch aria-label={words.theme} title={words.theme}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" />
            <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
          </svg>
        </button>
        {account ? (
          <AccountMenu language={language} account={account} />
        ) : (
          <a class="sign-in" href="/login" data-signed-in={words.dashboard}>
            {words.signIn}
          </a>
        )}
      </div>
    </header>
  );
}

function AccountMenu({ language, account }: { language: Language; account: ShellAccount }) {
  const words = texts('shell', language);
  const { name, mode, isMember, isOperator } = account;
  return (
    <>
      <span class={mode === 'test' ? 'tag test' : 'tag live'}>{words[mode]}</span>
      <details class="menu" data-account={isMember ? 'member' : 'key'}>
        <summary>
          <bdi>{name}</bdi>
        </summary>
        <div>
          <a class="menu-link" href="/dashboard">
            {words.dashboard}
          </a>
          {isMember ? (
            <a class="menu-link" href="/app">
              {words.newsroom}
            </a>
          ) : null}
          {isOperator ? (
            <a class="menu-link" href="/admin">
              {words.operators}
            </a>
          ) : null}
          <form method="post" action="/login/leave">
            <button class="plain" type="submit">
              {words.signOut}
            </button>
          </form>
        </div>
      </details>
    </>
  );
}

/** Keeps the address and what it says; remembered by a cookie that holds nothing else. */
function LanguageSwitch({ language }: { language: Language }) {
  return (
    <select class="scripted" data-language-switch aria-label={texts('shell', language).language}>
      {languages.map((name) => (
        <option key={name} value={name} lang={name} selected={name === language}>
          {nameLanguage(name)}
        </option>
      ))}
    </select>
  );
}

function Footer({ language }: { language: Language }) {
  const words = texts('shell', language);
  return (
    <footer class="site">
      <nav aria-label={words.forMachines}>
        <a href="/llms.txt">llms.txt</a>
        <a href="/openapi.yaml">OpenAPI</a>
        <a href="/agent">{words.agentGuide}</a>
        <a href="/health" data-health data-well={words.isWell} data-ill={words.isIll}>
          <span class="dot" aria-hidden="true" /> {words.health}
        </a>
        <a href={`/api-benchmark/${language}/`}>{words.speed}</a>
        <a href="/time-report.html">{words.times}</a>
        <a href="/terms">{words.terms}</a>
      </nav>
      <span class="version">Farebox {readVersion()}</span>
    </footer>
  );
}
