/** One `tools/call`: from arguments through the kernel to a result, an error result or a request for payment. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Calls } from '../../kernel/call/call.ts';
import { FareboxError, toFareboxError } from '../../kernel/errors/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { META } from '../card.ts';
import { hasClientCapability } from '../client-capabilities.ts';
import type { Asker, McpFiles } from '../types.ts';
import { readWishes, type ToolRequest } from './arguments.ts';
import type { Payment } from './payment.ts';
import { createProgress } from './progress.ts';
import { buildErrorResult, buildSuccessResult } from './results.ts';

export interface CallerDeps {
  calls: Calls;
  payment: Payment;
  files?: McpFiles;
  log: Log;
}

export type ToolAnswer = CallToolResult | InputRequiredResult;

export async function callTool(
  deps: CallerDeps,
  asker: Asker,
  request: ToolRequest,
  ctx: ServerContext,
): Promise<ToolAnswer> {
  const { requestId } = asker;
  const { tool } = request;
  const round = await deps.payment.readRound(ctx, asker, request);
  try {
    if (round.kind === 'declined') throw round.error;
    assertMayChange(asker, tool);
    return await runTool(deps, asker, request, ctx);
  } catch (thrown) {
    const error = toFareboxError(thrown);
    if (error.code === 'INTERNAL') deps.log.error({ requestId, tool: tool.name, err: thrown }, 'tools/call failed');
    const ask = round.kind === 'first' && (await deps.payment.askForPayment(error, ctx, asker, request));
    return ask || buildErrorResult(error, requestId);
  }
}

async function runTool(
  deps: CallerDeps,
  asker: Asker,
  { tool, raw: rawInput, meta }: ToolRequest,
  ctx: ServerContext,
): Promise<CallToolResult> {
  const { principal, requestId, callerGone, era } = asker;
  const { raw, idempotencyKey, maxPriceMicros, inline } = readWishes(tool, rawInput, meta ?? ctx.mcpReq._meta ?? {});
  const progress = createProgress(ctx, tool.timeoutMs);
  try {
    const result = await deps.calls.call(tool, raw, principal, {
      requestId,
      callerGone,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(maxPriceMicros === undefined ? {} : { maxPriceMicros }),
      ...(progress ? { onProgress: progress.report } : {}),
    });
    const isInline = inline || hasClientCapability(ctx, 'extensions', `${META}inline`);
    return await buildSuccessResult(result, { files: deps.files, inline: isInline, principal, era, log: deps.log });
  } finally {
    progress?.stop();
  }
}

function assertMayChange(asker: Asker, tool: RegisteredTool): void {
  if (!asker.readonly || tool.effect === 'read') return;
  throw new FareboxError('FORBIDDEN', {
    message: `${tool.name} changes something, and this address is read-only.`,
    next: 'Tell the user to connect to the server address without /readonly.',
  });
}
