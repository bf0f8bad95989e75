import { expect, it } from 'vitest';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import stripe, { type CheckoutRequest } from '../../src/providers/stripe.ts';
import { createStripeTwin } from '../../src/sandbox/stripe.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const twin = createStripeTwin();

const request = (checkoutId: string, more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  checkoutId,
  accountId: 'agt_1',
  amountCents: 1_000,
  expiresAtMs: Date.now() + 12 * 3_600_000,
  successUrl: 'https://farebox.example/pay/x?outcome=success&n=1',
  cancelUrl: 'https://farebox.example/pay/x',
  ...more,
});

/** The twin's usual key is one of the test mode. */
const inTestMode = (ctx: CallContext): CallContext => ({ ...ctx, environment: { ...ctx.environment, mode: 'test' } });

let count = 0;
const fresh = (): string => `chk_${++count}`;

describeProvider(
  {
    provider: stripe,
    twin,
    ask: (ctx) => stripe.createCheckout(request(fresh()), inTestMode(ctx)),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'bad_request',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'malformed',
      'not-found': 'bad_request',
    },
  },
  (bench) => {
    it('makes a session of what was asked for', async () => {
      const asked = request(fresh());
      const made = await stripe.createCheckout(asked, inTestMode(bench().context()));
      expect(made).toEqual({
        sessionId: expect.stringMatching(/^cs_test_\w{58}$/),
        url: `https://checkout.stripe.com/c/pay/${made.sessionId}`,
        expiresAtMs: Math.floor(asked.expiresAtMs / 1000) * 1000,
      });
      expect(twin.sessions().at(-1)).toEqual({
        id: made.sessionId,
        livemode: false,
        amountCents: 1_000,
        currency: 'usd',
        clientReferenceId: 'agt_1',
        metadata: { kind: 'deposit', farebox_checkout: asked.checkoutId, farebox_account: 'agt_1' },
        created: expect.any(Number),
        expiresAt: Math.floor(asked.expiresAtMs / 1000),
        successUrl: asked.successUrl,
        cancelUrl: asked.cancelUrl,
      });
    });

    it('makes a session and a portal for a plan', async () => {
      const ctx = inTestMode(bench().context());
      const urls = { successUrl: 'https://app.example/paid', cancelUrl: 'https://app.example/plans' };
      const plan = { companyId: 'c_1', plan: 'pro', priceId: 'price_pro', customerId: null, ...urls };
      await stripe.createPlanCheckout({ requestId: 'plan_1', ...plan }, ctx);
      const made = twin.sessions().at(-1);
      const marks = { kind: 'subscription', farebox_company: 'c_1', farebox_plan: 'pro' };
      expect(made).toMatchObject({ clientReferenceId: 'c_1', metadata: marks, subscription: { priceId: 'price_pro' } });
      const customerId = made?.subscription?.customerId ?? '';
      const portal = await stripe.createPortal({ customerId, returnUrl: 'https://app.example/' }, ctx);
      expect(portal).toMatch(/^https:\/\/billing\.stripe\.com\/p\/session\/bps_\w+$/);
      const nobody = stripe.createPortal({ customerId: 'cus_none', returnUrl: 'https://app.example/' }, ctx);
      await expect(nobody).rejects.toMatchObject({ kind: 'bad_request' });
    });

    it('gets the same session for the same request, and a refusal for another under the same key', async () => {
      const ctx = inTestMode(bench().context());
      const asked = request(fresh());
      const before = twin.sessions().length;
      const made = await Promise.all([1, 2, 3].map(() => stripe.createCheckout(asked, ctx)));
      expect(new Set(made.map(({ sessionId }) => sessionId)).size).toBe(1);
      expect(twin.sessions().length).toBe(before + 1);
      const other = stripe.createCheckout({ ...asked, amountCents: 2_500 }, ctx);
      expect((await failureOf(other)).kind).toBe('bad_request');
    });

    it('does not take a key of the other mode', async () => {
      const live = { stripe: { apiKey: 'sk_live_1' } };
      const made = await stripe.createCheckout(request(fresh()), bench().context({ settings: live }));
      expect(made.sessionId).toMatch(/^cs_live_/);
      const test = { stripe: { apiKey: 'sk_test_1' } };
      const refused = stripe.createCheckout(request(fresh()), bench().context({ settings: test }));
      expect((await failureOf(refused)).kind).toBe('auth');
    });

    it('repeats a request that got no answer, under the same key', async () => {
      const before = bench().requests('stripe');
      await failureOf(stripe.createCheckout(request(fresh()), inTestMode(bench().context({ magic: 'reset' }))));
      expect(bench().requests('stripe') - before).toBe(2);
    });

    it('lists checkouts page by page, with what became of them', async () => {
      const ctx = inTestMode(bench().context());
      const sinceMs = Date.now() - 60_000;
      const made: string[] = [];
      for (let i = 0; i < 3; i++) made.push((await stripe.createCheckout(request(fresh()), ctx)).sessionId);
      const [paid = '', refunded = ''] = made;
      const complete = { status: 'complete', paymentStatus: 'paid' } as const;
      twin.change(paid, { state: complete });
      twin.change(refunded, {
        state: complete,
        refunds: [
          { cents: 400, status: 'succeeded' },
          { cents: 100, status: 'failed' },
        ],
        disputes: [{ cents: 900, status: 'under_review' }],
      });
      const { checkouts, hasMore } = await stripe.listCheckouts({ sinceMs }, ctx);
      expect(hasMore).toBe(false);
      const found = (id: string) => checkouts.find(({ sessionId }) => sessionId === id);
      expect(found(paid)).toMatchObject({ isPaid: true, amountCents: 1_000, currency: 'usd', refundedCents: 0 });
      expect(found(refunded)).toMatchObject({ isPaid: true, refundedCents: 400, isDisputed: true });
      expect(found(made[2] ?? '')).toMatchObject({ isPaid: false, isDisputed: false });
      const payment = await stripe.readPayment(found(refunded)?.paymentId ?? '', ctx);
      expect(payment.refund).toMatchObject({ refundedMinor: null, isComplete: true, currency: 'usd' });
      expect(payment.refund.refunds).toMatchObject([
        { amountMinor: 400, hasFailed: false },
        { amountMinor: 100, hasFailed: true },
      ]);
      expect(payment.disputes).toMatchObject([{ amountMinor: 900, withheldMinor: 900, state: 'open' }]);
      const after = checkouts[0]?.sessionId ?? '';
      const next = await stripe.listCheckouts({ sinceMs, after }, ctx);
      expect(next.checkouts.map(({ sessionId }) => sessionId)).toEqual(
        checkouts.slice(1).map(({ sessionId }) => sessionId),
      );
    });
  },
);
