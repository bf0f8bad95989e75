/** `/dashboard`: an account's money, calls, keys and limits. */
import type { Page } from '../../kernel/tool/reply.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import type { ShellAccount } from '../components/shell.tsx';
import { renderPrivatePage } from './private-page.tsx';

export const dashboardViews = ['overview', 'calls', 'keys', 'limits', 'billing'] as const;
export type DashboardView = (typeof dashboardViews)[number];

export interface DashboardProps {
  visitor: ShellAccount;
  view: DashboardView;
  /** USD, that can be deposited; none into an account that isn't there yet. */
  amounts: readonly number[];
  /** Networks on which wallets can pay, as CAIP-2; empty without any. */
  walletNetworks: readonly string[];
}

export function renderDashboard({ visitor, view, amounts, walletNetworks }: DashboardProps, language: Language): Page {
  const words = texts('dashboard', language);
  const { mode, isMember } = visitor;
  const suffix = isMember && mode === 'test' ? '?mode=test' : '';
  const pages = dashboardViews.map((name) => ({
    href: `${name === 'overview' ? '/dashboard' : `/dashboard/${name}`}${suffix}`,
    title: words[name],
    isOpen: name === view,
  }));
  return renderPrivatePage({
    title: view === 'overview' ? texts('shell', language).dashboard : words[view],
    language,
    account: visitor,
    area: { title: texts('shell', language).dashboard, groups: [{ pages }] },
    island: 'islands/dashboard.tsx',
    words,
    facts: { view, isMember, mode },
    intro: (
      <>
        {isMember ? <ModeSwitch mode={mode} language={language} /> : null}
        {view === 'overview' && amounts.length > 0 ? (
          <DepositForm {...{ amounts, walletNetworks, mode, language }} />
        ) : null}
      </>
    ),
  });
}

/** A company has an account of either mode; a key has the one that it opens. */
function ModeSwitch({ mode, language }: { mode: ShellAccount['mode']; language: Language }) {
  const words = texts('dashboard', language);
  return (
    <>
      <nav class="switch" aria-label={words.accountMode}>
        <a href="?mode=live" aria-current={mode === 'live' ? 'true' : undefined}>
          {words.liveMode}
        </a>
        <a href="?mode=test" aria-current={mode === 'test' ? 'true' : undefined}>
          {words.testMode}
        </a>
      </nav>
      {mode === 'test' ? <p class="note">{words.testNote}</p> : null}
    </>
  );
}

interface DepositProps extends Pick<DashboardProps, 'amounts' | 'walletNetworks'> {
  mode: ShellAccount['mode'];
  language: Language;
}

/** Works without scripts, too. */
function DepositForm({ amounts, walletNetworks, mode, language }: DepositProps) {
  const words = texts('dashboard', language);
  return (
    <form class="deposit" method="post">
      <h2>{words.deposit}</h2>
      {amounts.map((amount) => (
        <button
          key={amount}
          class="second"
          type="submit"
          formaction={`/dashboard/deposit?amount=${amount}&mode=${mode}`}
        >
          {formatText(words.depositAmount, { amount: `$${amount}` }, language)}
        </button>
      ))}
      {walletNetworks.length > 0 ? (
        <p class="note">
          {formatText(words.depositByWallet, { networks: walletNetworks.join(', ') }, language)}{' '}
          <a href="/docs/x402.md#top-up-an-account">{words.depositByWalletMore}</a>
        </p>
      ) : null}
    </form>
  );
}
