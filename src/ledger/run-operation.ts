import type { OperationContext } from './operation.ts';
import { type Inputs, type OperationName, type Outputs, operations } from './operations.ts';

type Table = { [N in OperationName]: (ctx: OperationContext, input: Inputs[N]) => Promise<Outputs[N]> };

/** Runs a named operation inside the transaction of `ctx`. */
export async function runOperation<N extends OperationName>(
  name: N,
  ctx: OperationContext,
  input: Inputs[N],
): Promise<Outputs[N]> {
  const table: Table = operations;
  return table[name](ctx, input);
}
