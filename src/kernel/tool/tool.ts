/** How a tool is written: data plus one `run`. One file in `tools/<toolset>/` holds the whole truth of one tool. */
import type { z } from 'zod';
import type { ToolDefinition } from './context.ts';
import type { Toolset } from './toolset.ts';

export type { AnyTool, Quote, ToolDefinition } from './context.ts';
export { type Category, categories, type Effect, type HttpMethod, type Route, type Toolset } from './toolset.ts';

/** Checks a tool's parts against each other at compile time; changes nothing. */
export function defineTool<I extends z.ZodObject, O extends z.ZodType, Plan = void>(
  tool: ToolDefinition<I, O, Plan>,
): ToolDefinition<I, O, Plan> {
  return tool;
}

export function defineToolset(toolset: Toolset): Toolset {
  return toolset;
}
