import { z } from 'zod';
import '../../src/identity/wallets/service.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { depositAmounts } from '../../src/ledger/payments/payments-types.ts';
import { dashboardViews, renderDashboard } from '../../src/web/pages/dashboard.tsx';
import { findShownAccount, showPrivately } from './_private.ts';

export default definePage({
  title: 'Dashboard',
  description: 'Shows balance, deposits, spending, call log, keys and limits of the signed-in account.',
  route: 'GET /dashboard',
  otherRoutes: ['GET /dashboard/{view}'],
  effect: 'read',
  secret: true,
  input: z.object({
    view: z.enum(dashboardViews).optional().catch(undefined).describe('Page to show. Default: overview.'),
    mode: z.enum(['live', 'test']).optional().catch(undefined).describe('Account of the company. Default: live.'),
  }),
  examples: [],
  async run({ view = 'overview', mode }, ctx) {
    const path = view === 'overview' ? '/dashboard' : `/dashboard/${view}`;
    return await showPrivately(ctx, path, async (visitor, language) => {
      const shown = visitor.isMember && mode !== undefined ? { ...visitor, mode } : visitor;
      const hasAccount = (await findShownAccount(ctx, shown.mode)) !== null;
      const { walletSignIn } = ctx.services;
      const walletNetworks = walletSignIn.mode === shown.mode ? walletSignIn.networks : [];
      return renderDashboard(
        { visitor: shown, view, amounts: hasAccount ? depositAmounts : [], walletNetworks },
        language,
      );
    });
  },
});
