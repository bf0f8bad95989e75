import { expect, it } from 'vitest';
import { toRefusalError } from '../../../src/kernel/errors/refusal.ts';

it.each(['tools', 'perCall', 'total', 'perDay'] as const)('says what helps against the cap %s', (cap) => {
  const { next } = toRefusalError({ refused: 'cap', cap }, () => []);
  expect(/wait/.test(next)).toBe(cap === 'perDay');
});
