/** Sign-in with a wallet: whoever signs a challenge with the key of an address opens the account that its payments made. */

import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError, type Reason } from '../../kernel/errors/reasons.ts';
import type { Limiter } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { maskAddress } from '../../ledger/accounts/accounts.ts';
import type { Secrets } from '../../ledger/secret.ts';
import { toHostKey } from '../../lib/network.ts';
import { countWithin } from '../guards/limits.ts';
import { type ChallengeState, Challenges } from './challenges.ts';
import { type ChallengeInfo, formatMessage, type Proof } from './proof.ts';
import { listWalletAccounts, type WalletAccount } from './reads.ts';
import { createSignInRequest } from './request.ts';
import { isAddress, recoverSigner, toChecksumAddress } from './signatures.ts';
import { createWalletToken, type WalletToken } from './tokens.ts';
import { useChallenge } from './writes.ts';

const HOUR_SECONDS = 3_600;
/** Challenges and proofs in an hour, as for codes by email. */
const REQUESTS_PER_IP = 100;
const REQUESTS_PER_NETWORK = 200;

/** A challenge with the message that it makes for one wallet. */
export interface WalletChallenge extends ChallengeInfo {
  address: string;
  chainId: string;
  message: string;
}

export interface WalletSignIn {
  /** Networks on which wallets can pay, as CAIP-2; empty without any. */
  readonly networks: readonly string[];
  /** Of their payments. */
  readonly mode: Mode;
  createChallenge(wallet: { address: string; network: string }, uri: string, ip: string): Promise<WalletChallenge>;
  /** 402 with a challenge for any wallet, by the extension `sign-in-with-x` of x402. */
  createRequest(resource: string, network: string | undefined, ip: string): Promise<FareboxError>;
  /** Uses up the challenge. Throws a reason `invalid_siwx_…`, or `unknown_wallet` for one that has never paid. */
  verify(proof: Proof, uri: string, ip: string): Promise<WalletAccount>;
  createToken(account: WalletAccount): Promise<WalletToken>;
}

export interface WalletSignInDeps {
  database: Pick<Database, 'db' | 'now' | 'write'>;
  limiter: Limiter;
  secrets: Secrets;
  baseUrl: string;
  /** Of the payments that wallets make here. */
  mode: Mode;
  networks: readonly string[];
}

export function openWalletSignIn(deps: WalletSignInDeps): WalletSignIn {
  const { database, networks, baseUrl } = deps;
  const challenges = new Challenges(deps.secrets, new URL(baseUrl).host);
  const create = async (uri: string, ip: string): Promise<ChallengeInfo> => {
    await admit(deps, ip);
    return challenges.create(uri, await database.now());
  };
  return {
    networks,
    mode: deps.mode,
    createChallenge: async ({ address, network }, uri, ip) => {
      if (!isAddress(address)) throw createAddressError('address');
      assertNetwork(networks, network);
      const info = { ...(await create(uri, ip)), address: toChecksumAddress(address), chainId: network };
      return { ...info, message: formatMessage(info) };
    },
    createRequest: async (resource, network, ip) => {
      if (network !== undefined) assertNetwork(networks, network);
      const info = await create(resource, ip);
      return createSignInRequest(info, network === undefined ? networks : [network]);
    },
    verify: async (proof, uri, ip) => {
      await admit(deps, ip);
      const expiresAtMs = assertChallenge(proof, challenges, { uri, nowMs: await database.now() });
      assertNetwork(networks, proof.chainId);
      assertSigned(proof);
      const isFirst = await database.write(useChallenge, { nonce: proof.nonce, expires_at: expiresAtMs });
      if (!isFirst) throw refuse('invalid_siwx_nonce', 'This challenge was used before.');
      return await findAccount(deps, proof);
    },
    createToken: (account) => createWalletToken(database, account.key_hash),
  };
}

async function admit({ limiter, networks }: WalletSignInDeps, ip: string): Promise<void> {
  if (networks.length === 0) {
    throw new FareboxError('TOOL_UNAVAILABLE', {
      message: "This server doesn't take payments from wallets, so wallets have no accounts.",
      next: 'Sign in with an API key. Operators: set X402_NETWORK to take payments from wallets.',
    });
  }
  const counts = [
    [`wallet-ip ${toHostKey(ip)}`, REQUESTS_PER_IP],
    [`wallet-network ${maskAddress(ip)}`, REQUESTS_PER_NETWORK],
  ] as const;
  await countWithin(limiter, counts, HOUR_SECONDS);
}

const NEXT = 'Request a new challenge, sign its message, and send it within 5 minutes.';

const refuse = (reason: Reason, message?: string): FareboxError =>
  createReasonError(reason, { next: NEXT, ...(message === undefined ? {} : { message }) });

const createAddressError = (path: string): FareboxError =>
  createInvalidInputError([
    { path, message: 'Must be an address of 0x and 40 hexadecimal digits, with the right checksum' },
  ]);

function assertNetwork(networks: readonly string[], network: string): void {
  if (networks.includes(network)) return;
  throw createReasonError('invalid_siwx_unsupported_chain', {
    message: `Wallets can't sign in on ${network} here.`,
    next: `Sign with one of these networks: ${networks.join(', ')}.`,
    details: { networks },
  });
}

/** Returns when the challenge expires. */
function assertChallenge(proof: Proof, challenges: Challenges, { uri, nowMs }: { uri: string; nowMs: number }): number {
  if (proof.domain !== challenges.domain) {
    throw refuse(
      'invalid_siwx_domain_mismatch',
      `This message was signed for ${proof.domain}, not for ${challenges.domain}.`,
    );
  }
  if (proof.uri !== uri) throw refuse('invalid_siwx_uri_mismatch');
  const state: ChallengeState = challenges.check(proof, nowMs);
  if (state.is === 'unknown') throw refuse('invalid_siwx_nonce');
  if (state.is === 'expired') throw refuse('invalid_siwx_expired');
  return state.expiresAtMs;
}

/** For wallets whose owner is no key. */
const BY_RECEIPT = 'Smart contract wallets can look at each call by its signed receipt: POST /api/receipts/lookup.';

function assertSigned(proof: Proof): void {
  const { address, type, signature } = proof;
  if (!isAddress(address)) throw createAddressError('address');
  if (type !== 'eip191') throw createInvalidInputError([{ path: 'type', message: 'Must be eip191' }]);
  const signer = recoverSigner(formatMessage(proof), signature);
  if ('fault' in signer) {
    if (signer.fault === 'contract') throw createReasonError('contract_wallet', { next: BY_RECEIPT });
    const message =
      signer.fault === 'high-s' ? 'The signature has a high s value; only the low one is valid' : undefined;
    throw refuse('invalid_siwx_malformed_signature', message);
  }
  if (signer.address === address.toLowerCase()) return;
  throw createReasonError('invalid_siwx_signature', {
    next: `Sign the message as it is, with this address. ${BY_RECEIPT}`,
  });
}

/** Of the network that was signed for; else the newest of the address, whose key is the same on every network. */
async function findAccount({ database, mode, networks }: WalletSignInDeps, proof: Proof): Promise<WalletAccount> {
  const address = proof.address.toLowerCase();
  const accounts = await listWalletAccounts(database.db, { mode, networks, address });
  const found = accounts.find(({ network }) => network === proof.chainId) ?? accounts[0];
  if (!found) throw createReasonError('unknown_wallet', { next: 'Pay for a call with this wallet first.' });
  return found;
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    walletSignIn: WalletSignIn;
  }
}
