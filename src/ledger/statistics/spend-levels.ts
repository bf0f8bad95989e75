/** Percentages of a provider's budget that operators are told of, the highest first. */
export const BUDGET_LEVELS = [100, 95, 80, 50] as const;
