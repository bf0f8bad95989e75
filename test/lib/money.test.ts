import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrice, fromUsd, toExact, toUsd, toUsdText, usd } from '../../src/lib/money.ts';

describe('money', () => {
  it('reads decimal USD exactly and refuses anything else', () => {
    expect(usd('0.002')).toBe(2000);
    expect(usd('10')).toBe(10_000_000);
    for (const bad of ['', '-1', '1.2345678', '1e3', ' 1', '0.', '.5']) expect(() => usd(bad)).toThrow();
  });

  it('shows no binary-float tail', () => {
    expect(toUsd(usd('0.1') + usd('0.2'))).toBe(0.3);
    expect(toUsdText(-1)).toBe('-0.000001');
    expect(toUsdText(0)).toBe('0');
    expect(toUsdText(250_000)).toBe('0.25');
  });

  it('survives the round trip for every amount a ledger can hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (micros) => {
        expect(fromUsd(toUsd(micros))).toBe(micros);
      }),
    );
  });

  it('throws beyond exact arithmetic', () => {
    expect(() => toExact(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError);
    expect(() => fromUsd(Number.NaN)).toThrow(RangeError);
    expect([0.0019999, 0.002, 0.0020001, 0.3, 0.1 + 0.2].map(fromUsd)).toEqual([1_999, 2_000, 2_000, 300_000, 300_000]);
    expect(() => fromUsd(1e12)).toThrow(RangeError);
  });

  it('labels prices in USD and reward tokens', () => {
    expect(formatPrice(usd('0.002'))).toBe('0.002 (2 WT)');
    expect(formatPrice(usd('0.0025'))).toBe('0.0025 (2.5 WT)');
    expect(formatPrice(0)).toBe('0');
  });
});
