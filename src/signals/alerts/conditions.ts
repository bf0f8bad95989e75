/** Collects everything that is wrong now, over all servers. */

import { formatDay } from '../../database/clock.ts';
import { listProviderPauses } from '../../identity/provider-pauses/reads.ts';
import type { CallContext } from '../../kernel/tool/context.ts';
import { addUp, findFirstDay } from '../../ledger/statistics/margin.ts';
import { readMarginByDay } from '../../ledger/statistics/margin-reads.ts';
import { BUDGET_LEVELS } from '../../ledger/statistics/spend-levels.ts';
import '../../ledger/verification/book-checks.ts';
import { listAlerts } from '../../newsroom/operations/reports/alerts.ts';
import { countUnknownMails } from '../../newsroom/operations/reports/reads.ts';
import { isFacilitatorUntrusted, listBudgetLevels, listServerSignals } from './reads.ts';
import type { Condition } from './types.ts';

export type AlertContext = Pick<CallContext, 'services' | 'server'>;

/** Days of which the margin of a tool is added up. */
const MARGIN_DAYS = 7;
const UNTRUSTED_MS = 3_600_000;

export async function listConditions(ctx: AlertContext): Promise<Condition[]> {
  const lists = await Promise.all([
    listServerConditions(ctx),
    listHeld(ctx),
    listBudgets(ctx),
    listLosses(ctx),
    listLedgerConditions(ctx),
    listFacilitatorConditions(ctx),
    listToolChanges(ctx),
    listNewsroomConditions(ctx),
  ]);
  const conditions = lists.flat();
  return [...new Map(conditions.map((one) => [JSON.stringify([one.code, one.subject]), one])).values()];
}

async function listServerConditions({ services: { database } }: AlertContext): Promise<Condition[]> {
  const rows = await listServerSignals(database.db, await database.now());
  return rows.map(({ code, subject, severity, text }) => ({ code, subject, severity, text }));
}

/** They are asked again as soon as an operator says so. */
async function listHeld({ services: { database } }: AlertContext): Promise<Condition[]> {
  const rows = await listProviderPauses(database.db);
  return rows.map(({ provider }) => ({
    ...{ code: 'provider_held', subject: provider, severity: 'warn' },
    text: `${provider} was paused by an operator. Its tools use other providers or are unavailable until it is resumed.`,
  }));
}

/** One alert for each level that today's costs have reached: it is over with the day, or with a higher budget. */
async function listBudgets({ services: { database } }: AlertContext): Promise<Condition[]> {
  const rows = await listBudgetLevels(database.db, formatDay(await database.now()));
  return rows.flatMap(({ provider, told }) =>
    BUDGET_LEVELS.filter((percent) => told >= percent).map((percent) => ({
      ...{ code: `provider_budget_${percent}`, subject: provider },
      severity: percent === 100 ? 'error' : percent === 50 ? 'info' : 'warn',
      text:
        percent === 100
          ? `${provider} has used up its daily budget. It gets no requests before 00:00 UTC.`
          : `${provider} has used ${percent}% of its daily budget.`,
    })),
  );
}

async function listLosses({ services: { database } }: AlertContext): Promise<Condition[]> {
  const rows = await database.read(readMarginByDay, { fromMs: findFirstDay(await database.now(), MARGIN_DAYS) });
  const tools = [...new Set(rows.flatMap(({ mode, tool }) => (mode === 'live' ? [tool] : [])))];
  return tools
    .filter((tool) => addUp(rows.filter((row) => row.mode === 'live' && row.tool === tool)).marginMicros < 0)
    .map((tool) => ({
      ...{ code: 'tool_at_loss', subject: tool, severity: 'warn' as const },
      text: `${tool} has cost more than it brought in over the last ${MARGIN_DAYS} days.`,
    }));
}

async function listLedgerConditions({ services: { books } }: AlertContext): Promise<Condition[]> {
  const last = await books.readLast();
  const texts = {
    verify: 'Ledger verification failed. Run farebox verify for the details.',
    reconcile: 'Deposits and the payment provider differ. Run farebox reconcile for the details.',
  };
  return (['verify', 'reconcile'] as const)
    .filter((kind) => last[kind]?.isOk === false)
    .map((kind) => ({ code: 'ledger_check_failed', subject: kind, severity: 'error', text: texts[kind] }));
}

async function listFacilitatorConditions({ services: { database } }: AlertContext): Promise<Condition[]> {
  if (!(await isFacilitatorUntrusted(database.db, (await database.now()) - UNTRUSTED_MS))) return [];
  const text =
    'The payment facilitator reported another payer, amount or network than was signed. Check X402_FACILITATOR_URL, and run farebox reconcile.';
  return [{ code: 'payment_facilitator_untrusted', subject: 'x402', severity: 'error', text }];
}

async function listToolChanges({ services: { upstreams } }: AlertContext): Promise<Condition[]> {
  return (upstreams?.all ?? []).flatMap(({ id, tools }) => {
    const names = tools.filter(({ state }) => state === 'changed').map(({ foreignName }) => foreignName);
    if (names.length === 0) return [];
    const text = `${id} changed tools, which are withheld: ${names.join(', ')}. Run farebox tools accept ${id}.`;
    return [{ code: 'upstream_tools_changed', subject: id, severity: 'warn' as const, text: text.slice(0, 1_000) }];
  });
}

async function listNewsroomConditions(ctx: AlertContext): Promise<Condition[]> {
  const alerts = await listAlerts(ctx, await countUnknownMails(ctx.services.database.db));
  return alerts.map(({ code, subject, severity, source_type, text }) => ({
    ...{ code, severity },
    subject: subject ?? source_type ?? '',
    text: source_type === null ? text : `${source_type}: ${text}`,
  }));
}
