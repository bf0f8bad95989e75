/** The pages of a deposit: the payment link, the way to the checkout, what came of it, and the sandbox's own checkout. */
import type { Mode } from '../kernel/principal.ts';
import { Page } from '../kernel/reply.ts';
import { ContactLink } from './components/contact-link.tsx';
import type { Language } from './language.ts';
import { renderPage } from './page.tsx';
import { toSafeHref } from './safe-href.ts';
import { type PayWords, payWords } from './words/pay.ts';

export interface LinkFacts {
  agentId: string;
  accountName: string;
  /** USD. */
  amount: number;
  mode: Mode;
  canPay: boolean;
  /** A web or mail address, or any words; may be empty. */
  operatorContact: string;
  /** What came of the link so far; null while nobody has opened its checkout. */
  deposit: DepositFacts | null;
}

export interface DepositFacts {
  state: 'open' | 'pending' | 'paid' | 'refused' | 'failed' | 'expired';
  /** USD, of the account now. */
  balance: number;
}

export interface CheckoutFacts extends Pick<LinkFacts, 'agentId' | 'accountName' | 'amount'> {
  state: string;
  returnUrl: string;
}

const FAILED: ReadonlySet<DepositFacts['state']> = new Set(['refused', 'failed', 'expired']);
const NO_SUCH_PAGE = 404;
const UNAVAILABLE = 503;
/** Until the payment provider's event has come. */
const LOOK_AGAIN_SECONDS = 3;

/** What a payment link shows: for whom, how much, and the button that opens the checkout. One that was paid asks first. */
export function renderLinkPage(facts: LinkFacts, language: Language): Page {
  const words = payWords[language];
  const amount = formatUsd(facts.amount);
  const isPaid = facts.deposit?.state === 'paid';
  const body = (
    <>
      {isPaid ? <p class="state">{words.paidAlready.replace('{amount}', amount)}</p> : <p>{words.linkIntro}</p>}
      {facts.deposit && FAILED.has(facts.deposit.state) ? <p class="state caution">{words.failedText}</p> : null}
      <Facts facts={facts} words={words} />
      {facts.canPay ? <OpenForm facts={facts} words={words} /> : <Contact facts={facts} words={words} />}
    </>
  );
  return new Page(renderPage({ title: words.deposit.replace('{amount}', amount), body, language }));
}

function OpenForm({ facts: { amount, mode, deposit }, words }: { facts: LinkFacts; words: PayWords }) {
  const isPaid = deposit?.state === 'paid';
  const action = isPaid ? words.payAgain : words.toPayment;
  return (
    <>
      <form method="post" action={isPaid ? '?again=1' : undefined}>
        <button type="submit">{action.replace('{amount}', formatUsd(amount))}</button>
      </form>
      <p class="note">{mode === 'test' ? words.testNote : words.liveNote}</p>
    </>
  );
}

/** Where no card can be charged, the operator is the way. */
function Contact({ facts: { operatorContact }, words }: { facts: LinkFacts; words: PayWords }) {
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

export function renderContactPage(facts: LinkFacts, language: Language): Page {
  const words = payWords[language];
  const body = (
    <>
      <Facts facts={facts} words={words} />
      <Contact facts={facts} words={words} />
    </>
  );
  const title = words.deposit.replace('{amount}', formatUsd(facts.amount));
  return new Page(renderPage({ title, body, language }), undefined, UNAVAILABLE);
}

/** Leads on to the checkout. A page of its own, because a form may not lead to another host by itself. */
export function renderOnwardPage(url: string, language: Language): Page {
  const words = payWords[language];
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

/** Where one comes back to from the checkout: success is said once the ledger has it, and failure is said as well. */
export function renderOutcomePage(facts: LinkFacts, language: Language): Page {
  const words = payWords[language];
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
  facts: LinkFacts,
  language: Language,
  { title, text, looksAgain = false, triesAgain = false }: Outcome,
): Page {
  const words = payWords[language];
  const body = (
    <>
      <p class={facts.deposit?.state === 'paid' ? 'state' : 'state caution'}>{text}</p>
      <Facts facts={facts} words={words} />
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

/** A link that leads nowhere (any more), in the words of the error. */
export function renderDeadLinkPage(message: string, next: string, status: number = NO_SUCH_PAGE): Page {
  return new Page(renderPage({ title: message.replace(/\.$/, ''), body: <p>{next}</p> }), undefined, status);
}

/** The sandbox's checkout. `plays`: what can be tried, by the word that goes into the address. */
export function renderSandboxPage(facts: CheckoutFacts, plays: Readonly<Record<string, string>>): Page {
  const [usual, ...others] = Object.entries(plays).map(([play, words]) => ({ action: `?play=${play}`, words }));
  const isOpen = facts.state === 'open' && usual !== undefined;
  const body = (
    <>
      <p>This checkout belongs to the sandbox: it takes play money for a test account. Nobody is charged.</p>
      <Facts facts={{ ...facts, mode: 'test', deposit: null }} words={payWords.en} />
      {isOpen ? <PlayForm usual={usual} others={others} /> : <p>This checkout is {facts.state}.</p>}
      <p>
        <a class="button second" href={facts.returnUrl}>
          Back
        </a>
      </p>
    </>
  );
  return new Page(renderPage({ title: `Pay ${formatUsd(facts.amount)} in the sandbox`, body }));
}

interface Play {
  action: string;
  words: string;
}

function PlayForm({ usual, others }: { usual: Play; others: readonly Play[] }) {
  return (
    <form method="post" action={usual.action}>
      <button type="submit">{usual.words}</button>
      <h2>Try what can go wrong</h2>
      {others.map(({ action, words }) => (
        <button key={action} class="second" type="submit" formaction={action}>
          {words}
        </button>
      ))}
    </form>
  );
}

interface FactsProps {
  facts: Pick<LinkFacts, 'agentId' | 'accountName' | 'amount' | 'mode' | 'deposit'>;
  words: PayWords;
}

function Facts({ facts: { agentId, accountName, amount, mode, deposit }, words }: FactsProps) {
  return (
    <dl>
      <div>
        <dt>{words.amount}</dt>
        <dd>
          {formatUsd(amount)}
          {mode === 'test' ? ` (${words.playMoney})` : ''}
        </dd>
      </div>
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
        <dd>{agentId}</dd>
      </div>
      {deposit?.state === 'paid' ? (
        <div>
          <dt>{words.balance}</dt>
          <dd>{formatUsd(deposit.balance)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

const formatUsd = (amount: number): string => `${amount.toFixed(2)} USD`;
