/** Judging of settlements, and the offers that the settings of x402 make. */
import { describe, expect, it } from 'vitest';
import { readOffers } from '../../../src/ledger/wallets/offers.ts';
import { judgeReply } from '../../../src/ledger/wallets/settling.ts';

const payer = `0x${'1'.repeat(40)}`;
const requirements = { network: 'eip155:8453', amount: '2000' };
const settled = { success: true, payer, transaction: '0xabc', network: 'eip155:8453' };
const refused = (errorReason: string, transaction = '') => ({ success: false, errorReason, transaction });

describe('the reply of a facilitator', () => {
  it.each([
    ['none at all', null, 1, false, 'unknown'],
    ['a settlement', settled, 1, false, 'settled'],
    [
      'a settlement in other letters',
      { ...settled, payer: payer.toUpperCase().replace('0X', '0x') },
      1,
      false,
      'settled',
    ],
    ['another payer', { ...settled, payer: `0x${'2'.repeat(40)}` }, 1, false, 'refused'],
    ['another network', { ...settled, network: 'eip155:1' }, 1, false, 'refused'],
    ['another amount', { ...settled, amount: '1999' }, 1, false, 'refused'],
    ['no transaction', { ...settled, transaction: '' }, 1, false, 'refused'],
    ['too little money', refused('insufficient_funds'), 1, false, 'refused'],
    ['something unexpected', refused('unexpected_settle_error'), 1, false, 'unknown'],
    ['something unexpected after the signature expired', refused('unexpected_settle_error'), 1, true, 'refused'],
    ['a transaction that nobody confirmed', refused('confirmation_failed', '0xabc'), 1, false, 'unknown'],
    ['a nonce that was used, at first', refused('nonce_already_used'), 1, false, 'refused'],
    ['a nonce that was used, after an unknown try of ours', refused('nonce_already_used'), 2, false, 'settled'],
  ] as const)('that tells of %s', (_name, reply, attempts, isExpired, is) => {
    expect(judgeReply(reply, { payer, attempts }, { requirements, isExpired }).is).toBe(is);
  });
});

describe('the settings', () => {
  const address = `0x${'a'.repeat(40)}`;
  const settings = {
    network: 'eip155:8453',
    payTo: address,
    facilitatorUrl: 'https://facilitator.example',
    settleTimeoutMs: '15000',
  };

  it('offer USDC of each network to one address, or to one each', () => {
    const networks = 'eip155:8453, eip155:84532';
    const other = `0x${'b'.repeat(40)}`;
    expect(readOffers({ ...settings, network: networks })).toMatchObject({
      offers: [
        { network: 'eip155:8453', payTo: address, name: 'USD Coin' },
        { network: 'eip155:84532', payTo: address, name: 'USDC' },
      ],
    });
    expect(readOffers({ ...settings, network: networks, payTo: `${address},${other}` })).toMatchObject({
      offers: [{ payTo: address }, { payTo: other }],
    });
  });

  it('name another token with its domain', () => {
    expect(readOffers({ ...settings, network: 'eip155:5', asset: `${address} My Dollar 1` })).toMatchObject({
      offers: [{ asset: address, name: 'My Dollar', version: '1' }],
    });
  });

  it.each([
    ['X402_FACILITATOR_URL', { facilitatorUrl: undefined }],
    ['X402_PAY_TO', { payTo: undefined }],
    ['X402_PAY_TO', { payTo: '0x12' }],
    ['X402_PAY_TO', { payTo: `${address},${address}` }],
    ['X402_NETWORK', { network: 'base' }],
    ['X402_ASSET', { network: 'eip155:5' }],
    ['X402_ASSET', { asset: address }],
    ['X402_SETTLE_TIMEOUT_MS', { settleTimeoutMs: 'soon' }],
  ])('are refused with the name of %s', (variable, change) => {
    const found = readOffers({ ...settings, ...change });
    expect('problem' in found ? found.problem : '').toContain(variable);
  });
});
