/** The sandbox's own pages: its checkout, and where a card is saved. */

import { Page } from '../../kernel/tool/reply.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import type { Texts } from '../../locales/text-types.ts';
import { findText, texts } from '../../locales/texts.ts';
import { renderPage } from '../page.tsx';
import { AccountRows, Facts, formatUsd, type LinkInfo } from './pay.tsx';

/** Payments that the sandbox's checkout can simulate. */
export type Play = 'paid' | 'twice' | 'reordered' | 'failing' | 'declined' | 'expired';

export interface CheckoutInfo extends Pick<LinkInfo, 'agentId' | 'accountName' | 'amount'> {
  state: string;
  returnUrl: string;
}

export type CardInfo = Pick<CheckoutInfo, 'agentId' | 'accountName' | 'returnUrl'>;

/** Cards that can be saved in the sandbox. */
export type CardPlay = 'saved' | 'declined' | 'requires_action';

/** The sandbox's checkout. `plays`: what can be tried, by the word that goes into the address. */
export function renderSandboxPage(facts: CheckoutInfo, plays: readonly Play[], language: Language): Page {
  const words = texts('pay', language);
  const [usual, ...others] = plays;
  const isOpen = facts.state === 'open' && usual !== undefined;
  const body = (
    <>
      <p>{words.sandboxIntro}</p>
      <Facts facts={{ ...facts, mode: 'test', deposit: null }} words={words} />
      {isOpen ? (
        <PlayForm usual={usual} others={others} words={words} />
      ) : (
        <p>
          {formatText(words.checkoutIsOver, { state: findText(words.states, facts.state) ?? facts.state }, language)}
        </p>
      )}
      <p>
        <a class="button second" href={facts.returnUrl}>
          {words.back}
        </a>
      </p>
    </>
  );
  const title = formatText(words.sandboxTitle, { amount: formatUsd(facts.amount) }, language);
  return new Page(renderPage({ title, body, language }));
}

function PlayForm({ usual, others, words }: { usual: Play; others: readonly Play[]; words: Texts<'pay'> }) {
  return (
    <form method="post" action={`?play=${usual}`}>
      <button type="submit">{words.plays[usual]}</button>
      <h2>{words.tryWrong}</h2>
      {others.map((play) => (
        <button key={play} class="second" type="submit" formaction={`?play=${play}`}>
          {words.plays[play]}
        </button>
      ))}
    </form>
  );
}

/** The sandbox's page for a card. `plays`: what its bank will say to each charge, by the word that goes into the address. */
export function renderSandboxCardPage(facts: CardInfo, plays: readonly CardPlay[], language: Language): Page {
  const words = texts('pay', language);
  const body = (
    <>
      <p>{words.cardIntro}</p>
      <dl>
        <AccountRows agentId={facts.agentId} accountName={facts.accountName} words={words} />
      </dl>
      <form method="post">
        {plays.map((play, at) => (
          <button key={play} class={at === 0 ? undefined : 'second'} type="submit" formaction={`?play=${play}`}>
            {words.cards[play]}
          </button>
        ))}
      </form>
      <p>
        <a class="button second" href={facts.returnUrl}>
          {words.back}
        </a>
      </p>
    </>
  );
  return new Page(renderPage({ title: words.cardTitle, body, language }));
}
