/** Wraps a tool's output with price, layer, balance, receipt and warnings, for both doors. */

import { formatPrice, toUsd } from '../../lib/money.ts';
import type { Receipt, ReceiptPart } from '../ports.ts';
import type { Mode } from '../principal.ts';
import type { CallResult } from './types.ts';

/** A receipt as callers see it; its signed form is a compact JWS over the canonical JSON (sorted members) of this. */
export interface ReceiptJson {
  callId: string;
  agentId: string;
  tool: string;
  mode: Mode;
  state: 'settled' | 'refunded';
  /** USD charged for the call, net: 0 when it was refunded. */
  amount: number;
  /** ISO 8601 UTC. */
  at: string;
  /** Of a composed call: each charge, its own fee first. Their amounts, net, make up `amount`. */
  parts?: Pick<ReceiptJson, 'callId' | 'tool' | 'state' | 'amount'>[];
}

export interface Envelope {
  /** `"0.002 (2 WT)"`, `"0"` for a free tool of the catalogue; absent for operations that are no part of it. */
  price?: string;
  layer?: 1 | 2 | 3;
  /** USD, after the call; only when the call was charged. */
  balance?: number;
  /** With `jws` when the caller asked for the signed form. */
  receipt?: ReceiptJson & { jws?: string };
  warnings?: readonly string[];
  /** Served from the answer of another identical call. */
  cached?: true;
  /** The answer comes from the sandbox, paid with test money. */
  sandbox?: true;
}

/** The public shape of a receipt, the same in answers, over MCP and under the signature. */
export function toReceiptJson(receipt: Receipt): ReceiptJson {
  const { callId, agentId, tool, mode, at, parts } = receipt;
  const whole = { callId, agentId, tool, mode, ...toNetAmount(receipt), at };
  if (!parts) return whole;
  return { ...whole, parts: parts.map((part) => ({ callId: part.callId, tool: part.tool, ...toNetAmount(part) })) };
}

const toNetAmount = ({ state, amountMicros }: ReceiptPart): Pick<ReceiptJson, 'state' | 'amount'> => ({
  state,
  amount: state === 'refunded' ? 0 : toUsd(amountMicros),
});

/** Everything beside the output. `jws` is the signed receipt, for a caller that asked for it. */
export function buildEnvelope(result: CallResult, jws?: string): Envelope {
  const { tool, priceMicros, balanceMicros, receipt, warnings, cached, sandbox } = result;
  const { layer } = tool.toolset;
  const envelope: Envelope = {};
  if (layer !== null || priceMicros > 0) envelope.price = formatPrice(priceMicros);
  if (layer !== null) envelope.layer = layer;
  if (priceMicros > 0 && balanceMicros !== null) envelope.balance = toUsd(balanceMicros);
  if (receipt) envelope.receipt = jws === undefined ? toReceiptJson(receipt) : { ...toReceiptJson(receipt), jws };
  if (warnings.length > 0) envelope.warnings = warnings;
  if (cached) envelope.cached = cached;
  if (sandbox) envelope.sandbox = sandbox;
  return envelope;
}

/**
 * The body of a successful REST answer. Gateway: `{"success": true, …output, …envelope}`. The newsroom's shape is the
 * bare output. The envelope stands last, so that no output can pass off a price or a receipt of its own.
 */
export function buildSuccessBody(result: CallResult, jws?: string): unknown {
  const { output } = result;
  if (result.tool.toolset.errors !== 'gateway' || result.tool.definition.bare) return output;
  const members = output !== null && typeof output === 'object' ? output : { output };
  return { success: true, ...members, ...buildEnvelope(result, jws) };
}
