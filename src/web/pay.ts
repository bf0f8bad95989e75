/** The pages of a deposit: the payment link, the way to the checkout, and the sandbox's own checkout. */
import type { Mode } from '../kernel/principal.ts';
import { Page } from '../kernel/reply.ts';
import { type Html, html, quoteName, toSafeHref } from './html.ts';
import { renderPage } from './page.tsx';

export interface LinkFacts {
  agentId: string;
  accountName: string;
  /** USD. */
  amount: number;
  mode: Mode;
  canPay: boolean;
  /** A web or mail address, or any words; may be empty. */
  operatorContact: string;
}

export interface CheckoutFacts extends Pick<LinkFacts, 'agentId' | 'accountName' | 'amount'> {
  state: string;
  returnUrl: string;
}

const NO_SUCH_PAGE = 404;
const UNAVAILABLE = 503;

/** What a payment link shows: for whom, how much, and the button that opens the checkout. */
export function renderLinkPage(facts: LinkFacts): Page {
  const body = html`
<p>This adds prepaid balance to the account of an AI agent. Compare the account below with the one you mean.</p>
${renderFactList(facts)}
${facts.canPay ? renderOpenForm(facts) : renderContact(facts)}`;
  return new Page(renderPage({ title: `Deposit ${formatUsd(facts.amount)}`, body }));
}

function renderOpenForm({ amount, mode }: LinkFacts): Html {
  const note =
    mode === 'test'
      ? 'This is a test account: the checkout of the sandbox takes play money.'
      : 'The payment is made on the page of our payment provider. Nothing is charged before you confirm it there.';
  return html`<form method="post"><button type="submit">Continue to payment: ${formatUsd(amount)}</button></form>
<p class="note">${note}</p>`;
}

/** Where no card can be charged, the operator is the way. */
function renderContact({ operatorContact }: Pick<LinkFacts, 'operatorContact'>): Html {
  if (operatorContact === '') return html`<p>Deposits can't be made here at the moment.</p>`;
  const address = /^[^\s@]+@[^\s@]+$/.test(operatorContact) ? `mailto:${operatorContact}` : operatorContact;
  const href = toSafeHref(address);
  const shown = href === null ? html`${operatorContact}` : html`<a href="${href}">${operatorContact}</a>`;
  return html`<p>Card payments are not set up for this account. The operator of this server can add to its balance:</p>
<p>${shown}</p>`;
}

export function renderContactPage(facts: LinkFacts): Page {
  return new Page(
    renderPage({ title: 'Deposit', body: html`${renderFactList(facts)}${renderContact(facts)}` }),
    undefined,
    UNAVAILABLE,
  );
}

/** Leads on to the checkout. A page of its own, because a form may not lead to another host by itself. */
export function renderOnwardPage(url: string): Page {
  const body = html`<p>The checkout opens by itself.</p>
<p><a class="button" href="${toSafeHref(url) ?? '#'}">Open the checkout</a></p>`;
  return new Page(renderPage({ title: 'On to the checkout', body, goesTo: url }));
}

export function renderThanksPage(facts: LinkFacts): Page {
  const body = html`
<p>The deposit is added as soon as the payment is confirmed, which usually takes seconds.</p>
${renderFactList(facts)}
<p>You can close this page. The agent repeats its call and goes on.</p>`;
  return new Page(renderPage({ title: 'Thank you', body }));
}

/** A link that leads nowhere (any more), in the words of the error. */
export function renderDeadLinkPage(message: string, next: string, status: number = NO_SUCH_PAGE): Page {
  return new Page(renderPage({ title: message.replace(/\.$/, ''), body: html`<p>${next}</p>` }), undefined, status);
}

/** The sandbox's checkout. `plays`: what can be tried, by the word that goes into the address. */
export function renderSandboxPage(facts: CheckoutFacts, plays: Readonly<Record<string, string>>): Page {
  const [usual, ...others] = Object.entries(plays).map(([play, words]) => ({ action: `?play=${play}`, words }));
  const isOpen = facts.state === 'open' && usual !== undefined;
  const body = html`
<p>This checkout belongs to the sandbox: it takes play money for a test account. Nobody is charged.</p>
${renderFactList({ ...facts, mode: 'test' })}
${isOpen ? renderPlayForm(usual, others) : html`<p>This checkout is ${facts.state}.</p>`}
<p><a class="button second" href="${facts.returnUrl}">Back</a></p>`;
  return new Page(renderPage({ title: `Pay ${formatUsd(facts.amount)} in the sandbox`, body }));
}

interface Button {
  action: string;
  words: string;
}

function renderPlayForm(usual: Button, others: readonly Button[]): Html {
  const rest = others.map(
    ({ action, words }) => html`
<button class="second" type="submit" formaction="${action}">${words}</button>`,
  );
  return html`<form method="post" action="${usual.action}">
<button type="submit">${usual.words}</button>
<h2>Try what can go wrong</h2>${rest}
</form>`;
}

function renderFactList({
  agentId,
  accountName,
  amount,
  mode,
}: Pick<LinkFacts, 'agentId' | 'accountName' | 'amount' | 'mode'>): Html {
  return html`<dl>
<div><dt>Amount</dt><dd>${formatUsd(amount)}${mode === 'test' ? ' (play money)' : ''}</dd></div>
<div><dt>Account</dt><dd>${quoteName(accountName)}</dd></div>
<div><dt>Account id</dt><dd>${agentId}</dd></div>
</dl>`;
}

const formatUsd = (amount: number): string => `${amount.toFixed(2)} USD`;
