/** Reads a caller's input by the tool's schema; nothing has been charged yet. */
import type { z } from 'zod';
import { sha256Hex } from '../../lib/ids.ts';
import { truncate } from '../../text/truncate.ts';
import { makeWellFormed } from '../../text/well-formed.ts';
import type { Issue } from '../errors/errors.ts';
import { FareboxError } from '../errors/errors.ts';
import { explainIssue } from '../errors/issues.ts';
import type { RawInput, RegisteredTool } from './context.ts';

export type { RawInput } from './context.ts';

/** Reads what one object holds, by rules of its own; each throws INVALID_INPUT with all that is wrong. */
export interface ArgumentReader {
  readArguments(tool: RegisteredTool, args: RawInput): Record<string, unknown>;
  /** What the schema says of the whole input although each field fits. */
  refuseWhole(tool: RegisteredTool, input: unknown, issues: readonly z.core.$ZodIssue[]): never;
}

export interface InputRules {
  /** For tools whose input is read as FastAPI reads it. */
  fastApi: ArgumentReader;
}

export interface ParsedInput {
  input: Record<string, unknown>;
  warnings: string[];
}

const UNKNOWN_FIELDS_NAMED = 10;
const ISSUES_MAX = 50;

/** Throws INVALID_INPUT with `details.issues`; unknown fields are ignored and named in `warnings`. */
export function parseInput(tool: RegisteredTool, raw: RawInput, { fastApi }: InputRules): ParsedInput {
  if (readsAsFastApi(tool)) return { input: parseBy(fastApi, tool, raw), warnings: [] };
  const parsed = tool.definition.input.safeParse(makeWellFormed(raw));
  if (!parsed.success) throw createInvalidInputError(explainIssues(parsed.error.issues, raw, tool.definition.input));
  return { input: parsed.data, warnings: describeUnknownFields(raw, tool.definition.input) };
}

/** Whether its input is read as FastAPI reads it, whatever door it came through. */
export function readsAsFastApi({ toolset, definition }: RegisteredTool): boolean {
  return toolset.errors === 'newsroom' && (definition.body ?? 'json') === 'json';
}

function parseBy(reader: ArgumentReader, tool: RegisteredTool, raw: RawInput): Record<string, unknown> {
  const input = reader.readArguments(tool, raw);
  const parsed = tool.definition.input.safeParse(makeWellFormed(input));
  return parsed.success ? parsed.data : reader.refuseWhole(tool, input, parsed.error.issues);
}

export function createInvalidInputError(issues: readonly Issue[]): FareboxError {
  const [first] = issues;
  const names = first !== undefined && first.path !== '' && first.message.startsWith(`${first.path} `);
  const where = first ? (names ? `${first.message}.` : `${first.path || 'input'}: ${first.message}`) : '';
  return new FareboxError('INVALID_INPUT', {
    message: `The input is invalid. ${where}`.trim(),
    details: { issues: issues.slice(0, ISSUES_MAX) },
  });
}

function explainIssues(issues: readonly z.core.$ZodIssue[], raw: RawInput, schema: z.ZodObject): Issue[] {
  const unknown = listUnknownFields(raw, schema).slice(0, UNKNOWN_FIELDS_NAMED);
  return issues.slice(0, ISSUES_MAX).map((issue) => explainIssue(issue, raw, unknown));
}

const listUnknownFields = (raw: RawInput, schema: z.ZodObject): string[] =>
  Object.keys(raw).filter((key) => !Object.hasOwn(schema.shape, key));

function describeUnknownFields(raw: RawInput, schema: z.ZodObject): string[] {
  const unknown = listUnknownFields(raw, schema);
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, UNKNOWN_FIELDS_NAMED).map((key) => JSON.stringify(truncate(key, 64)));
  const more = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : '';
  return [`Unknown fields were ignored: ${names.join(', ')}${more}.`];
}

/** SHA-256 over the tool and its parsed input in canonical form (keys sorted): the same request, the same text. */
export function computeFingerprint(toolName: string, input: Record<string, unknown>): string {
  return sha256Hex(`${toolName}\n${toCanonicalJson(input)}`);
}

/** JSON with sorted keys at every level; undefined members are left out. */
export function toCanonicalJson(value: unknown): string {
  if (value instanceof Uint8Array) return `"${sha256Hex(value)}"`;
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toCanonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
