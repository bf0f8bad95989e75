/** Payment requirements of x402 v2, scheme `exact`: networks, token and receiver, and whether a payment fits one of them. */
import type { ProviderSettings } from '../../kernel/ports.ts';
import type { SentPayment } from './sent-payment.ts';

/** One way to pay. */
export interface PaymentOffer {
  /** CAIP-2. */
  network: string;
  /** Address of the token. */
  asset: string;
  payTo: string;
  /** Of the token's EIP-712 domain. */
  name: string;
  version: string;
}

export interface PaymentRequirements {
  scheme: 'exact';
  network: string;
  /** In units of the token: it has six decimals, as micro-USD have. */
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}

type Token = Pick<PaymentOffer, 'asset' | 'name' | 'version'>;

/** USDC, as its issuer has it there. */
const TOKENS: Readonly<Record<string, Token>> = {
  'eip155:1': { asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'USD Coin', version: '2' },
  'eip155:137': { asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', name: 'USD Coin', version: '2' },
  'eip155:8453': { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin', version: '2' },
  'eip155:42161': { asset: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', name: 'USD Coin', version: '2' },
  'eip155:43114': { asset: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', name: 'USD Coin', version: '2' },
  'eip155:84532': { asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC', version: '2' },
};
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const SANDBOX_NETWORK = 'eip155:84532';

/** Nobody's: what is signed for it in test mode is worth nothing, and never leaves the server. */
const SANDBOX_PAY_TO = `0x${'5a'.repeat(20)}`;

/** In test mode always the same one, of a test network, whatever is set for live. */
export const sandboxOffers: readonly PaymentOffer[] = [
  { network: SANDBOX_NETWORK, payTo: SANDBOX_PAY_TO, ...requireToken(SANDBOX_NETWORK) },
];

function requireToken(network: string): Token {
  const token = TOKENS[network];
  if (!token) throw new Error(`No token of ${network} is known`);
  return token;
}

/** Offers of a live server by its settings; `problem` is one sentence that names the variable to correct. */
export function readOffers(settings: ProviderSettings): { offers: PaymentOffer[] } | { problem: string } {
  const { facilitatorUrl, network = '', payTo = '', asset = '', settleTimeoutMs = '' } = settings;
  const [networks, receivers, tokens] = [network, payTo, asset].map(splitList);
  if (!networks || !receivers || !tokens) return { problem: 'X402_NETWORK must be set' };
  if (facilitatorUrl === undefined) return { problem: 'X402_FACILITATOR_URL must be set with X402_NETWORK' };
  if (!/^\d{3,6}$/.test(settleTimeoutMs)) return { problem: 'X402_SETTLE_TIMEOUT_MS must be from 100 to 999999' };
  if (receivers.length === 0) return { problem: 'X402_PAY_TO must be set with X402_NETWORK' };
  const badNetwork = networks.find((one) => !/^eip155:\d{1,20}$/.test(one));
  if (badNetwork !== undefined)
    return { problem: `X402_NETWORK contains ${badNetwork}, which is not like eip155:8453` };
  if (receivers.some((one) => !ADDRESS.test(one)))
    return { problem: 'X402_PAY_TO must be an address of 0x and 40 hexadecimal digits' };
  if (![1, networks.length].includes(receivers.length))
    return { problem: 'X402_PAY_TO must have one address, or one for each network' };
  if (![0, networks.length].includes(tokens.length))
    return { problem: 'X402_ASSET must have one token for each network' };
  const offers: PaymentOffer[] = [];
  for (const [index, one] of networks.entries()) {
    const text = tokens[index];
    const token = text === undefined ? TOKENS[one] : parseToken(text);
    if (!token && text === undefined) return { problem: `X402_ASSET must be set: the USDC of ${one} is not known` };
    if (!token) return { problem: 'X402_ASSET must be like 0x… USDC 2: address, name and version' };
    offers.push({ network: one, payTo: receivers[index] ?? receivers[0] ?? '', ...token });
  }
  return { offers };
}

const splitList = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

function parseToken(text: string): Token | undefined {
  const [asset = '', ...words] = text.split(/\s+/);
  const version = words.pop() ?? '';
  const name = words.join(' ');
  return ADDRESS.test(asset) && name !== '' && version !== '' ? { asset, name, version } : undefined;
}

export const buildRequirements = (
  { network, asset, payTo, name, version }: PaymentOffer,
  { amount, maxTimeoutSeconds }: { amount: number; maxTimeoutSeconds: number },
): PaymentRequirements => ({
  scheme: 'exact',
  network,
  amount: String(amount),
  asset,
  payTo,
  maxTimeoutSeconds,
  extra: { name, version },
});

/** Offer that the payment chose, or the reason why it matches none, in the specification's words. */
export function matchRequirements(
  { accepted, authorization }: SentPayment,
  asked: readonly PaymentRequirements[],
): PaymentRequirements | string {
  if (accepted.scheme !== 'exact') return 'unsupported_scheme';
  const ofNetwork = asked.filter(({ network }) => network === accepted.network);
  if (ofNetwork.length === 0) return 'invalid_network';
  const found = ofNetwork.find(({ asset, payTo }) => isSame(asset, accepted.asset) && isSame(payTo, accepted.payTo));
  if (!found) return 'invalid_payment_requirements';
  if (!isSame(authorization.to, found.payTo)) return 'invalid_exact_evm_payload_recipient_mismatch';
  const isAmount = accepted.amount === found.amount && authorization.value === found.amount;
  return isAmount ? found : 'invalid_exact_evm_payload_authorization_value_mismatch';
}

/** Addresses in capitals are the same addresses. */
export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
