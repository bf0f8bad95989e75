/** Servers that wallets pay by the call, and the facilitator that settles for them. */
import type { Engine } from '../../harness/databases.ts';
import { buildX402Settings, type Facilitator, startFacilitator } from '../../harness/facilitator.ts';
import type { FareboxProcess } from '../../harness/farebox.ts';
import { openPaidProcesses, type PaidWorld } from '../../harness/paid-world.ts';
import { decodeHeader, type PaymentRequired } from '../../harness/payer.ts';

export const DEPOSIT_PATH = '/api/account/deposits/x402';
export const DEPOSIT_MICROS = 100_000;

export interface PayWorld extends PaidWorld<FareboxProcess> {
  engine: Engine;
  facilitator: Facilitator;
  /** What every call costs, as the server asks for it. */
  required: PaymentRequired;
  /** What a deposit of the smallest amount asks for. */
  depositRequired: PaymentRequired;
  /** Keys of accounts without a balance: their calls are booked on them, and paid by wallets. */
  keys: readonly string[];
}

export async function openPayWorld(engine: Engine): Promise<PayWorld> {
  const facilitator = await startFacilitator(false);
  const world = await openPaidProcesses({
    engine,
    servers: 2,
    env: {
      ...buildX402Settings(facilitator),
      X402_SETTLE_TIMEOUT_MS: '400',
    },
  });
  const answer = await world.servers[0]?.request('POST', '/api/proxy/llm-fast', { body: { prompt: 'price' } });
  const required = decodeHeader<PaymentRequired>(answer?.headers['payment-required']);
  const accounts = await Promise.all(Array.from({ length: 4 }, () => world.account(0)));
  const keys = accounts.map(({ apiKey }) => apiKey);
  const asked = await world.servers[0]?.request('POST', DEPOSIT_PATH, {
    key: keys[0] ?? '',
    body: { amount: DEPOSIT_MICROS / 1_000_000 },
  });
  const depositRequired = decodeHeader<PaymentRequired>(asked?.headers['payment-required']);
  return { ...world, engine, facilitator, required, depositRequired, keys };
}
