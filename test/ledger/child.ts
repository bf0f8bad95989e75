/** A server's ledger in a process of its own, to be killed: opens calls and says so. Started by recovery.test.ts. */
import { setInterval } from 'node:timers';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { openLedger } from '../../src/ledger/ledger.ts';

interface Task {
  dataDir: string;
  databaseUrl?: string;
  principal: AccountPrincipal;
  calls: number;
}

const task: Task = JSON.parse(process.argv[2] ?? '');
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const { dataDir, databaseUrl, principal } = task;
// Calls that run count towards the limit of refunds, and this opens many of a new account at once.
const limits = { refundsPerHour: 1_000_000 };
const ledger = await openLedger({ dataDir, log, limits, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
const open = Array.from({ length: task.calls }, (_, index) =>
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
