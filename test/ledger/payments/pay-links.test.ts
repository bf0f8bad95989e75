import { expect, it } from 'vitest';
import { createPayToken, readPayToken } from '../../../src/ledger/payments/pay-links.ts';
import { Secrets } from '../../../src/ledger/secret.ts';

const DAY_MS = 86_400_000;
const nowMs = Date.UTC(2026, 10, 21);
const secrets = new Secrets('a secret of the tests that is long enough', []);
const link = { accountId: 'agt_0123456789abcdefghijkl', amount: 25 } as const;
const token = createPayToken(secrets, link, nowMs);

it('reads what it has written, for seven days', () => {
  expect(token).toMatch(/^[\w.-]+$/);
  expect(readPayToken(secrets, token, nowMs)).toMatchObject(link);
  expect(readPayToken(secrets, token, nowMs + 7 * DAY_MS - 1_000)).toMatchObject(link);
  const late = () => readPayToken(secrets, token, nowMs + 7 * DAY_MS + 1_000);
  expect(late).toThrow(expect.objectContaining({ code: 'GONE' }));
});

it('is the same for the same moment, and still good under an earlier secret', () => {
  expect(createPayToken(secrets, link, nowMs)).toBe(token);
  const rotated = new Secrets('another secret of the tests, long enough too', [
    'a secret of the tests that is long enough',
  ]);
  expect(createPayToken(rotated, link, nowMs)).not.toBe(token);
  expect(readPayToken(rotated, token, nowMs)).toMatchObject(link);
});

it.each([
  '',
  'x',
  token.replace('.25.', '.50.'),
  token.replace('.25.', '.26.'),
  token.replace('agt_0', 'agt_1'),
  token.replace(/\.([0-9a-z])/, '.z$1'),
  `${token}x`,
  token.slice(0, -2),
  token.split('.').slice(0, 3).join('.'),
  createPayToken(new Secrets('somebody else made this one, long enough', []), link, nowMs),
])('refuses %s', (forged) => {
  expect(() => readPayToken(secrets, forged, nowMs)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});
