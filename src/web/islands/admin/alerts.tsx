/** Open alerts with links to the place to act. */
import type { Output } from '../common/answers.ts';
import { language, sayKind } from '../common/workspace.ts';
import { t } from './facts.ts';

export interface Alert {
  text: string;
  href: string;
  /** Default: it matters, but nothing is broken. */
  severity?: 'info' | 'warn' | 'error';
}

type NewsroomAlert = Output<'admin-dashboard'>['alerts'][number];

/** Page on which an alert can be acted upon; else the newsroom's figures. */
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
  payment: '/admin?view=books',
};

export function describeNewsroomAlert({ severity, code, source_type, text }: NewsroomAlert): Alert {
  const known = sayKind('alert', code);
  const told = known === code.replaceAll('_', ' ') || language === 'en' ? text : known;
  return {
    severity,
    text: [source_type, told].filter(Boolean).join(': '),
    href: PLACES[code] ?? '/admin?view=newsroom',
  };
}

type Signal = Output<'admin-alerts'>['items'][number];

/** Those that no other list of the page has, and where to act. */
const OWN_PLACES: Readonly<Record<string, string>> = {
  provider_key_refused: '/admin?view=providers&provider=',
  provider_paused: '/admin?view=providers&provider=',
  provider_failing: '/admin?view=providers&provider=',
  provider_budget_50: '/admin?view=providers&provider=',
  provider_budget_80: '/admin?view=providers&provider=',
  provider_budget_95: '/admin?view=providers&provider=',
  provider_budget_100: '/admin?view=providers&provider=',
  disk_low: '/admin?view=doctor',
};

export const isOwnAlert = ({ code, state }: Signal): boolean => state === 'open' && code in OWN_PLACES;

export function describeSignal({ code, subject, severity, text }: Signal): Alert {
  const place = OWN_PLACES[code] ?? '/admin';
  const told = language === 'en' ? text : [subject, sayKind('alert', code)].filter(Boolean).join(': ');
  return { severity, text: told, href: place.endsWith('=') ? place + encodeURIComponent(subject) : place };
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
