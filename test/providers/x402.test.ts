import { expect, it } from 'vitest';
import x402, { type PaymentToCheck } from '../../src/providers/x402.ts';
import twin from '../../src/sandbox/x402.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const authorization = {
  from: `0x${'1'.repeat(40)}`,
  to: `0x${'2'.repeat(40)}`,
  value: '2000',
  validAfter: '0',
  validBefore: '4102444800',
  nonce: `0x${'3'.repeat(64)}`,
};

const buildPayment = (change: object = {}, extra: object = {}): PaymentToCheck => ({
  payload: {
    x402Version: 2,
    payload: { signature: `0x${'4'.repeat(130)}`, authorization: { ...authorization, ...change } },
    ...extra,
  },
  requirements: { scheme: 'exact', network: 'eip155:84532', amount: '2000', payTo: authorization.to },
});

describeProvider(
  {
    provider: x402,
    twin,
    ask: (ctx) => x402.verify(buildPayment(), ctx),
    failures: { empty: 'malformed', 'error-in-200': 'malformed' },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('tells which networks it settles on', async () => {
      expect(await x402.listSupported(bench().context())).toEqual([
        { x402Version: 2, scheme: 'exact', network: 'eip155:84532' },
      ]);
    });

    it('verifies and settles the same payment with the same transaction', async () => {
      const ctx = bench().context();
      expect(await x402.verify(buildPayment(), ctx)).toEqual({ isValid: true, payer: authorization.from });
      const first = await x402.settle(buildPayment(), ctx);
      expect(first).toMatchObject({ success: true, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
      expect(await x402.settle(buildPayment(), ctx)).toEqual(first);
    });

    it.each([
      [{ value: '1999' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
      [{ to: authorization.from }, 'invalid_exact_evm_payload_recipient_mismatch'],
      [{ validBefore: '1' }, 'invalid_exact_evm_payload_authorization_valid_before'],
      [{ validAfter: '4102444800' }, 'invalid_exact_evm_payload_authorization_valid_after'],
    ])('refuses %o', async (change, reason) => {
      const ctx = bench().context();
      expect(await x402.verify(buildPayment(change), ctx)).toMatchObject({ isValid: false, invalidReason: reason });
      expect(await x402.settle(buildPayment(change), ctx)).toMatchObject({ success: false, errorReason: reason });
    });
  },
);
