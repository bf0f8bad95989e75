/** A fixed clock for the sandbox: a Saturday morning, so that tests can name the days of its replies. */
export const SANDBOX_NOW_MS = Date.UTC(2026, 10, 21, 3, 15);

export const sandboxClock = (): number => SANDBOX_NOW_MS;
