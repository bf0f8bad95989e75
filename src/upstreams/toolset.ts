/** The toolset of an upstream or plugin. */
import { defineToolset, type Toolset } from '../kernel/tool/tool.ts';

const TIMEOUT_MS = 30_000;

interface ToolsetTerms {
  title?: string | undefined;
  description?: string | undefined;
  timeout?: number | undefined;
}

export function buildToolset(upstream: string, { title, description, timeout = TIMEOUT_MS }: ToolsetTerms): Toolset {
  return defineToolset({
    title: title ?? upstream,
    description: description ?? `Tools of ${title ?? upstream}.`,
    namePrefix: `${upstream}-`,
    path: `/api/tools/${upstream}`,
    access: 'key',
    layer: 1,
    errors: 'gateway',
    cors: 'any-origin',
    limits: 'tools',
    mcpLists: ['free'],
    timeoutMs: timeout,
  });
}
