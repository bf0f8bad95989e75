export const SUPPRESSION_REASONS = [
  'hard_bounce',
  'soft_bounce',
  'complaint',
  'unsubscribed',
  'manual',
  'refused',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** After that an address is tried again. Null: never by itself. */
export const LASTS_DAYS: Readonly<Record<SuppressionReason, number | null>> = {
  hard_bounce: 180,
  soft_bounce: 30,
  complaint: null,
  unsubscribed: null,
  refused: null,
  manual: null,
};

/** The owner of the address has said so: nobody here takes it back. */
export const LASTING: readonly SuppressionReason[] = ['complaint', 'unsubscribed', 'refused'];

/** Content of a returned message; `delayed` and `delivered` change nothing, `unclassified` is kept and shown. */
export const RETURN_KINDS = [
  'hard',
  'soft',
  'complaint',
  'unsubscribe',
  'delayed',
  'delivered',
  'auto_reply',
  'unclassified',
] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

export const BOUNCE_ACTIONS = ['suppressed', 'recorded', 'ignored'] as const;
export type BounceAction = (typeof BOUNCE_ACTIONS)[number];
