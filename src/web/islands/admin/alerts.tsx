/** What needs a look, each with the place where something can be done about it. */
import { t } from './facts.ts';

export interface Alert {
  text: string;
  href: string;
  /** Default: it matters, but nothing is broken. */
  severity?: 'info' | 'warn' | 'error';
}

export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <section>
      <h2>{t('alerts')}</h2>
      {alerts.length === 0 ? (
        <p>{t('noAlerts')}</p>
      ) : (
        <ul class="lints">
          {alerts.map(({ text, href, severity = 'warn' }) => (
            <li key={text} class={severity}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
