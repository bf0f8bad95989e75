/** `/claw`: from an invite to a key in the client's configuration. The page holds no data: its script asks for it. */
import { Page } from '../kernel/reply.ts';
import { type Client, type ClientSetting, KEY_MARK, KEY_VARIABLE, listClients } from './clients.ts';
import { type Html, html, toSafeHref } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './page.tsx';
import { renderMailForms, renderSaidWords, renderStatusLine } from './sign-in.ts';
import { clawWords } from './words/claw.ts';
import { signInWords } from './words/sign-in.ts';

const NO_SUCH_PAGE = 404;
const GONE = 410;

/** Where the MCP server for keys is. */
const buildMcpUrl = (baseUrl: string): string => `${baseUrl}/mcp/proxy`;

export interface OpenInvite {
  code: string;
  /** USD; 0 for an invite without credit. */
  grantUsd: number;
  expiresAtMs: number;
  /** A sign-in provider is set up. */
  isElsewhere: boolean;
  baseUrl: string;
}

/** The invite that can be used. */
export function renderInvitePage(invite: OpenInvite, language: Language): Page {
  const { code, grantUsd, expiresAtMs, isElsewhere, baseUrl } = invite;
  const words = clawWords[language];
  const credit = html`<div><dt>${words.credit}</dt><dd>${grantUsd} USD</dd></div>`;
  const body = html`
<div id="claw" data-step="invited" data-invite="${code}"></div>
<section id="entrance">
<p>${words.intro}</p>
<dl>${grantUsd > 0 ? credit : ''}<div><dt>${words.until}</dt><dd>${formatDay(expiresAtMs, language)}</dd></div></dl>
${isElsewhere ? renderElsewhere(language) : html`<p class="note">${words.byMailNote}</p>${renderMailForms(language)}`}
</section>
${renderAccountSteps(language, baseUrl)}`;
  return renderFrame(words.title, body, language);
}

function renderElsewhere(language: Language): Html {
  const words = clawWords[language];
  return html`<p class="note">${words.elsewhereNote}</p>
<button id="elsewhere" type="button">${words.elsewhere}</button>`;
}

/** Where the sign-in provider sends the browser back to. */
export function renderBackPage(baseUrl: string, language: Language): Page {
  const words = clawWords[language];
  const body = html`
<div id="claw" data-step="back"></div>
<section id="entrance">
<p id="begin-again-line" hidden><a id="begin-again" class="button second" href="/claw">${words.beginAgain}</a></p>
</section>
${renderAccountSteps(language, baseUrl)}`;
  return renderFrame(words.back, body, language);
}

/** An invite that is not there, or is over: what that means, and what to do. */
export function renderDeadInvitePage(
  state: 'unknown' | 'expired' | 'used_up',
  operatorContact: string,
  language: Language,
): Page {
  const words = clawWords[language];
  const { title, text } = words.dead[state];
  const body = html`<p>${text}</p>
${operatorContact === '' ? '' : html`<p>${words.askOperator} ${renderContactLink(operatorContact)}</p>`}
<p><a href="/login">${words.haveAccount}</a></p>`;
  const status = state === 'unknown' ? NO_SUCH_PAGE : GONE;
  return new Page(renderPage({ title, body, language }), undefined, status);
}

function renderContactLink(contact: string): Html {
  const href = toSafeHref(/^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : contact);
  return href === null ? html`${contact}` : html`<a href="${href}">${contact}</a>`;
}

/** What comes once somebody is signed in: the account, the key, the clients. */
function renderAccountSteps(language: Language, baseUrl: string): Html {
  const words = clawWords[language];
  return html`${renderStatusLine(language)}
<section id="account" hidden>
<h2 id="account-title" tabindex="-1">${words.account}</h2>
<dl><div><dt>${signInWords[language].address}</dt><dd id="account-email"></dd></div>
<div><dt>${words.accountId}</dt><dd id="account-id"></dd></div>
<div><dt>${words.balance}</dt><dd id="account-balance"></dd></div></dl>
<button id="make-key" type="button">${words.makeKey}</button>
</section>
<section id="key" hidden>
<h2 id="key-title" tabindex="-1">${words.yourKey}</h2>
<pre class="whole"><code id="new-key"></code></pre>
${renderCopyButton('new-key', words.said.copy)}
<p class="note">${words.onlyNow}</p>
</section>
<section id="clients" hidden>
<h2>${words.setUp}</h2>
<fieldset class="choices">
<legend>${words.variant}</legend>
<label><input type="radio" name="variant" value="with" checked> ${words.inFile}</label>
<label><input type="radio" name="variant" value="without"> ${words.notInFile}</label>
</fieldset>
${listClients(buildMcpUrl(baseUrl)).map((client) => renderClient(client, language))}
<details name="client">
<summary>${words.other}</summary>
${renderBlock('other', `${buildMcpUrl(baseUrl)}\nAuthorization: Bearer ${KEY_MARK}`, words.said.copy)}
</details>
</section>
${renderSaidWords(language, words.said)}`;
}

function renderClient({ id, title, withKey, withoutKey }: Client, language: Language): Html {
  return html`<details name="client">
<summary>${title}</summary>
<div data-variant="with">${renderSetting(`${id}-with`, withKey, language)}</div>
<div data-variant="without" hidden>${renderSetting(`${id}-without`, withoutKey, language)}</div>
</details>`;
}

function renderSetting(id: string, { file, text, usesVariable }: ClientSetting, language: Language): Html {
  const words = clawWords[language];
  const variable = html`<p>${words.variable}</p>
${renderBlock(`${id}-variable`, `export ${KEY_VARIABLE}=${KEY_MARK}`, words.said.copy)}`;
  return html`${usesVariable ? variable : ''}
<p>${file === null ? words.run : html`<code>${file}</code>`}</p>
${renderBlock(id, text, words.said.copy)}`;
}

/** A text to copy, whose key is filled in once there is one. */
function renderBlock(id: string, text: string, copy: string): Html {
  return html`<pre class="whole"><code id="${id}" data-template="${text}">${text}</code></pre>${renderCopyButton(id, copy)}`;
}

const renderCopyButton = (id: string, words: string): Html =>
  html`<button class="second short" type="button" data-copies="${id}">${words}</button>`;

function renderFrame(title: string, body: Html, language: Language): Page {
  return new Page(renderPage({ title, body, language, island: 'islands/claw.ts' }));
}

function formatDay(ms: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(ms);
}
