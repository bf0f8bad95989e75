/** The pages of a deposit: the payment link, the way to the checkout, and what came of it. */

import type { Mode } from '../../kernel/principal.ts';
import { Page } from '../../kernel/tool/reply.ts';
import { fromUsd } from '../../lib/money.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import type { Texts } from '../../locales/text-types.ts';
import { texts } from '../../locales/texts.ts';
import { formatAmount } from '../components/amount.ts';
import { ContactLink } from '../components/contact-link.tsx';
import { IdText } from '../components/id-text.tsx';
import { Ticket } from '../components/ticket.tsx';
import { renderPage } from '../page.tsx';
import { toSafeHref } from '../safe-href.ts';

export interface LinkInfo {
  agentId: string;
  accountName: string;
  /** USD. */
  amount: number;
  mode: Mode;
  canPay: boolean;
  /** A web or mail address, or any words; may be empty. */
  operatorContact: string;
  /** What came of the link so far; null while nobody has opened its checkout. */
  deposit: DepositInfo | null;
}

export interface DepositInfo {
  state: 'open' | 'pending' | 'paid' | 'refused' | 'failed' | 'expired';
  /** USD, of the account now. */
  balance: number;
}

const FAILED: ReadonlySet<DepositInfo['state']> = new Set(['refused', 'failed', 'expired']);
const UNAVAILABLE = 503;
/** Until the payment provider's event has come. */
const LOOK_AGAIN_SECONDS = 3;

/** Page of a payment link: the account, the amount, and the button that opens the checkout. A paid one asks first. */
export function renderLinkPage(facts: LinkInfo, language: Language): Page {
  const words = texts('pay', language);
  const amount = formatUsd(facts.amount);
  const isPaid = facts.deposit?.state === 'paid';
  const body = (
    <>
      {isPaid ? <p class="state">{formatText(words.paidAlready, { amount }, language)}</p> : <p>{words.linkIntro}</p>}
      {facts.deposit && FAILED.has(facts.deposit.state) ? <p class="state caution">{words.failedText}</p> : null}
      <Facts facts={facts} words={words} />
      {facts.canPay ? <OpenForm facts={facts} language={language} /> : <Contact facts={facts} words={words} />}
    </>
  );
  return new Page(renderPage({ title: formatText(words.deposit, { amount }, language), body, language }));
}

function OpenForm({ facts: { amount, mode, deposit }, language }: { facts: LinkInfo; language: Language }) {
  const words = texts('pay', language);
  const isPaid = deposit?.state === 'paid';
  const action = isPaid ? words.payAgain : words.toPayment;
  return (
    <>
      <form method="post" action={isPaid ? '?again=1' : undefined}>
        <button type="submit">{formatText(action, { amount: formatUsd(amount) }, language)}</button>
      </form>
      <p class="note">{mode === 'test' ? words.testNote : words.liveNote}</p>
    </>
  );
}

/** Without card payments, the operator is the contact. */
function Contact({ facts: { operatorContact }, words }: { facts: LinkInfo; words: Texts<'pay'> }) {
  if (operatorContact === '') return <p>{words.noDeposits}</p>;
  return (
    <>
      <p>{words.askOperator}</p>
      <p>
        <ContactLink contact={operatorContact} />
      </p>
    </>
  );
}

export function renderContactPage(facts: LinkInfo, language: Language): Page {
  const words = texts('pay', language);
  const body = (
    <>
      <Facts facts={facts} words={words} />
      <Contact facts={facts} words={words} />
    </>
  );
  const title = formatText(words.deposit, { amount: formatUsd(facts.amount) }, language);
  return new Page(renderPage({ title, body, language }), undefined, UNAVAILABLE);
}

/** Leads on to the checkout. A page of its own, because a form may not lead to another host by itself. */
export function renderOnwardPage(url: string, language: Language): Page {
  const words = texts('pay', language);
  const body = (
    <>
      <p>{words.onwardText}</p>
      <p>
        <a class="button" href={toSafeHref(url) ?? '#'}>
          {words.openCheckout}
        </a>
      </p>
    </>
  );
  return new Page(renderPage({ title: words.onward, body, goesTo: url, language }));
}

/** Page after the checkout: success is shown once the ledger has the deposit, and failure is shown as well. */
export function renderOutcomePage(facts: LinkInfo, language: Language): Page {
  const words = texts('pay', language);
  const state = facts.deposit?.state ?? 'open';
  switch (state) {
    case 'paid':
      return renderOutcome(facts, language, { title: words.arrived, text: words.arrivedText });
    case 'pending':
      return renderOutcome(facts, language, { title: words.waiting, text: words.pendingText });
    case 'open':
      return renderOutcome(facts, language, { title: words.waiting, text: words.waitingText, looksAgain: true });
    default:
      return renderOutcome(facts, language, { title: words.failed, text: words.failedText, triesAgain: true });
  }
}

interface Outcome {
  title: string;
  text: string;
  looksAgain?: boolean;
  triesAgain?: boolean;
}

function renderOutcome(
  facts: LinkInfo,
  language: Language,
  { title, text, looksAgain = false, triesAgain = false }: Outcome,
): Page {
  const words = texts('pay', language);
  const body = (
    <>
      <p class={facts.deposit?.state === 'paid' ? 'state' : 'state caution'}>{text}</p>
      {facts.deposit?.state === 'paid' ? (
        <>
          <DepositTicket facts={facts} words={words} />
          <p>
            <a href={`/dashboard/billing?mode=${facts.mode}`}>{words.toBilling}</a>
          </p>
        </>
      ) : (
        <Facts facts={facts} words={words} />
      )}
      {triesAgain ? (
        <p>
          <a class="button" href="?">
            {words.backToLink}
          </a>
        </p>
      ) : null}
    </>
  );
  const refresh = looksAgain ? { refreshSeconds: LOOK_AGAIN_SECONDS } : {};
  return new Page(renderPage({ title, body, language, ...refresh }));
}

/** Received deposit, as the ledger has it. */
function DepositTicket({ facts, words }: { facts: LinkInfo; words: Texts<'pay'> }) {
  const { agentId, accountName, amount, mode, deposit } = facts;
  const ticket = {
    callId: agentId,
    tool: accountName,
    price: formatUsd(amount),
    balance: formatAmount(fromUsd(deposit?.balance ?? 0)),
    isTest: mode === 'test',
  };
  return (
    <Ticket
      isNew
      facts={ticket}
      words={{ call: words.accountId, time: '', balance: words.balance, test: words.playMoney, copy: words.copy }}
    />
  );
}

/** A link that is invalid or no longer works. */
export function renderDeadLinkPage(status: number, language: Language): Page {
  const words = texts('pay', language);
  return new Page(
    renderPage({ title: words.deadLink, body: <p>{words.deadLinkText}</p>, language }),
    undefined,
    status,
  );
}

interface FactsProps {
  facts: Pick<LinkInfo, 'agentId' | 'accountName' | 'amount' | 'mode' | 'deposit'>;
  words: Texts<'pay'>;
}

export function Facts({ facts: { agentId, accountName, amount, mode, deposit }, words }: FactsProps) {
  return (
    <dl>
      <div>
        <dt>{words.amount}</dt>
        <dd>
          <span class="amount">{formatUsd(amount)}</span>{' '}
          {mode === 'test' ? <span class="tag test">{words.playMoney}</span> : null}
        </dd>
      </div>
      <AccountRows agentId={agentId} accountName={accountName} words={words} />
      {deposit?.state === 'paid' ? (
        <div>
          <dt>{words.balance}</dt>
          <dd class="amount">{formatAmount(fromUsd(deposit.balance))}</dd>
        </div>
      ) : null}
    </dl>
  );
}

interface AccountProps {
  agentId: string;
  accountName: string;
  words: Texts<'pay'>;
}

export const AccountRows = ({ agentId, accountName, words }: AccountProps) => (
  <>
    <div>
      <dt>{words.account}</dt>
      <dd>
        <q>
          <bdi>{accountName}</bdi>
        </q>
      </dd>
    </div>
    <div>
      <dt>{words.accountId}</dt>
      <dd>
        <IdText id={agentId} copy={words.copy} />
      </dd>
    </div>
  </>
);

/** A round sum as people pay it; what is left of it has more digits. */
export const formatUsd = (amount: number): string => `$${amount.toFixed(2)}`;
