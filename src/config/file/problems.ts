/** Formats problems of `farebox.yaml` as lines with file, line, column, key and fix. */
import { type Document, isMap, isNode, isPair, isScalar, type LineCounter, type Node } from 'yaml';
import type { z } from 'zod';
import { computeEditDistance } from '../../lib/edit-distance.ts';

type Path = readonly PropertyKey[];

export interface Problem {
  path: Path;
  message: string;
  /** The key itself is meant, not its value. */
  isKey?: boolean;
  /** Names that may stand here, for a suggestion. Default: those of the schema. */
  names?: readonly string[];
}

/** Each issue as one problem, or several where several keys are unknown. */
export function listProblems(issues: readonly z.core.$ZodIssue[], base: Path = []): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = [...base, ...issue.path];
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a setting', isKey: true }));
      case 'invalid_key':
        return [{ path, message: issue.issues[0]?.message ?? 'is not a valid name', isKey: true }];
      case 'invalid_union': {
        const best = chooseBranch(issue.errors);
        return best ? listProblems(best, path) : [{ path, message: issue.message }];
      }
      case 'invalid_type':
        return [{ path, message: describeType(issue) }];
      default:
        return [{ path, message: issue.message }];
    }
  });
}

const describeType = ({ message, expected, input }: z.core.$ZodIssueInvalidType): string => {
  if (input === undefined) return 'is required';
  if (!message.startsWith('Invalid input')) return message;
  const words: Partial<Record<string, string>> = {
    object: 'a mapping of keys to values',
    record: 'a mapping of keys to values',
    array: 'a list',
  };
  return `must be ${words[expected] ?? `a ${expected}`}`;
};

/** The form that was most likely meant; undefined when the value has the shape of none, or lacks what tells them apart. */
function chooseBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const candidates = branches.filter((issues) => issues.length > 0 && issues.every((issue) => !isOtherForm(issue)));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** It is no mapping at all, or lacks a key that tells this form from the others. */
function isOtherForm(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length === 0) {
    if (issue.code === 'invalid_union') return issue.errors.every((branch) => branch.some(isOtherForm));
    return issue.code === 'invalid_type' || issue.code === 'invalid_value';
  }
  return issue.path.length === 1 && isMissing(issue);
}

const isMissing = (issue: z.core.$ZodIssue): boolean => issue.code !== 'unrecognized_keys' && issue.input === undefined;

/** `farebox.yaml:12:5: upstreams.crm.price must be …`. */
export function formatProblem(
  { path, message, isKey = false }: Problem,
  file: string,
  { document, lines }: { document: Document; lines: LineCounter },
  siblings: readonly string[] = [],
): string {
  const { line, col } = lines.linePos(findOffset(document, path, isKey));
  const key = path.map(String).join('.') || 'The file';
  return `${file}:${line}:${col}: ${key} ${message}.${suggest(String(path.at(-1)), isKey ? siblings : [])}`;
}

function suggest(key: string, names: readonly string[]): string {
  const nearest = names
    .map((name) => ({ name, distance: computeEditDistance(key, name) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest && nearest.distance <= 2) return ` Did you mean ${nearest.name}?`;
  const longer = names.filter((name) => name.includes(key));
  if (longer.length > 0 && key.length > 2) return ` Did you mean ${longer.slice(0, 5).join(' or ')}?`;
  return names.length > 0 ? ` Settings here: ${names.join(', ')}.` : '';
}

/** Offset of the value, else of its key, else of the nearest enclosing node. */
function findOffset(document: Document, path: Path, isKey: boolean): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const found = findMember(parent, path[length - 1], isKey && length === path.length);
    if (found !== undefined) return found;
  }
  return getStart(document.contents) ?? 0;
}

function findMember(parent: unknown, key: PropertyKey | undefined, wantsKey: boolean): number | undefined {
  if (isMap(parent)) {
    const pair = parent.items.find(
      (item) => isPair(item) && String(isScalar(item.key) ? item.key.value : item.key) === String(key),
    );
    if (!pair) return undefined;
    return (wantsKey ? undefined : getStart(pair.value)) ?? getStart(pair.key);
  }
  const child = isNode(parent) && 'get' in parent ? parent.get(key, true) : undefined;
  return getStart(child);
}

const getStart = (node: unknown): number | undefined => (isNode(node) ? (node satisfies Node).range?.[0] : undefined);
