/** Every tool says in its own file which messages are its: the router agrees. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/concierge/choosing/router.ts';
import { loadCatalogue } from '../harness/catalogue.ts';

const registry = await loadCatalogue();
const router = createRouter(registry);
const routable = registry.tools.filter(({ definition }) => definition.lexicon);

describe('examples of the tools', () => {
  it('are there for every direct and smart tool', () => {
    const sold = registry.tools.filter(({ toolset }) => toolset.layer === 1 || toolset.layer === 2);
    expect(sold.filter(({ definition }) => !definition.lexicon).map(({ name }) => name)).toEqual([]);
  });

  for (const { name, definition } of routable) {
    for (const [language, messages] of Object.entries(definition.lexicon?.examples ?? {})) {
      for (const message of messages) {
        it(`${name} (${language}): ${message}`, () => {
          const { steps } = router.route(message);
          expect(steps.at(-1)?.tool).toBe(name);
          for (const step of steps) {
            const tool = registry.get(step.tool);
            const open = Object.keys(step.from ?? {});
            const issues = tool?.definition.input.safeParse(step.input).error?.issues ?? [];
            expect(issues.filter(({ path }) => !open.includes(String(path[0])))).toEqual([]);
          }
        });
      }
    }
  }
});
