/** Lists what an upstream has changed in the definition of a tool. */
import { isRecord } from '../lib/record.ts';
import type { ForeignTool } from './types.ts';

const TEXT_CHARACTERS_MAX = 4_000;

export interface DefinitionChange {
  /** Of the member: `inputSchema.properties.path.type`. */
  path: string;
  /** JSON; null where the member is new. */
  before: string | null;
  /** JSON; null where the member is gone. */
  after: string | null;
}

/** Every member that differs, in the order of the new definition; members that are gone come last. */
export function compareDefinitions(before: ForeignTool, after: ForeignTool): DefinitionChange[] {
  const [old, current] = [flatten(before), flatten(after)];
  const changed = [...new Set([...current.keys(), ...old.keys()])].filter(
    (path) => old.get(path) !== current.get(path),
  );
  return changed.map((path) => ({ path, before: shorten(old.get(path)), after: shorten(current.get(path)) }));
}

/** Each innermost value by its path. */
function flatten(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  if (members.length === 0 && value !== undefined) found.set(path, JSON.stringify(value));
  for (const [key, member] of members) flatten(member, path === '' ? String(key) : `${path}.${key}`, found);
  return found;
}

const shorten = (text: string | undefined): string | null =>
  text === undefined ? null : text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX)}…` : text;
