import { z } from 'zod';
import '../../src/database/examine.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { listRequiredVariables, type ProviderFacts } from '../../src/kernel/provider.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { renderAdmin, toAdminPath } from '../../src/web/admin.ts';
import { adminViews, type ProviderFacts as ShownProvider } from '../../src/web/admin-facts.ts';
import { showPrivately } from './_private.ts';

export default defineTool({
  title: 'Operators’ pages',
  description: 'Calls and money of the day, providers, accounts, newsroom, moderation, invites, audit and books.',
  route: 'GET /admin',
  effect: 'read',
  reply: 'page',
  secret: true,
  input: z.object({
    view: z.enum(adminViews).default('today').catch('today').describe('Which of them.'),
  }),
  output: z.unknown(),
  examples: [],
  run: ({ view }, ctx) =>
    showPrivately(
      ctx,
      toAdminPath(view),
      async (visitor, language) => {
        const findings = view === 'doctor' ? await ctx.services.doctor.examine() : [];
        return renderAdmin({ visitor, view, providers: listProviders(ctx), findings }, language);
      },
      ({ isOperator }) => isOperator,
    ),
});

/** Those that rest or fail first, then those that work. */
function listProviders({ registry, environment }: CallContext): ShownProvider[] {
  const users = new Map<string, { provider: ProviderFacts; tools: string[] }>();
  for (const { name, definition } of registry.tools) {
    for (const provider of definition.uses ?? []) {
      const entry = users.get(provider.id) ?? { provider, tools: [] };
      entry.tools.push(name);
      users.set(provider.id, entry);
    }
  }
  const rows = [...users.values()].map(({ provider, tools }) => ({
    id: provider.id,
    isSetUp: environment.settings(provider.id) !== null,
    restsSeconds: Math.ceil(environment.health.parkedForMs(provider.id) / 1_000),
    tools,
    variables: listRequiredVariables(provider),
  }));
  return rows.sort((a, b) => b.restsSeconds - a.restsSeconds || Number(b.isSetUp) - Number(a.isSetUp));
}
