/** Inputs that nobody would think of, from a tool's own JSON Schema: fitting, nearly fitting, and far from it. */
import fc from 'fast-check';
import type { JsonSchema } from '../../src/kernel/tool/json-schema.ts';
import type { RegisteredTool } from '../../src/kernel/tool/registry.ts';

const CHARACTERS_MAX = 1_500;
const ITEMS_MAX = 8;

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** Words that have broken servers before. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '%00%2e%2e%2f',
  '../../etc/passwd',
  '{{7*7}}<%= 7*7 %>',
  "'; DROP TABLE calls; --",
  '__proto__',
  'constructor',
  'NaN',
  '１２３',
  '👩‍👩‍👧‍👦 ﷽ Ａ',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'https://user:secret@example.com:99999/',
  'javascript:alert(1)',
  'https://example.com/article',
);

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: nasty },
);

const anyJson = fc.jsonValue({ maxDepth: 4 });

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const minLength = Math.min(numberOr(schema.minLength, 0), CHARACTERS_MAX);
  const maxLength = Math.max(minLength, Math.min(numberOr(schema.maxLength, 200), CHARACTERS_MAX));
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength });
  const bounds = fc.constantFrom('a'.repeat(minLength), '文'.repeat(maxLength), ' '.repeat(maxLength));
  const all = [plain, bounds, anyText];
  const pattern = typeof schema.pattern === 'string' ? matching(schema.pattern) : null;
  return fc.oneof(...all, ...(pattern ? [pattern, pattern, pattern] : []));
}

/** Patterns that fast-check can't follow are left to chance. */
function matching(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: CHARACTERS_MAX });
  } catch {
    return null;
  }
}

function amountOf(schema: JsonSchema, isInteger: boolean): fc.Arbitrary<number> {
  const min = numberOr(schema.minimum, numberOr(schema.exclusiveMinimum, -1e6));
  const max = numberOr(schema.maximum, numberOr(schema.exclusiveMaximum, 1e6));
  const bounds = fc.constantFrom(min, max, min - 1, max + 1, min - 1e-9, max + 1e-9, 0, -0);
  const inside = isInteger
    ? fc.integer({ min: Math.ceil(Math.max(min, -(2 ** 31))), max: Math.floor(Math.min(max, 2 ** 31 - 1)) })
    : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: bounds });
}

/** Mostly values that the schema takes; its bounds, and what lies just outside them, among these. */
export function memberOf(schema: unknown): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return anyJson;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return fc.oneof(...alternatives.map(memberOf));
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return amountOf(schema, schema.type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = Math.min(numberOr(schema.minItems, 0), ITEMS_MAX);
      const maxLength = Math.max(minLength, Math.min(numberOr(schema.maxItems, ITEMS_MAX), ITEMS_MAX));
      return fc.array(memberOf(schema.items), { minLength, maxLength });
    }
    case 'object':
      return fieldsOf(schema);
    default:
      return anyJson;
  }
}

/** The required fields and some of the others. */
function fieldsOf(schema: JsonSchema): fc.Arbitrary<Fields> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const entries = Object.entries(properties).map(([name, member]): [string, fc.Arbitrary<unknown>] => [
    name,
    memberOf(member),
  ]);
  return fc.record(Object.fromEntries(entries), { requiredKeys: required });
}

/** An example of the tool with some fields of its schema in place of its own. */
function nearExample({ inputSchema, definition }: RegisteredTool): fc.Arbitrary<Fields> {
  const properties = Object.entries(isRecord(inputSchema.properties) ? inputSchema.properties : {});
  const examples = fc.constantFrom<Fields>({}, ...definition.examples.map((example) => ({ ...example })));
  if (properties.length === 0) return examples;
  const change = fc
    .constantFrom(...properties)
    .chain(([name, member]) =>
      fc.tuple(fc.constant(name), fc.oneof(memberOf(member), anyJson, fc.constant(undefined))),
    );
  return fc
    .tuple(examples, fc.array(change, { maxLength: 2 }))
    .map(([example, changes]) => ({ ...example, ...Object.fromEntries(changes) }));
}

/** A body of a request to this tool. */
export function bodyFor(tool: RegisteredTool): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: nearExample(tool) },
    { weight: 3, arbitrary: fieldsOf(tool.inputSchema) },
    { weight: 1, arbitrary: fc.dictionary(anyText, anyJson, { maxKeys: 6 }) },
    { weight: 1, arbitrary: anyJson },
  );
}

/** The first example with a text or address that asks its provider to fail; null where the example has no text. */
export function failingInput({ definition }: RegisteredTool, magic: string): Fields | null {
  const example: Fields = { ...definition.examples[0] };
  const [field] =
    Object.entries(example).find(([name, value]) => typeof value === 'string' && !isChoice(definition, name)) ?? [];
  if (field === undefined) return null;
  const value = String(example[field]);
  return {
    ...example,
    [field]: value.startsWith('http') ? `${value}?q=sandbox:${magic}` : `${value} sandbox:${magic}`,
  };
}

const isChoice = ({ input }: RegisteredTool['definition'], field: string): boolean =>
  !(input.shape[field]?.safeParse('some words sandbox:down').success ?? false);
