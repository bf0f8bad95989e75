/** Defines a tool: data and one `run`. One file in `tools/<toolset>/` describes one tool completely. */
import { z } from 'zod';
import type { AnyTool, ToolDefinition } from './context.ts';
import type { Toolset } from './toolset.ts';

export type { AnyTool, Quote, ToolDefinition } from './context.ts';
export { type Category, categories, type Effect, type HttpMethod, type Route, type Toolset } from './toolset.ts';

const noInput = z.object({});

type Inputless<O extends z.ZodType, Plan> = Omit<ToolDefinition<typeof noInput, O, Plan>, 'input' | 'examples'>;

/** Checks a tool's parts against each other at compile time. One that takes no input leaves out `input` and `examples`. */
export function defineTool<O extends z.ZodType, Plan = void>(
  tool: Inputless<O, Plan> & { input?: never; examples?: never },
): ToolDefinition<typeof noInput, O, Plan>;
export function defineTool<I extends z.ZodObject, O extends z.ZodType, Plan = void>(
  tool: ToolDefinition<I, O, Plan>,
): ToolDefinition<I, O, Plan>;
export function defineTool(tool: Partial<Pick<AnyTool, 'input' | 'examples'>> & Omit<AnyTool, 'input' | 'examples'>) {
  return { input: noInput, examples: [{}], ...tool };
}

type PageTool<I extends z.ZodObject> = Omit<ToolDefinition<I, z.ZodUnknown>, 'reply' | 'output'>;

/** A page for people, or a redirect to one. */
export const definePage = <I extends z.ZodObject>(tool: PageTool<I>) =>
  defineTool({ ...tool, reply: 'page', output: z.unknown() });

/** One without a `layer` is not part of the priced catalogue. */
export function defineToolset(toolset: Omit<Toolset, 'layer'> & Partial<Pick<Toolset, 'layer'>>): Toolset {
  return { layer: null, ...toolset };
}
