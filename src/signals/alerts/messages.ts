/** Builds the messages of an alert: the email, and the data of the webhook. */
import type { ServiceMail } from '../../mail/types.ts';
import type { AlertRow } from './tables.ts';

type Alert = Omit<AlertRow, 'version'>;

export const ALERT_EVENTS = { open: 'alert.opened', resolved: 'alert.resolved' } as const;

export const buildAlertData = ({ code, subject, severity, text, opened_at, resolved_at }: Alert, baseUrl: string) => ({
  ...{ code, subject, severity, text },
  openedAt: new Date(opened_at).toISOString(),
  resolvedAt: resolved_at === null ? null : new Date(resolved_at).toISOString(),
  url: `${baseUrl}/admin`,
});

export function composeAlertMail(to: string, tell: 'open' | 'resolved', alert: Alert, baseUrl: string): ServiceMail {
  const { code, subject, text, opened_at, resolved_at } = alert;
  const topic = [code.replaceAll('_', ' '), subject].filter(Boolean).join(': ');
  const host = new URL(baseUrl).host;
  const times = [
    `Opened: ${new Date(opened_at).toISOString()}`,
    ...(resolved_at === null ? [] : [`Resolved: ${new Date(resolved_at).toISOString()}`]),
  ];
  return {
    kind: 'alert',
    to,
    subject: `[${host}] ${tell === 'open' ? 'Alert' : 'Resolved'}: ${topic}`,
    text: [text, '', ...times, '', `Alerts: ${baseUrl}/admin`, ''].join('\n'),
  };
}
