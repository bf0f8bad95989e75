/** `farebox doctor` about payments of single calls: asks the facilitator what it can settle. */
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../database/examine.ts';
import type { Log } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { ownShare } from '../../kernel/threads/turns.ts';
import { type PaymentOffer, readOffers } from '../../ledger/wallets/offers.ts';
import { createEnvironment } from '../../providers/shared/environment.ts';
import { createAddressGuard } from '../../providers/shared/network/guard.ts';
import { buildUserAgent, createLiveTransport } from '../../providers/shared/network/transport.ts';
import x402 from '../../providers/x402.ts';
import { version } from '../wiring.ts';

const what = 'x402';
const ASK_MS_MAX = 5_000;
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Nothing where X402_NETWORK is not set. `mode`: of accounts without a key. */
export async function examineDirectPayments(config: Config, mode: Mode): Promise<Finding[]> {
  const settings = config.providers.live[x402.id];
  if (settings == null) return [];
  if (mode === 'test') {
    const detail =
      'test mode: the sandbox accepts payments, and no money moves. Configure a priced provider to go live';
    return [{ what, state: 'ok', detail }];
  }
  const found = readOffers(settings);
  if ('problem' in found) return [{ what, state: 'failed', detail: found.problem }];
  return [await examineFacilitator(config, found.offers)];
}

async function examineFacilitator(config: Config, offers: readonly PaymentOffer[]): Promise<Finding> {
  const contact = config.operatorContact || (config.baseUrl ?? 'http://localhost');
  const transport = createLiveTransport({ guard: createAddressGuard(), userAgent: buildUserAgent(version, contact) });
  const environment = createEnvironment({ mode: 'live', transport, settings: config.providers.live });
  const { signal } = new AbortController();
  const ctx = { share: ownShare, signal, callerGone: signal, environment, requestId: 'doctor', log: silent };
  try {
    const kinds = await x402.listSupported({ ...ctx, deadlineMs: Date.now() + ASK_MS_MAX });
    const isSupported = ({ network }: PaymentOffer): boolean =>
      kinds.some((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network);
    const missing = offers.filter((offer) => !isSupported(offer)).map(({ network }) => network);
    if (missing.length > 0) {
      const detail = `the facilitator does not settle x402 v2 payments on ${missing.join(', ')}. Change X402_NETWORK or X402_FACILITATOR_URL`;
      return { what, state: 'failed', detail };
    }
    const networks = offers.map(({ network, payTo }) => `${network} to ${payTo}`);
    return { what, state: 'ok', detail: `payments on ${networks.join(', ')}` };
  } catch {
    return {
      what,
      state: 'warning',
      detail: 'the facilitator cannot be reached. Check X402_FACILITATOR_URL and X402_FACILITATOR_TOKEN',
    };
  } finally {
    await transport.close();
  }
}
