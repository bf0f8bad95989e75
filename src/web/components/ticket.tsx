/** A receipt as a ticket: the same on every page that shows one, rendered by the server and by islands. */
import type { ComponentChildren } from '#preact';
import { IdText } from './id-text.tsx';

export interface TicketInfo {
  callId: string;
  tool: string;
  /** As shown: `$0.003`. */
  price: string;
  /** As shown; absent where it is not known any more. */
  balance?: string;
  /** ISO 8601; absent where it is not told. */
  at?: string;
  isTest: boolean;
}

export interface TicketWords {
  call: string;
  time: string;
  balance: string;
  test: string;
  /** Label of the copy button beside the ID; a specimen has none. */
  copy?: string | undefined;
}

interface TicketProps {
  facts: TicketInfo;
  words: TicketWords;
  isNew?: boolean;
  /** Below what was bought: a stamp, or what leads to one. */
  children?: ComponentChildren;
}

export function Ticket({ facts, words, isNew = false, children }: TicketProps) {
  const { callId, tool, price, balance, at, isTest } = facts;
  return (
    <section class={isNew ? 'ticket new' : 'ticket'}>
      <p class="fare">
        <span>{tool}</span>
        <span class="amount">{price}</span>
      </p>
      <div class="trip">
        {isTest ? <span class="tag test">{words.test}</span> : null}
        <dl>
          <div>
            <dt>{words.call}</dt>
            <dd>{words.copy === undefined ? callId : <IdText id={callId} copy={words.copy} />}</dd>
          </div>
          {at === undefined ? null : (
            <div>
              <dt>{words.time}</dt>
              <dd>
                <time datetime={at}>{toReadable(at)}</time>
              </dd>
            </div>
          )}
          {balance === undefined ? null : (
            <div>
              <dt>{words.balance}</dt>
              <dd class="amount">{balance}</dd>
            </div>
          )}
        </dl>
        {children}
      </div>
    </section>
  );
}

/** `2026-11-21 09:00:00 UTC`. */
const toReadable = (at: string): string => at.replace(/^(\S+)T(\d\d:\d\d:\d\d)\S*Z$/, '$1 $2 UTC');
