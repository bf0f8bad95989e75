/** The operations of the API description as a list. */
import type { ApiDocument, Operation, Parameter, Reference, ResponseObject } from '../../describe/openapi/types.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, findText, texts } from '../../locales/texts.ts';
import type { HttpCall } from '../snippets.ts';
import { type Field, formatNote, formatType, listFields } from './fields.ts';

export interface ListedOperation {
  /** Also its anchor. */
  id: string;
  method: string;
  path: string;
  tag: string;
  operation: Operation;
}

/** In the order of the description. */
export function listOperations({ paths }: ApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? '',
      operation,
    })),
  );
}

export interface Parameters {
  inAddress: Field[];
  headers: Field[];
  body: Field[];
}

/** Input of a call. */
export function listParameters(
  { operation }: ListedOperation,
  document: ApiDocument,
  language: Language = FALLBACK,
): Parameters {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, document));
  const field = ({ name, required = false, description, schema }: Parameter): Field => ({
    name,
    type: formatType(schema, document),
    isRequired: required,
    ...formatNote({ ...Object(schema), description }, language),
  });
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return {
    inAddress: parameters.filter((one) => one.in !== 'header').map(field),
    headers: parameters.filter((one) => one.in === 'header').map(field),
    body: listFields(content?.schema, document, language),
  };
}

export function resolveParameter(parameter: Parameter | Reference, { components }: ApiDocument): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const { [parameter.$ref.replace('#/components/parameters/', '')]: target } = components.parameters;
  return target ?? { name: parameter.$ref, in: 'header', schema: {} };
}

export interface Outcome {
  status: string;
  response: ResponseObject;
}

export function listOutcomes({ operation }: ListedOperation, { components }: ApiDocument): Outcome[] {
  return Object.entries(operation.responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [{ status, response }];
    const { [response.$ref.replace('#/components/responses/', '')]: target } = components.responses;
    return target ? [{ status, response: target }] : [];
  });
}

/** Callers of an operation, in a few words. */
export function formatCredentials({ security }: Operation, language: Language): string {
  const { callers, either } = texts('docs', language);
  if (security.some((requirement) => Object.keys(requirement).length === 0)) return callers.none;
  const names = security.flatMap((requirement) => Object.keys(requirement));
  return names.flatMap((name) => findText(callers, name) ?? []).join(either);
}

/** The request that its first example describes; null for what is not called by hand. */
export function buildExampleCall(listed: ListedOperation, document: ApiDocument): HttpCall | null {
  const { method, path, operation } = listed;
  const { requestBody } = operation;
  const json = requestBody?.content['application/json'];
  if (requestBody && !json) return null;
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, document));
  const filled = path.replace(/\{([^{}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example ?? `<${name}>`)),
  );
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const search = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&');
  const [server] = document.servers;
  const [example] = Object.values(json?.examples ?? {});
  return {
    method,
    url: `${server?.url ?? ''}${filled}${search === '' ? '' : `?${search}`}`,
    token: isOpen(operation) ? null : chooseTokenName(operation),
    body: json ? (example?.value ?? {}) : null,
    isOnce: method !== 'GET' && parameters.some(({ name }) => name === 'Idempotency-Key') && !isOpen(operation),
  };
}

const isOpen = ({ security }: Operation): boolean =>
  security.some((requirement) => Object.keys(requirement).length === 0);

function chooseTokenName({ security }: Operation): string {
  const [scheme = ''] = security.flatMap((requirement) => Object.keys(requirement));
  const names: Record<string, string> = { key: '<apiKey>', operator: '<ADMIN_TOKEN>' };
  return names[scheme] ?? '<token>';
}
