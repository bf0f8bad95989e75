/** `/login`: by e-mail, with the usual account or with a key; then on to where one came from, or to the dashboard. */
import { Page } from '../../kernel/tool/reply.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { CodeBlock } from '../components/code-block.tsx';
import type { ShellAccount } from '../components/shell.tsx';
import { MailForms, SaidWords, StatusLine } from '../components/sign-in.tsx';
import { WalletForms } from '../components/wallet-forms.tsx';
import { renderPage } from '../page.tsx';

export interface LoginProps {
  account: ShellAccount | null;
  /** A sign-in provider is set up. */
  isElsewhere: boolean;
  /** There is no mail server: codes are in the outbox. */
  isFiled: boolean;
  hasLeft: boolean;
  /** Where wallets pay for calls, as CAIP-2; empty: they can't. */
  walletNetworks: readonly string[];
  baseUrl: string;
}

const KEY_CHARS_MAX = 200;

export function renderLoginPage(facts: LoginProps, language: Language): Page {
  const { account } = facts;
  const body = account ? (
    <Inside account={account} language={language} />
  ) : (
    <Entrance facts={facts} language={language} />
  );
  const title = texts('login', language).title;
  return new Page(
    renderPage({ title, body, language, island: 'islands/login.ts', ...(account === null ? {} : { account }) }),
  );
}

function Entrance({ facts, language }: { facts: LoginProps; language: Language }) {
  const words = texts('login', language);
  const { isElsewhere, isFiled, hasLeft, walletNetworks, baseUrl } = facts;
  const walletWords = walletNetworks.length > 0 ? texts('wallet', language).said : {};
  return (
    <>
      {hasLeft ? <p class="state">{words.left}</p> : null}
      {isElsewhere ? (
        <button id="elsewhere" class="scripted" type="button">
          {words.elsewhere}
        </button>
      ) : null}
      <section>
        {isElsewhere ? <h2>{words.orByMail}</h2> : null}
        <p class="note">{isFiled ? texts('sign-in', language).filedNote : words.byMailNote}</p>
        <MailForms language={language} />
      </section>
      <StatusLine language={language} />
      {walletNetworks.length > 0 ? <WalletForms networks={walletNetworks} language={language} /> : null}
      <details>
        <summary>{words.byKey}</summary>
        <form id="key-form">
          <p class="note">{words.byKeyNote}</p>
          <label for="key">{words.key}</label>
          <input id="key" type="password" autocomplete="off" maxlength={KEY_CHARS_MAX} required />
          <button type="submit">{words.openDashboard}</button>
        </form>
      </details>
      <h2>{words.noAccount}</h2>
      <p class="note">{words.noAccountText}</p>
      <CodeBlock
        code={`curl -s ${baseUrl}/api/proxy/account/create \\\n  --json '{"name":"my agent","mode":"test"}'`}
      />
      <SaidWords language={language} isFiled={isFiled} more={{ ...texts('login-script', language), ...walletWords }} />
    </>
  );
}

function Inside({ account: { name, isMember, isOperator }, language }: { account: ShellAccount; language: Language }) {
  const words = texts('shell', language);
  const [before = '', after = ''] = texts('login', language).signedInAs.split('{name}');
  return (
    <>
      <p>
        {before}
        <bdi>{name}</bdi>
        {after}
      </p>
      <p>
        <a class="button" href="/dashboard">
          {words.dashboard}
        </a>
        {isMember ? (
          <a class="button second" href="/app">
            {words.newsroom}
          </a>
        ) : null}
        {isOperator ? (
          <a class="button second" href="/admin">
            {words.operators}
          </a>
        ) : null}
      </p>
    </>
  );
}
