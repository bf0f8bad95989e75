/** One `tools/call`: from arguments through the kernel to a result, an error result or a request for payment. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Calls } from '../../kernel/call/call.ts';
import { FareboxError, toFareboxError } from '../../kernel/errors/errors.ts';
import type { Log } from '../../kernel/ports.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { META } from '../card.ts';
import { hasClientCapability } from '../client-capabilities.ts';
import type { McpCaller, McpFiles } from '../types.ts';
import { readToolCallOptions, type ToolRequest } from './arguments.ts';
import { buildPaymentRequiredResult, PAYMENT_EXTENSION, readSentPayment } from './direct-payment.ts';
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
  caller: McpCaller,
  request: ToolRequest,
  ctx: ServerContext,
): Promise<ToolAnswer> {
  const { requestId } = caller;
  const { tool } = request;
  const round = await deps.payment.readRound(ctx, caller, request);
  try {
    if (round.kind === 'declined') throw round.error;
    assertMayChange(caller, tool);
    return await runTool(deps, caller, request, ctx);
  } catch (thrown) {
    const error = toFareboxError(thrown);
    if (error.code === 'INTERNAL') deps.log.error({ requestId, tool: tool.name, err: thrown }, 'tools/call failed');
    const mayAsk = round.kind === 'first' && !hasClientCapability(ctx, 'extensions', PAYMENT_EXTENSION);
    const ask = mayAsk && (await deps.payment.askForPayment(error, ctx, caller, request));
    return ask || buildPaymentRequiredResult(error, caller, ctx) || buildErrorResult(error, requestId);
  }
}

async function runTool(
  deps: CallerDeps,
  caller: McpCaller,
  { tool, raw: rawInput, meta }: ToolRequest,
  ctx: ServerContext,
): Promise<CallToolResult> {
  const { principal, requestId, callerGone, trace, era } = caller;
  const sent = meta ?? ctx.mcpReq._meta ?? {};
  const { raw, inline, ...options } = readToolCallOptions(tool, rawInput, sent);
  const progress = createProgress(ctx, tool.timeoutMs);
  try {
    const result = await deps.calls.call(tool, raw, principal, {
      requestId,
      callerGone,
      trace,
      ...options,
      ...readSentPayment(sent),
      ...(progress ? { onProgress: progress.report } : {}),
    });
    const isInline = inline || hasClientCapability(ctx, 'extensions', `${META}inline`);
    return await buildSuccessResult(result, { files: deps.files, inline: isInline, principal, era, log: deps.log });
  } finally {
    progress?.stop();
  }
}

function assertMayChange(caller: McpCaller, tool: RegisteredTool): void {
  if (!caller.readonly || tool.effect === 'read') return;
  throw new FareboxError('FORBIDDEN', {
    message: `${tool.name} changes something, and this address is read-only.`,
    next: 'Tell the user to connect to the server address without /readonly.',
  });
}
