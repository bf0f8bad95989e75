import { z } from 'zod';
import { formatDay } from '../../src/database/clock.ts';
import '../../src/database/examine.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { type BudgetState, listRequiredVariables, type ProviderDefinition } from '../../src/kernel/tool/provider.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { listUpstreamDays } from '../../src/ledger/receipts/record-reads.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { MICROS_PER_USD } from '../../src/lib/money.ts';
import '../../src/signals/alerts/service.ts';
import { type AlertInfo, adminViews, isFailing, type ProviderInfo as ShownProvider } from '../../src/web/admin-info.ts';
import { renderAdmin, toAdminPath } from '../../src/web/pages/admin.ts';
import { showPrivately } from './_private.ts';

export default definePage({
  title: 'Operator pages',
  description:
    'Shows the operator pages: today’s calls and revenue, providers, upstreams, accounts, newsroom, moderation, invites, audit log and ledger.',
  route: 'GET /admin',
  effect: 'read',
  secret: true,
  input: z.object({
    view: z.enum(adminViews).default('today').catch('today').describe('Page to show.'),
  }),
  examples: [],
  run: ({ view }, ctx) =>
    showPrivately(
      ctx,
      toAdminPath(view),
      async (visitor, language) => {
        const findings = view === 'doctor' ? await ctx.services.doctor.examine() : [];
        const providers = await listProviders(ctx);
        const alerts = await listOpenAlerts(ctx);
        return renderAdmin({ visitor, view, alerts, providers, findings }, language);
      },
      ({ isOperator }) => isOperator,
    ),
});

async function listOpenAlerts(ctx: CallContext): Promise<AlertInfo[]> {
  const rows = await ctx.services.alerts.refresh(ctx);
  return rows
    .filter(({ state }) => state === 'open')
    .map(({ code, subject, severity, text }) => ({ code, subject, severity, text }));
}

/** Those that fail first, then those that work. */
async function listProviders({ registry, services: { database, doctor } }: CallContext): Promise<ShownProvider[]> {
  const since = formatDay((await database.now()) - DAY_MS);
  const days = await database.read(listUpstreamDays, { mode: 'live', since });
  const users = new Map<string, { provider: ProviderDefinition; tools: string[] }>();
  for (const { name, definition } of registry.tools) {
    for (const provider of definition.uses ?? []) {
      const entry = users.get(provider.id) ?? { provider, tools: [] };
      entry.tools.push(name);
      users.set(provider.id, entry);
    }
  }
  const rows = [...users.values()].map(({ provider, tools }) => {
    const condition = doctor.lookAt(provider.id);
    return {
      id: provider.id,
      isSetUp: condition !== null,
      isWell: condition?.isWell ?? true,
      pausedSeconds: Math.ceil((condition?.pausedMs ?? 0) / 1_000),
      pausedModels: condition?.pausedModels ?? [],
      keys: (condition?.keys ?? []).map(({ pausedMs, ...key }) => ({
        ...key,
        pausedSeconds: Math.ceil(pausedMs / 1_000),
      })),
      isHeld: condition?.isHeld ?? false,
      budget: formatBudget(condition?.budget ?? null),
      tools,
      variables: listRequiredVariables(provider),
      ...sumDays(days.filter((day) => day.provider === provider.id)),
    };
  });
  return rows.sort(
    (a, b) =>
      Number(isFailing(b)) - Number(isFailing(a)) ||
      Number(b.isSetUp) - Number(a.isSetUp) ||
      b.requests - a.requests ||
      (a.id < b.id ? -1 : 1),
  );
}

const formatBudget = (budget: BudgetState | null) =>
  budget && { spent: budget.spentMicros / MICROS_PER_USD, limit: budget.budgetMicros / MICROS_PER_USD };

const sumDays = (days: readonly { requests: number; failures: number }[]) => ({
  requests: days.reduce((sum, { requests }) => sum + requests, 0),
  failures: days.reduce((sum, { failures }) => sum + failures, 0),
});
