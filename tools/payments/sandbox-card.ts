import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { cardPlays } from '../../src/ledger/payments/payments-types.ts';
import { renderSandboxCardPage } from '../../src/web/pages/pay-sandbox.tsx';
import { answerAsPage, sandboxSession } from './_pages.ts';

export default definePage({
  title: 'Sandbox card page',
  description: 'Shows the sandbox page where a test card is saved.',
  route: 'GET /pay/sandbox/card/{session}',
  effect: 'read',
  secret: true,
  input: z.object({ session: sandboxSession }),
  examples: [{ session: 'cs_test_1' }],
  run: ({ session }, ctx) =>
    answerAsPage(ctx, async (language) =>
      renderSandboxCardPage(await ctx.services.payments.readTestCard(session), cardPlays, language),
    ),
});
