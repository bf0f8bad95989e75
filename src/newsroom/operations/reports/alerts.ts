/** Lists the alerts that operators see. */

import { findLatestJob, listActive } from '../../../jobs/reads.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { listPaymentAlerts } from '../../../ledger/payments/payment-reads.ts';
import type { RefusalCause } from '../../../mail/refusal.ts';
import { readDayOf } from '../../common/days.ts';
import { listSources } from '../../content/sources/reads.ts';
import { readSettings } from '../../mailing/outreach/settings-reads.ts';
import { BOUNCE_POLL } from '../../mailing/suppressions/bounce-jobs.ts';
import { readCosts } from './cost-reads.ts';
import { countRefusals, listBraked, readComplaints } from './response-reads.ts';

export const ALERT_CODES = [
  'paused',
  'auto_paused',
  'bounce_rate',
  'mail_refused',
  'complaint_rate',
  'restored_database',
  'unknown_mail',
  'source_failing',
  'source_silent',
  'budget_reached',
  'job_stuck',
  'bounce_mailbox',
  'payment',
] as const;
export type AlertCode = (typeof ALERT_CODES)[number];

export interface Alert {
  severity: 'info' | 'warn' | 'error';
  code: AlertCode;
  source_type: string | null;
  text: string;
  /** What it is about, where several of a code can be open. */
  subject?: string;
}

const STUCK_MS = 5 * 60_000;
/** Limit of the large mailbox providers for bulk senders. */
const COMPLAINT_SHARE_MAX = 0.001;
const COMPLAINTS_MS = 30 * 86_400_000;
const PAYMENT_ALERTS_MS = 7 * 86_400_000;
const REFUSED_MS = 86_400_000;
const BRAKED_MAX = 20;
const SERVICE = 'this server';
const CAUSES: Readonly<Record<Exclude<RefusalCause, 'recipient'>, string>> = {
  blocked: 'blocked (reputation, SPF, DKIM, DMARC, spam or policy)',
  too_big: 'too large',
  full: 'mailbox full',
  deferred: 'deferred until they expired',
  unknown: 'for another reason',
};
const AUTOMATIC: Readonly<Record<string, AlertCode>> = {
  bounce_rate: 'bounce_rate',
  restored_database: 'restored_database',
};

export async function listAlerts(
  ctx: Pick<CallContext, 'services' | 'server'>,
  unknownMails: number,
): Promise<Alert[]> {
  const { database, models } = ctx.services;
  const { timeZone: zone } = ctx.server;
  const nowMs = await database.now();
  const alert = (
    severity: Alert['severity'],
    code: AlertCode,
    text: string,
    source_type: string | null = null,
  ): Alert => ({
    ...{ severity, code, source_type, text },
  });
  const { mail } = await readSettings(database.db);
  const alerts: Alert[] = [];
  if (mail.paused === 1) {
    const reason = mail.paused_reason ?? 'operator';
    const isOurs = reason === 'operator';
    alerts.push(
      isOurs
        ? alert('info', 'paused', 'Email sending was paused by an operator.')
        : alert(
            'error',
            AUTOMATIC[reason] ?? 'auto_paused',
            `Email sending was paused automatically: ${reason.replaceAll('_', ' ')}.`,
          ),
    );
  }
  alerts.push(...(await database.read(listBraked, { most: BRAKED_MAX })).map(describeBrake));
  const refusals = await database.read(countRefusals, { fromMs: nowMs - REFUSED_MS });
  if (refusals.size > 0) alerts.push(alert('warn', 'mail_refused', describeRefusals(refusals)));
  if (unknownMails > 0)
    alerts.push(
      alert(
        'warn',
        'unknown_mail',
        `Unknown delivery status: ${unknownMails} ${unknownMails === 1 ? 'email' : 'emails'}.`,
      ),
    );
  const { complaints, sent } = await database.read(readComplaints, { fromMs: nowMs - COMPLAINTS_MS, toMs: nowMs + 1 });
  if (complaints > sent * COMPLAINT_SHARE_MAX)
    alerts.push(
      alert(
        'warn',
        'complaint_rate',
        `Spam complaint rate is too high: ${complaints} complaints for ${sent} emails in 30 days.`,
      ),
    );
  const poll = await findLatestJob(database.db, BOUNCE_POLL);
  if (poll?.state === 'done' && poll.failed > 0)
    alerts.push(alert('warn', 'bounce_mailbox', "Can't read the mailbox in BOUNCE_MAILBOX_URL. See the log."));
  for (const { source, health, reason } of await database.read(listSources, { zone })) {
    if (health === 'failing') alerts.push(alert('error', 'source_failing', reason ?? '', source.source_type));
    if (health === 'silent') alerts.push(alert('warn', 'source_silent', reason ?? '', source.source_type));
  }
  const today = readDayOf(nowMs, zone);
  const { monthMicros } = await database.read(readCosts, { from: today, to: today, zone });
  if (models.budgetMicros > 0 && monthMicros >= models.budgetMicros)
    alerts.push(alert('warn', 'budget_reached', 'This month’s budget for models and translation is used up.'));
  for (const { kind, state, lease_until } of await listActive(database.db))
    if (state === 'running' && (lease_until ?? nowMs) < nowMs - STUCK_MS)
      alerts.push({ ...alert('error', 'job_stuck', `Job ${kind} has not responded for 5 minutes.`), subject: kind });
  for (const { id, outcome } of await listPaymentAlerts(database.db, nowMs - PAYMENT_ALERTS_MS))
    alerts.push({ ...alert('warn', 'payment', `${id}: ${outcome}`), subject: id });
  return alerts;
}

function describeBrake({ companyId, name }: { companyId: string; name: string | null }): Alert {
  const sender = companyId || SERVICE;
  const text = `Email from ${name ?? sender} is paused: too many bounces.`;
  return { severity: 'error', code: 'bounce_rate', source_type: null, text, subject: sender };
}

function describeRefusals(counts: ReadonlyMap<RefusalCause, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const causes = [...counts].flatMap(([cause, count]) => (cause === 'recipient' ? [] : `${count} ${CAUSES[cause]}`));
  return `Mail servers rejected ${total} ${total === 1 ? 'email' : 'emails'} in 24 hours: ${causes.join(', ')}.`;
}
