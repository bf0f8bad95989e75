import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderBackPage } from '../../src/web/pages/claw.tsx';
import { chooseLanguageFor } from './_shared.ts';

export default definePage({
  title: 'Back from signing in',
  description:
    'Where a sign-in provider sends the browser back to. The page holds no data; its script hands over the answer.',
  route: 'GET /claw/signed-in',
  effect: 'read',
  secret: true,
  input: z.object({}),
  examples: [],
  run: async (_input, ctx) => renderBackPage(ctx.server.baseUrl, chooseLanguageFor(ctx)),
});
