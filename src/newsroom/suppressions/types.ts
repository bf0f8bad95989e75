export const SUPPRESSION_REASONS = [
  'hard_bounce',
  'soft_bounce',
  'complaint',
  'unsubscribed',
  'manual',
  'refused',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The owner of the address has said so: nobody here takes it back. */
export const LASTING: readonly SuppressionReason[] = ['complaint', 'unsubscribed', 'refused'];
