/** Owner of a wallet who pays by x402 and signs in with it; viem makes messages and signatures, independently of the server. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { decodeHeader, encodePayment, type PaymentRequired } from './payer.ts';

export interface SignInInfo {
  domain: string;
  uri: string;
  version: '1';
  statement: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
}

export interface SignInProof extends SignInInfo {
  address: string;
  chainId: string;
  type: string;
  signature: string;
}

export const createOwner = (key = generatePrivateKey()) => privateKeyToAccount(key);
export type Owner = ReturnType<typeof createOwner>;

/** What the server's 402 asks a wallet to sign. */
export function readSignInRequest(header: string | string[] | null | undefined) {
  const required = decodeHeader<PaymentRequired>(header);
  const extension: { info: SignInInfo; supportedChains: { chainId: string; type: string }[] } = Object(
    required.extensions?.['sign-in-with-x'],
  );
  return { required, ...extension };
}

/** `changes`: of the fields before they are signed. */
export async function signIn(
  owner: Owner,
  info: SignInInfo,
  chainId: string,
  changes: Partial<SignInInfo> = {},
): Promise<SignInProof> {
  const signed = { ...info, ...changes };
  const message = createSiweMessage({
    ...signed,
    address: owner.address,
    chainId: Number(chainId.replace('eip155:', '')),
    issuedAt: new Date(signed.issuedAt),
    expirationTime: new Date(signed.expirationTime),
  });
  const signature = await owner.signMessage({ message });
  return { ...signed, address: owner.address, chainId, type: 'eip191', signature };
}

export const toSignInHeader = (proof: object): Record<string, string> => ({ 'sign-in-with-x': encodePayment(proof) });
