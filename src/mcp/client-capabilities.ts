import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../lib/record.ts';

/** Reads a capability from a modern request; older eras state it once, in an exchange that nobody remembers. */
export function hasClientCapability(ctx: ServerContext, ...path: readonly string[]): boolean {
  const envelope: Record<string, unknown> = { ...ctx.mcpReq.envelope };
  const read = (value: unknown, name: string): unknown =>
    isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return path.reduce(read, envelope[CLIENT_CAPABILITIES_META_KEY]) !== undefined;
}
