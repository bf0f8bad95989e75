/** Remembers what `defineTool` has returned: nothing else is a tool. */
export const definedTools = new WeakSet<object>();
