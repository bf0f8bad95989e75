import type { z } from 'zod';
import type { PluginTool } from './tool.ts';

export type AnyPluginTool = PluginTool<z.ZodObject, z.ZodObject>;

/** What `defineTool` has returned: nothing else is a tool. */
export const definedTools = new WeakMap<object, AnyPluginTool>();
