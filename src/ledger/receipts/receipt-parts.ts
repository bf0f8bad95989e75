/** Receipt of a composed call: one for the whole call, with the charge of each part. */

import type { Receipt, ReceiptPart } from '../../kernel/ports.ts';
import { toExact } from '../../lib/money.ts';
import type { CallRow } from '../tables.ts';

type Charge = Pick<CallRow, 'id' | 'tool' | 'price' | 'state'>;

/** The fee of the call itself first; null when it has no parts. Free ones are in no books. */
export function buildParts(call: Charge, children: readonly Charge[]): ReceiptPart[] | null {
  if (children.length === 0) return null;
  return [call, ...children].flatMap(({ id, tool, state, price }) =>
    price === 0 ? [] : [{ callId: id, tool, state, amountMicros: price }],
  );
}

/** The amount is that of all parts that were settled. */
export function buildWholeReceipt(receipt: Receipt, parts: readonly ReceiptPart[]): Receipt {
  const settled = parts.filter(({ state }) => state === 'settled');
  return { ...receipt, amountMicros: toExact(settled.reduce((sum, part) => sum + part.amountMicros, 0)), parts };
}
