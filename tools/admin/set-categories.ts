import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { changeSettings, settingsOutput } from '../../src/newsroom/operations/reports/settings.ts';

const CATEGORIES_MAX = 200;
const KEY_CHARS_MAX = 100;

export default defineTool({
  title: 'Set target categories',
  description: 'Set the categories whose companies get diagnosis emails. An empty list means all.',
  route: 'PUT /admin/settings/categories',
  effect: 'write',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    categories: z.array(z.string()).describe('Category keys. A category without articles matches nothing.'),
  }),
  output: settingsOutput,
  examples: [{ categories: ['it', 'food'] }],
  async run({ categories }, ctx) {
    if (categories.length > CATEGORIES_MAX || categories.some((key) => key.length > KEY_CHARS_MAX)) {
      const message = `categories takes ${CATEGORIES_MAX} keys of at most ${KEY_CHARS_MAX} characters`;
      throw new FareboxError('INVALID_INPUT', { message });
    }
    return await changeSettings(ctx, { categories });
  },
});
