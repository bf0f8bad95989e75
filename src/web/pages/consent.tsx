/**
 * The consent page: who asks for access, to what, and where the answer goes; sign-in, limits, yes or no. Its script
 * (islands/consent.ts) sends a root key as a bearer token; the cookie of a session counts from pages of this server alone.
 */
import { Page } from '../../kernel/tool/reply.ts';
import type { Language } from '../../locales/language.ts';
import { findText, texts } from '../../locales/texts.ts';
import type { ShellAccount } from '../components/shell.tsx';
import { MailForms, SaidWords, StatusLine } from '../components/sign-in.tsx';
import { renderPage } from '../page.tsx';

export interface ConsentProps {
  request: {
    client: {
      name: string;
      /** Who vouches for the name; null when nobody does. */
      host: string | null;
    };
    redirectUri: string;
    scopes: readonly string[];
    resource: string;
  };
  ticket: string;
  /** Where a no leads. */
  denied: string;
  /** Who is signed in already. */
  account: ShellAccount | null;
  /** There is no mail server: codes are in the outbox. */
  isFiled: boolean;
}

const REFUSED = 400;

interface PartProps {
  language: Language;
}

export function renderConsentPage(facts: ConsentProps, language: Language): Page {
  const words = texts('consent', language);
  const { account, denied, ticket } = facts;
  const body = (
    <>
      <Request facts={facts} language={language} />
      <section id="entrance">
        <h2>{words.account}</h2>
        <p class="note">{facts.isFiled ? texts('sign-in', language).filedNote : words.byMailNote}</p>
        <MailForms language={language} />
        <KeyForm language={language} />
      </section>
      <Answer ticket={ticket} scopes={facts.request.scopes} language={language} />
      <StatusLine language={language} />
      <a class="button second" id="deny" href={denied}>
        {words.deny}
      </a>
      <SaidWords language={language} isFiled={facts.isFiled} more={words.said} />
    </>
  );
  const visitor = account === null ? {} : { account };
  return new Page(renderPage({ title: words.title, body, language, island: 'islands/consent.ts', ...visitor }));
}

function Request({ facts: { request }, language }: PartProps & { facts: ConsentProps }) {
  const words = texts('consent', language);
  const { client, redirectUri, scopes, resource } = request;
  return (
    <>
      <p>
        <strong>
          <q>
            <bdi>{client.name}</bdi>
          </q>
        </strong>{' '}
        {words.asks}
      </p>
      <dl>
        <div>
          <dt>{words.from}</dt>
          <dd>{client.host ?? words.nobody}</dd>
        </div>
        <div>
          <dt>{words.to}</dt>
          <dd>{describePlace(redirectUri, language)}</dd>
        </div>
        <div>
          <dt>{words.at}</dt>
          <dd>{resource}</dd>
        </div>
      </dl>
      <h2>{words.can}</h2>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{findText(words.scopes, scope) ?? scope}</li>
        ))}
      </ul>
    </>
  );
}

/** Shown once somebody is signed in. */
function Answer({ ticket, scopes, language }: PartProps & { ticket: string; scopes: readonly string[] }) {
  const words = texts('consent', language);
  return (
    <section id="account" hidden>
      <h2 id="account-title" tabindex={-1}>
        {words.account}
      </h2>
      <p>
        <strong id="account-name" />
      </p>
      <button type="button" class="plain" id="leave">
        {words.leave}
      </button>
      <form id="consent" data-request={ticket}>
        {scopes.length > 1 ? <ScopeFields scopes={scopes} language={language} /> : null}
        <LimitFields language={language} />
        <button type="submit">{words.allow}</button>
      </form>
    </section>
  );
}

/**
 * A request that nobody can consent to. Without `leadTo` the client does not hear of it, because the address may not be its
 * own; with it whoever reads this decides whether to go there: anybody may register a client, and an address of ours must
 * not lead to one of theirs by itself.
 */
export function renderRefusalPage(message: string, language: Language, leadTo: string | null = null): Page {
  const { refused: title, refusedText, backTo } = texts('consent', language);
  const body = (
    <>
      <p>{refusedText}</p>
      <p class="note" lang="en">
        {message}.
      </p>
      {leadTo === null ? null : (
        <a class="button second" href={leadTo} rel="noreferrer">
          {backTo} {describePlace(leadTo, language)}
        </a>
      )}
    </>
  );
  return new Page(renderPage({ title, body, language }), undefined, REFUSED);
}

/** The host that gets the code, or that it is a program on this very device. */
function describePlace(redirectUri: string, language: Language): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  return `${texts('consent', language).device} (${protocol === 'http:' ? host : protocol})`;
}

/** For accounts that were made without an e-mail address. The key is kept nowhere, nor offered to be. */
function KeyForm({ language }: PartProps) {
  const words = texts('consent', language);
  return (
    <details>
      <summary>{words.byKey}</summary>
      <form id="key-form" autocomplete="off">
        <label for="key">{words.key}</label>
        <input id="key" type="password" autocomplete="off" spellcheck={false} maxlength={100} required />
        <p class="note">{words.keyNote}</p>
        <button type="submit" class="second">
          {words.goOn}
        </button>
      </form>
    </details>
  );
}

/** Scopes that the reader may remove; of a single scope the answer is yes or no. */
function ScopeFields({ scopes, language }: PartProps & { scopes: readonly string[] }) {
  const words = texts('consent', language);
  return (
    <fieldset>
      <legend>{words.can}</legend>
      {scopes.map((scope) => (
        <label key={scope} class="choice">
          <input type="checkbox" name="scope" value={scope} checked />{' '}
          <span>{findText(words.scopes, scope) ?? scope}</span>
        </label>
      ))}
    </fieldset>
  );
}

const LIMITS = [
  ['perDay', '1'],
  ['total', ''],
  ['perCall', ''],
] as const;

function LimitFields({ language }: PartProps) {
  const words = texts('consent', language);
  return (
    <fieldset>
      <legend>{words.limits}</legend>
      <div class="limits">
        {LIMITS.map(([id, value]) => (
          <div key={id}>
            <label for={id}>{words[id]}</label>
            <input id={id} inputmode="decimal" autocomplete="off" maxlength={12} value={value} />
          </div>
        ))}
      </div>
      <p class="note">{words.limitsNote}</p>
    </fieldset>
  );
}
