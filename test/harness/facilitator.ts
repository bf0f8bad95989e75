/** A facilitator of x402 on loopback that checks signatures like a real one, remembers what it has settled, and misbehaves on request. */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { verifyTypedData } from 'viem';

interface Sent {
  paymentPayload: {
    payload: { signature: `0x${string}`; authorization: Record<string, string> };
  };
  paymentRequirements: {
    amount: string;
    payTo: string;
    asset: `0x${string}`;
    network: string;
    extra: { name: string; version: string };
  };
}

/** How it answers a request instead of rightly. `late` settles, and answers after so many milliseconds. */
export type Misbehavior =
  | { kind: 'down' }
  | { kind: 'hang' }
  | { kind: 'late'; ms: number }
  | { kind: 'garbage' }
  | { kind: 'refuse'; reason: string }
  | { kind: 'lie'; about: Readonly<Record<string, unknown>> };

export interface Facilitator {
  url: string;
  verified: number;
  /** Requests to settle, by nonce. */
  asked: Map<string, number>;
  /** Nonce → transaction: what has moved. */
  settled: Map<string, string>;
  /** Of the next requests to that path, in this order; the last one stays when it is `forever`. */
  misbehave(path: 'verify' | 'settle', how: Misbehavior, times?: number): void;
  behave(): void;
  close(): Promise<void>;
}

/** Settings of a live server that takes payments on Base through a facilitator. */
export const buildX402Settings = ({ url }: Pick<Facilitator, 'url'>) => ({
  X402_NETWORK: 'eip155:8453',
  X402_PAY_TO: `0x${'20'.repeat(20)}`,
  X402_FACILITATOR_URL: url,
  ACCOUNT_MODE: 'live',
});

export async function startFacilitator(checksSignatures = true): Promise<Facilitator> {
  const queue: Record<string, Misbehavior[]> = { verify: [], settle: [] };
  const facilitator = { verified: 0, asked: new Map<string, number>(), settled: new Map<string, string>() };
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    req.on('end', () => {
      const path = (req.url ?? '').slice(1);
      if (path === 'supported') {
        const kinds = [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }];
        send(res, 200, { kinds, extensions: [], signers: {} });
        return;
      }
      void answer(path, JSON.parse(text), res);
    });
  });

  async function answer(path: string, sent: Sent, res: ServerResponse): Promise<void> {
    const { authorization } = sent.paymentPayload.payload;
    const { from = '', nonce = '' } = authorization;
    const how = queue[path]?.shift();
    if (path === 'settle') facilitator.asked.set(nonce, (facilitator.asked.get(nonce) ?? 0) + 1);
    if (how?.kind === 'down') return send(res, 503, { error: 'down' });
    if (how?.kind === 'hang') return;
    if (how?.kind === 'garbage') return send(res, 200, 'not json');
    const reason = how?.kind === 'refuse' ? how.reason : await findFault(sent, checksSignatures);
    const about = how?.kind === 'lie' ? how.about : {};
    if (path === 'verify') {
      facilitator.verified++;
      return send(res, 200, {
        isValid: reason === null,
        ...(reason ? { invalidReason: reason } : {}),
        payer: from,
        ...about,
      });
    }
    const { network } = sent.paymentRequirements;
    if (reason !== null)
      return send(res, 200, { success: false, errorReason: reason, payer: from, transaction: '', network });
    const transaction = facilitator.settled.get(nonce) ?? `0x${createHash('sha256').update(nonce).digest('hex')}`;
    facilitator.settled.set(nonce, transaction);
    const reply = { success: true, payer: from, transaction, network, ...about };
    if (how?.kind === 'late') setTimeout(() => send(res, 200, reply), how.ms);
    else send(res, 200, reply);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return Object.assign(facilitator, {
    url: `http://127.0.0.1:${port}`,
    misbehave: (path: 'verify' | 'settle', how: Misbehavior, times = 1) =>
      void queue[path]?.push(...Array.from({ length: times }, () => how)),
    behave: () => {
      for (const path of Object.keys(queue)) queue[path] = [];
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function send(res: ServerResponse, status: number, body: unknown): void {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function findFault(
  { paymentPayload, paymentRequirements }: Sent,
  checksSignatures: boolean,
): Promise<string | null> {
  const { signature, authorization } = paymentPayload.payload;
  const { from = '', to = '', value = '0', validAfter = '0', validBefore = '0', nonce = '' } = authorization;
  if (value !== paymentRequirements.amount) return 'invalid_exact_evm_payload_authorization_value_mismatch';
  if (Number(validBefore) <= Date.now() / 1000) return 'invalid_exact_evm_payload_authorization_valid_before';
  if (!checksSignatures) return null;
  const isValid = await verifyTypedData({
    address: toHex(from),
    domain: {
      ...paymentRequirements.extra,
      chainId: Number(paymentRequirements.network.split(':')[1]),
      verifyingContract: paymentRequirements.asset,
    },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from: toHex(from),
      to: toHex(to),
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: toHex(nonce),
    },
    signature,
  }).catch(() => false);
  return isValid ? null : 'invalid_exact_evm_payload_signature';
}

const toHex = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`;
