import { z } from 'zod';
import { invalidInput } from '../../src/kernel/input.ts';
import type { Registry } from '../../src/kernel/registry.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { accountOf, capsFromUsd, capsInput, nameSchema, subKeyJson, subKeyOutput } from './_shared.ts';

export default defineTool({
  title: 'Create a sub-key',
  description:
    'Make a further API key of this account, with caps of its own, to hand to another agent. Needs the root key. The new key is shown once.',
  route: 'POST /api/account/keys',
  access: 'root-key',
  effect: 'write',
  secret: true,
  input: z.object({
    name: nameSchema('What the key is for, 1 to 100 characters.'),
    caps: capsInput.optional(),
    expiresAt: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('When the key ends by itself, ISO 8601, in the future. Absent: never.'),
  }),
  output: subKeyOutput.extend({ apiKey: z.string().describe('The key. Keep it: it cannot be shown again.') }),
  examples: [
    { name: 'Research agent', caps: { perDay: 0.5, tools: ['search-ai', 'smart-translate'] } },
    { name: 'Summer intern', caps: { total: 5, perCall: 0.01 }, expiresAt: '2099-09-30T00:00:00Z' },
  ],
  async run({ name, caps = {}, expiresAt }, ctx) {
    const made = await ctx.services.accounts.createKey(accountOf(ctx.principal), {
      name,
      caps: capsFromUsd(caps, caps.tools && knownTools(caps.tools, ctx.registry)),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    return { ...subKeyJson(made), apiKey: made.apiKey };
  },
});

/** Current names of these tools; a name that no tool has would be a cap nobody meant. */
function knownTools(names: readonly string[], registry: Registry): string[] {
  const issues = names.flatMap((name, index) =>
    registry.get(name)
      ? []
      : [{ path: `caps.tools.${index}`, message: `No such tool; near: ${registry.nearest(name, 3).join(', ')}` }],
  );
  if (issues.length > 0) throw invalidInput(issues);
  return [...new Set(names.map((name) => registry.get(name)?.name ?? name))];
}
