/** Shared by the operations that pause a provider and resume it. */
import { z } from 'zod';
import '../../src/identity/provider-pauses/pauses.ts';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { type AnyTool, defineTool } from '../../src/kernel/tool/tool.ts';

const provider = z.string().min(1).max(64).describe('ID of the provider, such as groq.');

export const definePauseTool = (isPaused: boolean, tool: Pick<AnyTool, 'title' | 'description' | 'route'>) =>
  defineTool({
    ...tool,
    effect: 'write',
    failsWith: ['NOT_FOUND'],
    input: z.object({ provider }),
    output: z.object({
      provider: z.string().describe('ID of the provider.'),
      paused: z.boolean().describe('`true` while nothing is sent to it.'),
      changed: z.boolean().describe('`false` if it was in this state before.'),
    }),
    examples: [{ provider: 'groq' }],
    async run({ provider: id }, { registry, principal, services }) {
      const isKnown = registry.tools.some(({ definition }) => definition.uses?.some((facts) => facts.id === id));
      if (!isKnown) throw new FareboxError('NOT_FOUND', { message: 'No tool uses a provider of this name' });
      const { changed } = await services.providerPauses.set(identifyActor(principal), id, isPaused);
      return { provider: id, paused: isPaused, changed };
    },
  });
