/**
 * A server's ledger in a process of its own, to be killed: opens calls and says so. Started by recovery.test.ts with
 * `{dataDir, databaseUrl?, principal, calls}`.
 */
import { openLedger } from '../harness/built.mjs';

const { calls, principal, ...place } = JSON.parse(process.argv[2] ?? '');
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
// Calls that run count towards the limit of refunds, and this opens many of a new account at once.
const ledger = await openLedger({ ...place, log, limits: { refundsPerHour: 1_000_000 } });
const open = Array.from({ length: calls }, (_, index) =>
  ledger.calls.open({
    callId: `call_${process.pid}_${index}`,
    principal,
    tool: 'llm-fast',
    priceMicros: 2_000,
    timeoutMs: 3_600_000,
    needsDeposit: false,
    idempotency: { key: `key ${index}`, fingerprint: 'print' },
  }),
);
const states = (await Promise.all(open)).map((outcome) => outcome.state);
process.stdout.write(`${JSON.stringify(states)}\n`);
setInterval(() => {}, 1_000);
