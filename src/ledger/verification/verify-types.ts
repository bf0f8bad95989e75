/** Types of ledger verification checks. */
export interface Check {
  /** What does not hold when a row comes back; the line says this, the subject, what was found and what was expected. */
  what: string;
  sql: string;
}
