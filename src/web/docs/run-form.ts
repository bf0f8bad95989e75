/** An operation of the API description as a form that runs it from a page. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { fromUsd } from '../../lib/money.ts';
import { isRecord } from '../../lib/record.ts';
import type { RunTarget } from '../run-target.ts';
import { resolveSchema, type Schema } from './fields.ts';
import type { FieldCoverage, FormField } from './input-fields.tsx';
import { buildExampleCall, type ListedOperation, resolveParameter } from './operations.ts';

export interface RunForm {
  target: RunTarget;
  fields: FormField[];
  /** Inputs that work, the first of which fills the form. */
  examples: readonly object[];
}

/** Null for an operation that takes something else than JSON. `tool`: what the operation calls, if it is one that is sold. */
export function buildRunForm(
  listed: ListedOperation,
  api: ApiDocument,
  tool: RegisteredTool | undefined,
): RunForm | null {
  const { id, method, path, operation } = listed;
  const call = buildExampleCall(listed, api);
  if (call === null) return null;
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, api));
  const inAddress = parameters.flatMap((parameter): FormField[] => {
    const { name, in: place, required = false, description, schema, example } = parameter;
    if (place === 'header') return [];
    const own = { ...readSchema(schema, api), ...(description === undefined ? {} : { description }) };
    return [{ name, schema: own, isRequired: required, place, value: example, coverage: describeCoverage(tool, name) }];
  });
  const json = operation.requestBody?.content['application/json'];
  const examples = Object.values(json?.examples ?? {}).flatMap(({ value }) => (isRecord(value) ? [value] : []));
  const inBody =
    json === undefined ? [] : listBody(resolveSchema(json.schema, api), { api, tool, example: examples[0] });
  const acceptsKey = operation.security.some((requirement) => 'key' in requirement);
  return {
    target: {
      ...{ name: id, method, path, priceMicros: fromUsd(operation['x-price-usd'] ?? 0) },
      token: acceptsKey ? '<apiKey>' : call.token,
      isOnce: call.isOnce,
      isDanger: operation['x-effect'] === 'destroy',
      hasMcp: tool !== undefined,
    },
    fields: [...inAddress, ...inBody],
    examples,
  };
}

interface BodyOptions {
  api: ApiDocument;
  tool: RegisteredTool | undefined;
  example: Schema | undefined;
}

function listBody(schema: Schema, { api, tool, example = {} }: BodyOptions): FormField[] {
  const { properties, required } = schema;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  if (!isRecord(properties)) {
    const coverage = {};
    return [
      {
        name: 'body',
        schema: { description: schema.description },
        isRequired: true,
        place: 'whole',
        value: example,
        coverage,
      },
    ];
  }
  return Object.entries(properties).map(([name, member]) => {
    const own = readSchema(member, api);
    const isRequired = needed.includes(name) && own.default === undefined;
    return {
      name,
      schema: own,
      isRequired,
      place: 'body',
      value: example[name],
      coverage: describeCoverage(tool, name),
    };
  });
}

/** Without its null: a field that is left empty isn't sent. */
function readSchema(schema: unknown, api: ApiDocument): Schema {
  const own = resolveSchema(schema, api);
  const { anyOf, type, ...rest } = own;
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== 'null') };
  if (!Array.isArray(anyOf)) return own;
  const [only, ...others] = anyOf.map((one) => resolveSchema(one, api)).filter((one) => one.type !== 'null');
  return only === undefined || others.length > 0 ? own : { ...only, ...rest };
}

export function describeCoverage(tool: RegisteredTool | undefined, field: string): FieldCoverage {
  const coverage = tool?.covers[field];
  return coverage ? { 'data-covers': coverage.amount, 'data-unit': coverage.unit } : {};
}
