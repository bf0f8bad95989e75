/** Open alerts with links to the place to act. */
import type { AlertInfo } from '../../admin-info.ts';
import { language, sayKind, toCount } from '../common/workspace.ts';
import { facts, t } from './facts.ts';

export interface Alert {
  text: string;
  href: string;
  /** Default: it matters, but nothing is broken. */
  severity?: 'info' | 'warn' | 'error';
}

/** Page on which an alert can be acted upon; one that ends in `=` is completed with its subject. */
const PLACES: Readonly<Record<string, string>> = {
  unknown_mail: '/admin?view=queue&status=unknown',
  source_failing: '/admin?view=pipeline',
  source_silent: '/admin?view=pipeline',
  job_stuck: '/admin?view=pipeline',
  budget_reached: '/admin?view=costs',
  paused: '/admin?view=settings',
  auto_paused: '/admin?view=settings',
  bounce_rate: '/admin?view=settings',
  restored_database: '/admin?view=settings',
  mail_refused: '/admin?view=tracking',
  complaint_rate: '/admin?view=tracking',
  bounce_mailbox: '/admin?view=tracking',
  payment: '/admin?view=books',
  ledger_check_failed: '/admin?view=books',
  upstream_tools_changed: '/admin?view=upstreams',
  tool_at_loss: '/admin?days=7',
  disk_low: '/admin?view=doctor',
};
const PROVIDER_PLACE = '/admin?view=providers&provider=';

export function describeAlert({ code, subject, severity, text }: AlertInfo): Alert {
  const place = code.startsWith('provider_') ? PROVIDER_PLACE : (PLACES[code] ?? '/admin?view=newsroom');
  const known = sayKind('alert', code);
  const isTold = language === 'en' || known === code.replaceAll('_', ' ');
  const told = isTold ? text : [subject, known].filter(Boolean).join(': ');
  return { severity, text: told, href: place.endsWith('=') ? place + encodeURIComponent(subject) : place };
}

const RANKS = { error: 0, warn: 1, info: 2 } as const;

export const listOpenAlerts = (): Alert[] =>
  facts.alerts.map(describeAlert).sort((a, b) => RANKS[a.severity ?? 'warn'] - RANKS[b.severity ?? 'warn']);

/** The worst of them on every page, so that nobody works on without knowing. */
export function AlertBanner() {
  const [worst, ...others] = listOpenAlerts();
  // The page that it leads to says more.
  if (!worst || facts.view === 'today' || worst.href === location.pathname + location.search) return null;
  return (
    <aside class={`banner ${worst.severity}`} aria-label={t('alerts')}>
      <a href={worst.href}>{worst.text}</a>{' '}
      {others.length > 0 && (
        <a class="note" href="/admin">
          {t('moreAlerts', { count: toCount(others.length) })}
        </a>
      )}
    </aside>
  );
}

interface ListProps {
  alerts: readonly Alert[];
  /** Everything that could raise one has answered. */
  isKnown?: boolean;
}

export function AlertList({ alerts, isKnown = true }: ListProps) {
  return (
    <section class={alerts.length > 0 ? 'alerts' : undefined}>
      <h2>{t('alerts')}</h2>
      {alerts.length === 0 && (isKnown ? <p>{t('noAlerts')}</p> : <p class="note loading">{t('loading')}</p>)}
      <ul class="lints">
        {alerts.map(({ text, href, severity = 'warn' }) => (
          <li key={text} class={severity}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
