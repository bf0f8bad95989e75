/** Opens deposits by card, and payments of single calls where X402_NETWORK is set. */
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { Limiter, Log } from '../kernel/ports.ts';
import type { Mode } from '../kernel/principal.ts';
import type { UpstreamEnvironments } from '../kernel/tool/context.ts';
import { openPayments, type PaymentsDeps } from '../ledger/payments/payments.ts';
import type { Payments } from '../ledger/payments/payments-types.ts';
import { chargeShortAccounts } from '../ledger/payments/top-ups/charging.ts';
import { openTopUps, type TopUps } from '../ledger/payments/top-ups/top-ups.ts';
import { formatDid, type ReceiptKeys } from '../ledger/receipts/receipts.ts';
import type { Secrets } from '../ledger/secret.ts';
import { defaultLimits } from '../ledger/types.ts';
import { WalletPayments } from '../ledger/wallets/direct-payments.ts';
import { OfferReceipts } from '../ledger/wallets/offer-receipts.ts';
import { type PaymentOffer, readOffers, sandboxOffers } from '../ledger/wallets/offers.ts';
import { PaymentAuth } from '../ledger/wallets/payment-auth.ts';
import x402 from '../providers/x402.ts';
import type { Closers } from './stopping.ts';

interface DirectPaymentsBase {
  database: Database;
  environments: UpstreamEnvironments;
  limiter: Limiter;
  secrets: Secrets;
  baseUrl: string;
}

/** Deposits by card, and the saved cards that are charged from now on. */
export function openPaying(deps: PaymentsDeps, closers: Closers): { payments: Payments; topUps: TopUps } {
  closers.add(chargeShortAccounts(deps));
  return { payments: openPayments(deps), topUps: openTopUps(deps) };
}

/** Undefined where callers need a key. Throws a ConfigError for settings that can't be used. */
export function openDirectPayments(
  config: Config,
  { database, environments, limiter, secrets, baseUrl }: DirectPaymentsBase,
  { mode, receiptKeys, log, closers }: { mode: Mode; receiptKeys: ReceiptKeys; log: Log; closers: Closers },
): WalletPayments | undefined {
  const settings = config.providers.live[x402.id];
  if (!settings) return undefined;
  const payments = new WalletPayments({
    database,
    environment: environments[mode],
    limiter,
    log,
    mode,
    offers: chooseOffers(config, mode),
    auth: new PaymentAuth(secrets, new URL(baseUrl).host),
    offerReceipts: new OfferReceipts(receiptKeys, formatDid(baseUrl)),
    settleTimeoutMs: Number(settings.settleTimeoutMs),
    refundsPerHour: config.refundsPerHour,
    callsPerMinute: config.rateLimitPerMinute,
    answerBytesMax: defaultLimits.answerBytesMax,
  });
  payments.settler.start();
  closers.add(() => payments.settler.stop());
  return payments;
}

/** Tokens of single calls' payments; none where they are not taken. */
export const listPaymentAssets = (config: Config, mode: Mode): string[] =>
  config.providers.live[x402.id] ? chooseOffers(config, mode).map(({ asset }) => asset) : [];

/** Networks on which wallets pay for calls, as CAIP-2. */
export const listPaymentNetworks = (config: Config, mode: Mode): string[] =>
  config.providers.live[x402.id] ? chooseOffers(config, mode).map(({ network }) => network) : [];

/** In test mode the sandbox settles, on a test network of its own. */
function chooseOffers({ providers }: Config, mode: Mode): readonly PaymentOffer[] {
  if (mode === 'test') return sandboxOffers;
  const found = readOffers(providers.live[x402.id] ?? {});
  if ('problem' in found) throw new ConfigError(`${found.problem}.`);
  return found.offers;
}
