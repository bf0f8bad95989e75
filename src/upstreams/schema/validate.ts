/** Validates values by foreign JSON Schemas of draft-07 and 2020-12. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Issue } from '../../kernel/errors/errors.ts';
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';
import { runOnce } from '../../lib/memoize.ts';
import { isRecord } from '../../lib/record.ts';

const PATTERN_CHARACTERS_MAX = 500;
/** Longer texts are not matched: backtracking grows with a power of the length. */
const MATCHED_CHARACTERS_MAX = 5_000;

/** A repeated group that itself repeats or offers a choice can take exponential time. */
function isRisky(pattern: string): boolean {
  const open: boolean[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '(') open.push(false);
    else if (sign === ')') {
      const hasChoice = open.pop() === true;
      if (hasChoice && '+*{'.includes(pattern.charAt(at + 1) || ' ')) return true;
      if (hasChoice && open.length > 0) open[open.length - 1] = true;
    } else if ('+*{|'.includes(sign) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}
const ISSUES_MAX = 20;

const matchesAll = { test: () => true };

/** A pattern that could stop the server is left to the upstream. */
const regExp = Object.assign(
  (pattern: string, flags: string): { test(text: string): boolean } => {
    if (pattern.length > PATTERN_CHARACTERS_MAX || isRisky(pattern)) return matchesAll;
    const compiled = new RegExp(pattern, flags);
    return { test: (text) => text.length > MATCHED_CHARACTERS_MAX || compiled.test(text) };
  },
  { code: 'new RegExp' },
);

const options: Options = {
  meta: false,
  strict: false,
  allErrors: false,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
  code: { regExp },
};

function createAjv(kind: typeof Ajv | typeof Ajv2020): Ajv | Ajv2020 {
  const ajv = new kind(options);
  addFormats.default(ajv);
  return ajv;
}

/** Compiled with the first value, and collected with the validator: an Ajv of its own keeps no other schema. What is wrong with a value, or nothing; throws for a schema that can't be compiled. */
export function createValidator(schema: JsonSchema): (value: unknown) => Issue[] {
  const compile = runOnce((): ValidateFunction => {
    const { $schema, $id: _id, id: _oldId, ...rest } = schema;
    const isOld = typeof $schema === 'string' && /draft-0?[467]/.test($schema);
    return createAjv(isOld || 'definitions' in rest ? Ajv : Ajv2020).compile(rest);
  });
  return (value) => {
    const validate = compile();
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, ISSUES_MAX).map(explain);
  };
}

function explain({ instancePath, keyword, params, message = 'is invalid' }: ErrorObject): Issue {
  const path = instancePath.slice(1).split('/').join('.');
  const given: unknown = params;
  const details = isRecord(given) ? given : {};
  if (keyword === 'required') return { path: join(path, details.missingProperty), message: 'Required' };
  if (keyword === 'additionalProperties')
    return { path: join(path, details.additionalProperty), message: 'Unknown field' };
  if (keyword === 'enum' && Array.isArray(details.allowedValues)) {
    return {
      path,
      message: `Must be one of ${details.allowedValues.slice(0, 20).map(String).join(', ').slice(0, 400)}`,
    };
  }
  if (keyword === 'pattern') return { path, message: 'Does not match the required pattern' };
  const sentence = message.slice(0, 200);
  return { path, message: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` };
}

const join = (path: string, name: unknown): string => [path, String(name).slice(0, 100)].filter(Boolean).join('.');
