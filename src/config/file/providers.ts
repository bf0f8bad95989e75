/** Section `providers` of `farebox.yaml`: daily budgets, keys and retries of the built-in providers. */
import { z } from 'zod';
import { RETRY_REASONS } from '../../kernel/tool/provider.ts';
import { amount, choice, duration, integer } from './values.ts';

/** Settings of every provider that has none of its own. */
export const DEFAULT_PROVIDER = 'default';

const KEYS_MAX = 50;
const WEIGHT_MAX = 1_000;
const ATTEMPTS_MAX = 5;
const WITHIN_MAX_MS = 600_000;

export const budget = amount
  .optional()
  .describe('USD that may be spent per UTC day. Then the provider is not called until the next day.');

// biome-ignore lint/suspicious/noTemplateCurlyInString: the form that people write in farebox.yaml
const KEY_FORM = 'must be a key, such as ${OPENAI_API_KEY} or ${file:/run/secrets/openai}';

const keyText = z
  .string({ error: KEY_FORM })
  .min(1, 'must not be empty')
  .max(8_192, 'must have at most 8192 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be printable characters without spaces');

const weightedKey = z.strictObject({
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form that people write in farebox.yaml
  key: keyText.describe('The key, best as ${NAME} or ${file:/path}.'),
  weight: integer(0, WEIGHT_MAX)
    .default(1)
    .describe('Share of the requests beside the other keys. Default: 1; 0 serves when no other key can.'),
  expires: z.iso
    .date('must be a date such as 2027-03-31, in quotes')
    .optional()
    .describe('Last day on which the key works. Operators are told two weeks ahead.'),
});

const keys = z
  .array(
    z.union([keyText.transform((key) => ({ key, weight: 1, expires: undefined })), weightedKey], {
      error: `${KEY_FORM}, or a mapping such as { key: \${OPENAI_API_KEY}, weight: 2 }`,
    }),
  )
  .min(1, 'must have at least one key')
  .max(KEYS_MAX, `must have at most ${KEYS_MAX} keys`)
  .superRefine((all, ctx) => {
    for (const [at, { key }] of all.entries()) {
      if (all.findIndex((other) => other.key === key) < at)
        ctx.addIssue({ code: 'custom', path: [at], message: 'is listed twice. Remove one of them' });
    }
  })
  .optional()
  .describe('Keys that share the requests by weight; they replace <NAME>_API_KEY. A key that is refused pauses alone.');

const retry = z
  .strictObject({
    attempts: integer(1, ATTEMPTS_MAX).optional().describe('Times that a request is sent at most. Default: 2.'),
    on: z
      .array(choice(...RETRY_REASONS))
      .max(RETRY_REASONS.length, `must have at most ${RETRY_REASONS.length} reasons`)
      .optional()
      .describe('Failures after which a request is repeated. Default: all of them.'),
    within: duration(100, WITHIN_MAX_MS, '5s')
      .optional()
      .describe('Time after which a request is no longer repeated. Default: the timeout of the call.'),
  })
  .optional()
  .describe('Repeats requests that are safe to repeat, within one call and one charge.');

export const providers = z
  .record(z.string().min(1).max(64), z.strictObject({ budget, keys, retry }))
  .superRefine((all, ctx) => {
    for (const name of ['budget', 'keys'] as const) {
      if (all[DEFAULT_PROVIDER]?.[name] === undefined) continue;
      const message = 'cannot be set for all providers. Put it under the id of a provider';
      ctx.addIssue({ code: 'custom', path: [DEFAULT_PROVIDER, name], message });
    }
  })
  .describe('Settings of built-in providers, by their id in docs/providers.md; `default` sets `retry` for the others.');
