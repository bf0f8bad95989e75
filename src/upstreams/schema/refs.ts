/** Bounds of foreign JSON Schemas, and their `$ref`s written out for documents that can't hold them. */
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';
import { isRecord } from '../../lib/record.ts';

const SCHEMA_CHARACTERS_MAX = 200_000;
const DEPTH_MAX = 32;
const NODES_MAX = 10_000;
/** A `$ref` below one of these stands for a part of the value: a circle through it ends with the value. */
const DESCENDING: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems', 'additionalItems'],
  ...['contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'dependentSchemas'],
]);
const REMOVED: ReadonlySet<string> = new Set(['$schema', '$id', 'id', '$defs', 'definitions', '$comment', '$anchor']);

/** Says why a schema can't be used. */
export class SchemaError extends Error {}

interface Walk {
  root: JsonSchema;
  nodes: number;
  /** References being written out, innermost last. */
  open: readonly { ref: string; depth: number }[];
  /** Number of descending keywords passed. */
  descents: number;
}

/** The schema without references, which start at `root`; a circle becomes “anything”. Throws a SchemaError for what is not bounded. */
export function inlineRefs(schema: JsonSchema, root: JsonSchema = schema): JsonSchema {
  if (JSON.stringify(schema).length > SCHEMA_CHARACTERS_MAX) throw new SchemaError('its schema is larger than 200 kB');
  const walk: Walk = { root, nodes: 0, open: [], descents: 0 };
  const inlined = inlineNode(schema, walk, 0);
  return isRecord(inlined) ? inlined : {};
}

function inlineNode(node: unknown, walk: Walk, depth: number): unknown {
  if (depth > DEPTH_MAX) throw new SchemaError(`its schema is nested more than ${DEPTH_MAX} levels deep`);
  walk.nodes++;
  if (walk.nodes > NODES_MAX) throw new SchemaError(`its schema has more than ${NODES_MAX} parts`);
  if (Array.isArray(node)) return node.map((item) => inlineNode(item, walk, depth + 1));
  if (!isRecord(node)) return node;
  const { $ref, ...rest } = node;
  if (typeof $ref !== 'string') return inlineMembers(rest, walk, depth);
  const target = followRef($ref, walk);
  if (target === null) return inlineMembers(rest, walk, depth);
  const inner: Walk = { ...walk, open: [...walk.open, { ref: $ref, depth: walk.descents }] };
  const found = inlineNode(target, inner, depth + 1);
  walk.nodes = inner.nodes;
  const own = inlineMembers(rest, walk, depth);
  return isRecord(found) ? { ...found, ...own } : own;
}

function inlineMembers(node: JsonSchema, walk: Walk, depth: number): JsonSchema {
  const members = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (REMOVED.has(key)) return [];
    if (['enum', 'const', 'default', 'examples', 'required'].includes(key)) return [[key, value]];
    const inner = DESCENDING.has(key) ? { ...walk, descents: walk.descents + 1 } : walk;
    const inlined = inlineNode(value, inner, depth + 1);
    walk.nodes = inner.nodes;
    return [[key, inlined]];
  });
  return Object.fromEntries(members);
}

/** Null for a circle that ends with the value. */
function followRef(ref: string, { root, open, descents }: Walk): unknown {
  const again = open.find((one) => one.ref === ref);
  if (again) {
    if (again.depth === descents) throw new SchemaError('its schema refers to itself without end');
    return null;
  }
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) throw new SchemaError('its schema refers to another document');
  let target: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    target =
      isRecord(target) && Object.hasOwn(target, key)
        ? target[key]
        : Array.isArray(target)
          ? target[Number(key)]
          : undefined;
  }
  if (target === undefined) throw new SchemaError(`its schema refers to ${ref.slice(0, 80)}, which is missing`);
  return target;
}
