/** Describes input errors and how to fix them. */
import type { z } from 'zod';
import { computeEditDistance } from '../../lib/edit-distance.ts';
import { isRecord } from '../../lib/record.ts';
import type { Issue } from './errors.ts';

/** Names further apart than this are not the same name misspelt. */
const DISTANCE_MAX = 2;
const NAME_CHARS_MAX = 64;

/** `unknown`: fields that the schema does not have; one of them may be the missing one, misspelt. */
export function explainIssue(issue: z.core.$ZodIssue, raw: unknown, unknown: readonly string[]): Issue {
  const path = issue.path.map(String).join('.');
  return { path, message: describeIssue(issue, path, raw, unknown) };
}

function describeIssue(issue: z.core.$ZodIssue, path: string, raw: unknown, unknown: readonly string[]): string {
  if (path !== '' && issue.code !== 'custom' && readAt(raw, issue.path) === undefined) {
    const meant = issue.path.length === 1 ? unknown.find((name) => isLike(name, path)) : undefined;
    return meant === undefined
      ? `${path} is missing`
      : `${path} is missing; is it what you sent as ${JSON.stringify(meant)}?`;
  }
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters`;
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'It is empty' : `At least ${issue.minimum} characters`;
  }
  return issue.message;
}

const isLike = (name: string, expected: string): boolean =>
  name.length <= NAME_CHARS_MAX && computeEditDistance(name.toLowerCase(), expected.toLowerCase()) <= DISTANCE_MAX;

function readAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? value[String(key)] : undefined;
  }, raw);
}
