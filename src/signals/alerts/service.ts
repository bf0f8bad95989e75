/** Opens and resolves alerts as conditions change, and notifies operators once: `ctx.services.alerts`. */
import type { Log } from '../../kernel/ports.ts';
import { OPERATOR } from '../webhooks/service.ts';
import { type AlertContext, listConditions } from './conditions.ts';
import { ALERT_EVENTS, buildAlertData, composeAlertMail } from './messages.ts';
import { listAlertRows } from './reads.ts';
import type { AlertRow } from './tables.ts';
import { decideTransitions, type Transition } from './transitions.ts';
import { type AlertChange, changeAlert } from './writes.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    alerts: Alerts;
  }
}

export interface AlertOptions {
  /** Where operators are told; without any, alerts are on the dashboard alone. */
  hasWebhook: boolean;
  emails: readonly string[];
  quietMs: number;
  log: Log;
}

export interface Alerts {
  /** Looks at everything now, and returns the open alerts, and those resolved within a week. */
  refresh(ctx: AlertContext): Promise<AlertRow[]>;
  /** Looks again and again, where somebody wants to be told. */
  watch(ctx: AlertContext): () => Promise<void>;
}

const EVERY_MS = 5_000;
/** Alerts resolved within this time are compared: at least the longest quiet period. */
const RESOLVED_MS = 7 * 86_400_000;

export function openAlerts(options: AlertOptions): Alerts {
  const { hasWebhook, emails, log } = options;
  let failures = 0;
  const refresh = async (ctx: AlertContext): Promise<AlertRow[]> => {
    const { database, sending } = ctx.services;
    const nowMs = await database.now();
    const conditions = await listConditions(ctx);
    const known = await listAlertRows(database.db, nowMs - RESOLVED_MS);
    const transitions = decideTransitions(known, conditions, { nowMs, quietMs: options.quietMs });
    for (const transition of transitions) {
      const changed = await database.write(changeAlert, buildChange(transition, options, ctx));
      if (changed > 0) logChange(log, transition);
    }
    if (transitions.length === 0) return known;
    if (emails.length > 0) sending.wake();
    return listAlertRows(database.db, nowMs - RESOLVED_MS);
  };
  return {
    refresh,
    watch(ctx) {
      if (!hasWebhook && emails.length === 0) return async () => {};
      let looking: Promise<unknown> = Promise.resolve();
      let isBusy = false;
      const look = async (): Promise<void> => {
        if (isBusy) return;
        isBusy = true;
        looking = refresh(ctx)
          .then(() => {
            failures = 0;
          })
          .catch((err: unknown) => {
            if (failures++ === 0) log.error({ err }, 'could not look for alerts, retrying');
          })
          .finally(() => {
            isBusy = false;
          });
        await looking;
      };
      const timer = setInterval(() => void look(), EVERY_MS).unref();
      return async () => {
        clearInterval(timer);
        await looking;
      };
    },
  };
}

function buildChange(
  { tell, ...transition }: Transition,
  { hasWebhook, emails }: AlertOptions,
  { services: { sending }, server: { baseUrl } }: AlertContext,
): AlertChange {
  const { alert } = transition;
  if (tell === null) return { ...transition, message: null, mails: [] };
  const data = buildAlertData(alert, baseUrl);
  return {
    ...transition,
    message: hasWebhook ? { endpointId: OPERATOR, event: ALERT_EVENTS[tell], data } : null,
    mails: emails.map((to) => sending.sealMail(composeAlertMail(to, tell, alert, baseUrl))),
  };
}

function logChange(log: Log, { alert, tell }: Transition): void {
  const { code, subject, text } = alert;
  if (tell === 'open') log.warn({ alert: code, subject }, text);
  else if (tell === 'resolved') log.info({ alert: code, subject }, 'alert resolved');
}
