/** The official client of the scheme Payment. Its types would bring a browser's window into every test: ours are beside it. */
import { Challenge, Credential, Receipt } from 'mppx';
import { evm, Mppx } from 'mppx/client';
import { McpClient } from 'mppx/mcp/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

export function createMppClient(chainId, token) {
  const account = privateKeyToAccount(generatePrivateKey());
  const method = evm.charge({ account, networks: [chainId], authorization: token });
  return {
    fetch: Mppx.create({ methods: [method], polyfill: false }).fetch,
    sign: (reply) => method.createCredential({ challenge: Challenge.fromResponse(reply), context: {} }),
    wrap: (client) => McpClient.wrap(client, { methods: [method] }),
  };
}

export const readCredential = (text) => Credential.deserialize(text);
export const writeCredential = (credential) => Credential.serialize(credential);
export const readReceipt = (reply) => Receipt.fromResponse(reply);
