import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { renderLoginPage } from '../../src/web/login.ts';
import { chooseLanguageFor } from './_shared.ts';

export default defineTool({
  title: 'Sign-in page',
  description: 'Sign in with a code by e-mail; the session stays in the tab. The page holds no data.',
  route: 'GET /login',
  effect: 'read',
  reply: 'page',
  secret: true,
  input: z.object({}),
  output: z.unknown(),
  examples: [],
  run: async (_input, ctx) => renderLoginPage(chooseLanguageFor(ctx)),
});
