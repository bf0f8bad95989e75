/** Section `providers` of `farebox.yaml`: daily budgets of the built-in providers. */
import { z } from 'zod';
import { amount } from './values.ts';

export const budget = amount
  .optional()
  .describe('USD that may be spent per UTC day. Then the provider is not called until the next day.');

export const providers = z
  .record(z.string().min(1).max(64), z.strictObject({ budget }))
  .describe('Settings of built-in providers, by their id in docs/providers.md.');
