/**
 * The consent page: who asks for access, to what, and where the answer goes; sign-in, limits, yes or no. Its script
 * (consent-script.ts) sends the reader's session or root key as a bearer token: there is no cookie that another page
 * could make use of. Texts with `data-w` are also in the script, in Japanese and Chinese.
 */
import { Page } from '../kernel/reply.ts';
import { consentScript } from './consent-script.ts';
import { type Html, html, page, quoted } from './html.ts';

export interface ConsentFacts {
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
}

const REFUSED = 400;

export function consentPage({ request, ticket, denied }: ConsentFacts): Page {
  const { client, redirectUri, scopes, resource } = request;
  const body = html`
<p><strong>${quoted(client.name)}</strong> <span data-w="asks">asks for access to your account. Go on only if you have just started this yourself.</span></p>
<dl>
<div><dt data-w="from">Known as</dt><dd>${client.host ?? html`<span data-w="unknown">Nobody vouches for this name</span>`}</dd></div>
<div><dt data-w="to">Answer goes to</dt><dd>${placeOf(redirectUri)}</dd></div>
<div><dt data-w="at">Works at</dt><dd>${resource}</dd></div>
</dl>
<h2 data-w="can">It will be able to</h2>
<ul>${scopes.map((scope) => html`<li data-w="scope-${scope}">${scopeWords[scope] ?? scope}</li>`)}</ul>
<form id="consent" data-request="${ticket}" novalidate>
${accountFields}
${limitFields}
<p id="fault" class="fault" role="alert"></p>
<button type="submit" id="allow" data-w="allow">Allow</button>
<a class="button second" id="deny" href="${denied}" data-w="deny">Deny</a>
</form>
<noscript><p class="fault">This page needs JavaScript to send your answer.</p></noscript>`;
  const title = 'Access to your account';
  return new Page(page({ title, body, scripts: [consentScript.path] }));
}

/** A request that nobody can consent to: the client does not hear of it, because the address may not be its own. */
export function refusalPage(message: string): Page {
  const body = html`<p>${message}.</p>
<p>Go back to the program that sent you here, and start again. Nothing has been given away.</p>`;
  return new Page(page({ title: 'This request can’t be answered', body }), undefined, REFUSED);
}

const scopeWords: Readonly<Record<string, string>> = {
  tools: 'Call tools and pay for them from your balance; see balance, history and receipts',
  account: 'See and change your company’s profile, team and plan; it can’t make keys',
  newsroom: 'Work in your newsroom: analyses, press releases, media lists, campaigns',
};

/** The host that gets the code, or that it is a program on this very device. */
function placeOf(redirectUri: string): Html {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return html`${host}`;
  const where = protocol === 'http:' ? host : `${protocol}//`;
  return html`<span data-w="device">A program on this device</span> (${where})`;
}

const accountFields = html`
<fieldset>
<legend data-w="account">Your account</legend>
<p id="signed-in" hidden><span data-w="signed">Signed in as</span> <strong id="who"></strong>
<button type="button" class="plain" id="leave" data-w="leave">Use another account</button></p>
<div id="sign-in">
<label for="email" data-w="email">E-mail address</label>
<input id="email" type="email" autocomplete="email" inputmode="email" maxlength="254">
<div id="code-step" hidden>
<p class="note" data-w="sent">A code is on its way to this address.</p>
<label for="code" data-w="code">Code from the mail</label>
<input id="code" autocomplete="one-time-code" inputmode="numeric" maxlength="12">
</div>
<button type="button" class="second" id="send" data-w="send">Send me a code</button>
<details id="by-key">
<summary data-w="by-key">No e-mail sign-in: use the root key of the account</summary>
<label for="key" data-w="key">Root key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" maxlength="100">
<p class="note" data-w="key-note">The key goes to this server alone, to prove that the account is yours. The program never gets it.</p>
</details>
</div>
</fieldset>`;

const limit = (id: string, words: string, value: string): Html => html`
<div><label for="${id}" data-w="${id}">${words}</label>
<input id="${id}" inputmode="decimal" autocomplete="off" maxlength="12" value="${value}"></div>`;

const limitFields = html`
<fieldset>
<legend data-w="limits">What it may spend, in USD</legend>
<div class="limits">
${limit('perDay', 'A day', '1')}
${limit('total', 'In all', '')}
${limit('perCall', 'For one call', '')}
</div>
<p class="note" data-w="limits-note">Empty: no such limit. To end the access, delete the key that bears the program’s name.</p>
</fieldset>`;
