/** A receipt as a ticket: the same on every page that shows one, rendered by the server and by islands. */

export interface TicketFacts {
  callId: string;
  tool: string;
  /** As shown: `$0.003`. */
  price: string;
  /** As shown; absent where it is not known any more. */
  balance?: string;
  /** ISO 8601. */
  at: string;
  isTest: boolean;
}

export interface TicketWords {
  call: string;
  time: string;
  balance: string;
  test: string;
}

export function Ticket({ facts, words, isNew = false }: { facts: TicketFacts; words: TicketWords; isNew?: boolean }) {
  const { callId, tool, price, balance, at, isTest } = facts;
  return (
    <section class={isNew ? 'ticket new' : 'ticket'}>
      <p class="fare">
        <span>{tool}</span>
        <span class="amount">{price}</span>
      </p>
      {isTest ? <span class="tag test">{words.test}</span> : null}
      <dl>
        <div>
          <dt>{words.call}</dt>
          <dd>{callId}</dd>
        </div>
        <div>
          <dt>{words.time}</dt>
          <dd>
            <time datetime={at}>{at}</time>
          </dd>
        </div>
        {balance === undefined ? null : (
          <div>
            <dt>{words.balance}</dt>
            <dd class="amount">{balance}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
