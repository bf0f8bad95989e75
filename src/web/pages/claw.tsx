/** `/claw`: from an invite to a key in the client's configuration. The page holds no data: its script asks for it. */
import type { ComponentChildren } from '#preact';
import { Page } from '../../kernel/tool/reply.ts';
import { fromUsd } from '../../lib/money.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { type Client, type ClientSetting, KEY_MARK, KEY_VARIABLE, listClients } from '../clients.ts';
import { formatAmount } from '../components/amount.ts';
import { ContactLink } from '../components/contact-link.tsx';
import { MailForms, SaidWords, StatusLine } from '../components/sign-in.tsx';
import { renderPage } from '../page.tsx';

const NO_SUCH_PAGE = 404;
const GONE = 410;
const OK = 200;

/** Address of the MCP server for keys. */
const buildMcpUrl = (baseUrl: string): string => `${baseUrl}/mcp/proxy`;

export interface OpenInvite {
  code: string;
  /** USD; 0 for an invite without credit. */
  grantUsd: number;
  expiresAtMs: number;
  /** A sign-in provider is set up. */
  isElsewhere: boolean;
  /** There is no mail server: codes are in the outbox. */
  isFiled: boolean;
  baseUrl: string;
}

interface PartProps {
  language: Language;
}

/** The invite that can be used. */
export function renderInvitePage(invite: OpenInvite, language: Language): Page {
  const { code, grantUsd, expiresAtMs, isElsewhere, isFiled, baseUrl } = invite;
  const words = texts('claw', language);
  const byMailNote = isFiled ? texts('sign-in', language).filedNote : words.byMailNote;
  const body = (
    <>
      <div id="claw" data-step="invited" data-invite={code} />
      <section id="entrance">
        <p>{words.intro}</p>
        <dl>
          {grantUsd > 0 ? (
            <div>
              <dt>{words.credit}</dt>
              <dd class="amount">{formatAmount(fromUsd(grantUsd))}</dd>
            </div>
          ) : null}
          <div>
            <dt>{words.until}</dt>
            <dd>{formatDay(expiresAtMs, language)}</dd>
          </div>
        </dl>
        <p class="note">{isElsewhere ? words.elsewhereNote : byMailNote}</p>
        {isElsewhere ? (
          <button id="elsewhere" type="button">
            {words.elsewhere}
          </button>
        ) : (
          <MailForms language={language} />
        )}
      </section>
      <AccountSteps language={language} isFiled={isFiled} baseUrl={baseUrl} />
    </>
  );
  return renderFrame(words.title, body, language);
}

/** Page to which the sign-in provider returns the browser. */
export function renderBackPage(baseUrl: string, language: Language): Page {
  const words = texts('claw', language);
  const body = (
    <>
      <div id="claw" data-step="back" />
      <section id="entrance">
        <p id="begin-again-line" hidden>
          <a id="begin-again" class="button second" href="/claw">
            {words.beginAgain}
          </a>
        </p>
      </section>
      <AccountSteps language={language} isFiled={false} baseUrl={baseUrl} />
    </>
  );
  return renderFrame(words.back, body, language);
}

/** An invite that is not there, or is over: what that means, and what to do. */
export function renderDeadInvitePage(
  state: 'unknown' | 'expired' | 'used_up',
  code: string,
  operatorContact: string,
  language: Language,
): Page {
  const words = texts('claw', language);
  const isMissing = code.trim() === '';
  const { title, text } = words.dead[isMissing ? 'missing' : state];
  const body = (
    <>
      <p>{text}</p>
      <form action="/claw">
        <label>
          {words.code} <input name="code" value={code} maxlength={200} autocomplete="off" spellcheck={false} required />
        </label>
        <button type="submit">{words.next}</button>
      </form>
      {operatorContact === '' ? null : (
        <p>
          {words.askOperator} <ContactLink contact={operatorContact} />
        </p>
      )}
      <p>
        <a href="/login">{words.haveAccount}</a>
      </p>
    </>
  );
  const status = isMissing ? OK : state === 'unknown' ? NO_SUCH_PAGE : GONE;
  return new Page(renderPage({ title, body, language }), undefined, status);
}

/** Steps after sign-in: the account, the key, the clients. */
function AccountSteps({ language, isFiled, baseUrl }: PartProps & { isFiled: boolean; baseUrl: string }) {
  const words = texts('claw', language);
  return (
    <>
      <StatusLine language={language} />
      <Account language={language} />
      <section id="key" hidden>
        <h2 id="key-title" tabindex={-1}>
          {words.yourKey}
        </h2>
        <pre class="whole">
          <code id="new-key" />
        </pre>
        <CopyButton id="new-key" label={words.said.copy} />
        <p class="note">{words.onlyNow}</p>
      </section>
      <Clients language={language} mcpUrl={buildMcpUrl(baseUrl)} />
      <SaidWords language={language} isFiled={isFiled} more={words.said} />
    </>
  );
}

function Account({ language }: PartProps) {
  const words = texts('claw', language);
  const facts = [
    ['account-email', texts('sign-in', language).address],
    ['account-id', words.accountId],
    ['account-balance', words.balance],
  ] as const;
  return (
    <section id="account" hidden>
      <h2 id="account-title" tabindex={-1}>
        {words.account}
      </h2>
      <dl>
        {facts.map(([id, name]) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd id={id} />
          </div>
        ))}
      </dl>
      <button id="make-key" type="button">
        {words.makeKey}
      </button>
    </section>
  );
}

function Clients({ language, mcpUrl }: PartProps & { mcpUrl: string }) {
  const words = texts('claw', language);
  return (
    <section id="clients" hidden>
      <h2>{words.setUp}</h2>
      <fieldset class="choices">
        <legend>{words.variant}</legend>
        <label>
          <input type="radio" name="variant" value="with" checked /> {words.inFile}
        </label>
        <label>
          <input type="radio" name="variant" value="without" /> {words.notInFile}
        </label>
      </fieldset>
      {listClients(mcpUrl).map((client) => (
        <ClientSteps key={client.id} client={client} language={language} />
      ))}
      <details name="client">
        <summary>{words.other}</summary>
        <Block id="other" text={`${mcpUrl}\nAuthorization: Bearer ${KEY_MARK}`} label={words.said.copy} />
      </details>
    </section>
  );
}

function ClientSteps({ client: { id, title, withKey, withoutKey }, language }: PartProps & { client: Client }) {
  return (
    <details name="client">
      <summary>{title}</summary>
      <div data-variant="with">
        <Setting id={`${id}-with`} setting={withKey} language={language} />
      </div>
      <div data-variant="without" hidden>
        <Setting id={`${id}-without`} setting={withoutKey} language={language} />
      </div>
    </details>
  );
}

function Setting({ id, setting, language }: PartProps & { id: string; setting: ClientSetting }) {
  const words = texts('claw', language);
  const { file, text, usesVariable } = setting;
  return (
    <>
      {usesVariable ? (
        <>
          <p>{words.variable}</p>
          <Block id={`${id}-variable`} text={`export ${KEY_VARIABLE}=${KEY_MARK}`} label={words.said.copy} />
        </>
      ) : null}
      <p>{file === null ? words.run : <code>{file}</code>}</p>
      <Block id={id} text={text} label={words.said.copy} />
    </>
  );
}

/** A text to copy, whose key is filled in once there is one. */
function Block({ id, text, label }: { id: string; text: string; label: string }) {
  return (
    <>
      <pre class="whole">
        <code id={id} data-template={text}>
          {text}
        </code>
      </pre>
      <CopyButton id={id} label={label} />
    </>
  );
}

function CopyButton({ id, label }: { id: string; label: string }) {
  return (
    <button class="second short" type="button" data-copies={id}>
      {label}
    </button>
  );
}

function renderFrame(title: string, body: ComponentChildren, language: Language): Page {
  return new Page(renderPage({ title, body, language, island: 'islands/claw.ts' }));
}

function formatDay(ms: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(ms);
}
