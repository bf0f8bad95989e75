/** Percentages of a provider's budget that trigger an alert, highest first. */
export const BUDGET_LEVELS = [100, 95, 80, 50] as const;
