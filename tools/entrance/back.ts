import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderBackPage } from '../../src/web/pages/claw.tsx';
import { chooseLanguageFor } from './_shared.ts';

export default definePage({
  title: 'Sign-in callback',
  description:
    'Receives the browser after sign-in at an identity provider. The page contains no data; its script passes the response on.',
  route: 'GET /claw/signed-in',
  effect: 'read',
  secret: true,
  input: z.object({}),
  examples: [],
  run: async (_input, ctx) => renderBackPage(ctx.server.baseUrl, chooseLanguageFor(ctx)),
});
