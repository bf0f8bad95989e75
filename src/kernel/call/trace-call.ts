/** Span of one tool call: `execute_tool` of the conventions for generative AI. */
import { toUsdText } from '../../lib/money.ts';
import type { Tracing } from '../tracing.ts';
import type { CallExecution } from './execution.ts';
import type { CallResult } from './types.ts';

export function traceCall(
  tracing: Tracing | undefined,
  execution: CallExecution,
  run: () => Promise<CallResult>,
): Promise<CallResult> {
  if (!tracing) return run();
  const { tool, principal, callId, options } = execution;
  const facts = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool.name,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': callId,
    'farebox.mode': principal.mode,
    'farebox.request_id': options.requestId,
  };
  const start = { name: `execute_tool ${tool.name}`, kind: 'internal', facts, parent: options.trace } as const;
  return tracing.run(start, async (span) => {
    execution.trace = span;
    const result = await run();
    const { priceMicros, cached, replayed } = result;
    span.add({ 'farebox.price_usd': toUsdText(priceMicros), 'farebox.cached': cached, 'farebox.replayed': replayed });
    return result;
  });
}
