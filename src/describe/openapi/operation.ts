/** Describes one route of a tool as an OpenAPI operation. */

import { isPayable } from '../../kernel/call/direct-payment.ts';
import { formatUnit, listAmounts } from '../../kernel/tool/coverage.ts';
import { readProperties } from '../../kernel/tool/json-schema.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { formatPrice, toUsd } from '../../lib/money.ts';
import { claimsKeys, listFailureCodes } from './failures.ts';
import { type AnswerHeader, buildHeaderRefs, buildParameterRef, isAnswerHeader } from './parts.ts';
import type { Refusals } from './refusals.ts';
import { readRequired } from './schemas.ts';
import type { Security } from './security.ts';
import type { Content, Operation, Parameter, Reference, RequestBody, ResponseObject } from './types.ts';

export interface SharedComponents {
  refusals: Refusals;
  security: Security;
  paymentAssets: readonly string[];
}

/** Each route of a tool is an operation; the first has the tool's name. */
export const toOperationId = ({ name }: Pick<RegisteredTool, 'name'>, route: number): string =>
  route === 0 ? name : `${name}-${route + 1}`;

export function buildOperation(
  tool: RegisteredTool,
  path: string,
  operationId: string,
  shared: SharedComponents,
): Operation {
  const { title, description, toolsetName, toolset, priceMicros, covers, effect } = tool;
  const price =
    priceMicros > 0 ? ` Price: ${formatPrice(priceMicros).replace(' (', ' USD (')}${formatUnit(covers)}.` : '';
  const otherFields = listFieldsOutsideBody(tool, path);
  return {
    operationId,
    summary: title,
    description: `${description}${price}`,
    tags: [toolsetName],
    security: shared.security.listForTool(tool, path),
    parameters: [...otherFields.map((field) => buildParameter(tool, path, field)), ...listHeaderParameters(tool)],
    ...(hasBody(tool, path) ? { requestBody: buildRequestBody(tool, otherFields) } : {}),
    responses: {
      ...buildSuccess(tool),
      ...(hasVersion(tool) ? describeNotModified('Cache-Control', ...VERSION_HEADERS) : {}),
      ...shared.refusals.describe(listFailureCodes(tool), toolset.errors, tool.reply === 'page'),
    },
    'x-price-usd': toUsd(priceMicros),
    ...describePayment(tool, shared.paymentAssets),
    ...(Object.keys(covers).length > 0 ? { 'x-covers': listAmounts(covers) } : {}),
    'x-effect': effect,
  };
}

function describePayment(tool: RegisteredTool, assets: readonly string[]): Pick<Operation, 'x-payment-info'> {
  if (assets.length === 0 || !isPayable(tool)) return {};
  const offer = { method: 'evm', intent: 'charge', amount: String(tool.priceMicros) };
  return { 'x-payment-info': { offers: assets.map((currency) => ({ ...offer, currency })) } };
}

/** Whether a caller who has the answer already is told so. */
const hasVersion = ({ definition }: RegisteredTool): boolean =>
  definition.version !== undefined || definition.hasEtag === true;

const VERSION_HEADERS = ['Last-Modified', 'Vary'] as const;

export const describeNotModified = (...names: readonly AnswerHeader[]): Record<string, ResponseObject> => ({
  304: { description: 'The cached response is still current.', headers: buildHeaderRefs('ETag', ...names) },
});

function readsBody({ method }: RegisteredTool): boolean {
  return method !== 'GET';
}

/** Whether anything can be said in a body. */
export function hasBody(tool: RegisteredTool, path: string): boolean {
  const inPath = listPathFields(path);
  return readsBody(tool) && Object.keys(readProperties(tool.inputSchema)).some((field) => !inPath.includes(field));
}

export function listPathFields(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** Fields that travel in the path or, where there is no body, in the query. */
function listFieldsOutsideBody(tool: RegisteredTool, path: string): string[] {
  const inPath = listPathFields(path);
  if (readsBody(tool)) return inPath;
  return [...inPath, ...Object.keys(readProperties(tool.inputSchema)).filter((field) => !inPath.includes(field))];
}

function buildParameter({ inputSchema, definition }: RegisteredTool, path: string, field: string): Parameter {
  const { [field]: schema = {} } = readProperties(inputSchema);
  const inPath = listPathFields(path).includes(field);
  const { description, ...rest } = schema;
  const value = definition.examples.find((one) => Object.hasOwn(one, field))?.[field];
  // A path can't be written without its fields.
  const example = value ?? (inPath && Array.isArray(rest.enum) ? rest.enum[0] : undefined);
  return {
    name: field,
    in: inPath ? 'path' : 'query',
    required: inPath || readRequired(inputSchema).includes(field),
    ...(typeof description === 'string' ? { description } : {}),
    schema: rest,
    ...(example === undefined ? {} : { example }),
  };
}

const PRICED_HEADERS = ['maxPrice', 'taskRef', 'maxTotal', 'quote', 'prefer'] as const;

function listHeaderParameters(tool: RegisteredTool): Reference[] {
  return [
    ...(claimsKeys(tool) ? [buildParameterRef('idempotencyKey')] : []),
    ...(hasVersion(tool) ? [buildParameterRef('ifNoneMatch')] : []),
    ...(tool.priceMicros > 0 ? PRICED_HEADERS.map(buildParameterRef) : []),
  ];
}

function buildRequestBody(
  { name, definition, inputSchema }: RegisteredTool,
  otherFields: readonly string[],
): RequestBody {
  if (definition.body === 'raw') return { required: true, content: { '*/*': { schema: { type: 'string' } } } };
  const required = readRequired(inputSchema).some((field) => !otherFields.includes(field));
  const inBody = (example: object) =>
    Object.fromEntries(Object.entries(example).filter(([field]) => !otherFields.includes(field)));
  const examples = definition.examples.map((example, index): [string, { value: unknown }] => [
    `example${index + 1}`,
    { value: inBody(example) },
  ]);
  const ref = (kind: 'input' | 'form') => ({ $ref: `#/components/schemas/${name}.${kind}` });
  const fields = { schema: ref('input'), ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}) };
  if (definition.body === 'form') return { required, content: { 'application/x-www-form-urlencoded': fields } };
  const form: Content = definition.body === 'multipart' ? { 'multipart/form-data': { schema: ref('form') } } : {};
  return { required, content: { 'application/json': fields, ...form } };
}

function buildSuccess(tool: RegisteredTool): Record<string, ResponseObject> {
  const isPriced = tool.priceMicros > 0;
  const own = (tool.definition.answerHeaders ?? []).filter(isAnswerHeader);
  const names = [
    ...(claimsKeys(tool) ? (['Idempotency-Replayed'] as const) : []),
    ...(isPriced ? (['Preference-Applied'] as const) : []),
    'Cache-Control' as const,
    ...(hasVersion(tool) ? (['ETag'] as const) : []),
    ...(tool.definition.version ? VERSION_HEADERS : []),
    ...own,
  ];
  switch (tool.reply) {
    case 'json': {
      const schema = { $ref: `#/components/schemas/${tool.name}.answer` };
      return {
        [tool.definition.status ?? 200]: {
          description: 'Successful response.',
          headers: buildHeaderRefs(...names),
          content: { 'application/json': { schema } },
        },
      };
    }
    case 'bytes': {
      const receipt = isPriced ? (['X-Farebox-Receipt'] as const) : [];
      const headers = buildHeaderRefs(...names, ...receipt, 'Content-Disposition', 'Content-Security-Policy');
      return { 200: { description: 'File content.', headers, content: { '*/*': {} } } };
    }
    case 'page':
      return {
        200: {
          description: 'HTML page.',
          headers: buildHeaderRefs('Cache-Control', 'Content-Security-Policy', ...own),
          content: { 'text/html': { schema: { type: 'string' } } },
        },
        303: {
          description: 'Redirects to the sign-in page.',
          headers: buildHeaderRefs('Cache-Control', 'Location', ...own),
        },
      };
    case 'redirect':
      return { 302: { description: 'Redirects to Location.', headers: buildHeaderRefs('Cache-Control', 'Location') } };
  }
}
