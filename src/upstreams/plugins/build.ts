/** Builds a tool from a plugin's definition. */
import type { z } from 'zod';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { AnyTool, CallContext } from '../../kernel/tool/context.ts';
import { toInputSchema, toJsonSchema } from '../../kernel/tool/json-schema.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import { defineTool } from '../../kernel/tool/tool.ts';
import { isRecord } from '../../lib/record.ts';
import { requestJson } from '../../providers/shared/provider.ts';
import { buildLexicon } from '../lexicon.ts';
import { buildSample } from '../schema/sample.ts';
import { type PluginTool, type ProviderDetails, type ToolContext, ToolError } from './tool.ts';

export type AnyPluginTool = PluginTool<z.ZodObject, z.ZodObject>;

export function buildPluginTool(tool: AnyPluginTool, toolset: string): AnyTool {
  const { title, description, effect, input, output, uses, requests, timeoutMs, cacheSeconds } = tool;
  const { price = 0, cost = 0, examples = [toRecord(buildSample(toInputSchema(input), false))] } = tool;
  return defineTool({
    ...(title === undefined ? {} : { title }),
    description,
    price,
    effect,
    ...(uses === undefined ? {} : { uses: uses.map(toProvider) }),
    input,
    output,
    examples,
    access: tool.public === true && price === 0 ? 'public' : 'key',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(cacheSeconds === undefined ? {} : { cache: { seconds: cacheSeconds } }),
    costCeiling: () => cost,
    ...(requests === undefined ? {} : { lexicon: buildLexicon(requests) }),
    async run(given, ctx) {
      if (ctx.mode === 'test' && tool.sandbox !== 'live')
        return tool.sample ?? toRecord(buildSample(toJsonSchema(output, 'output'), true));
      ctx.noteRequest?.();
      if (cost > 0) ctx.meter(cost);
      return await tool.run(given, buildContext(ctx)).catch((thrown: unknown) => {
        if (!(thrown instanceof ToolError)) throw thrown;
        throw new UpstreamFailure('tool_error', toolset, { message: thrown.message, cause: thrown });
      });
    },
  });
}

export const toProvider = (facts: ProviderDetails): ProviderDefinition => ({ ...facts, tier: 'T1' });

const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const buildContext = (ctx: CallContext): ToolContext => ({
  mode: ctx.mode,
  callId: ctx.callId,
  signal: ctx.signal,
  deadlineMs: ctx.deadlineMs,
  reportProgress: (fraction, message) => ctx.reportProgress(fraction, message),
  warn: (sentence) => ctx.warn(sentence),
  meter: (cost) => ctx.meter(cost),
  settings: ({ id }) => ctx.environment.settings(id),
  requestJson: (facts, request) => requestJson(toProvider(facts), ctx, request),
});
