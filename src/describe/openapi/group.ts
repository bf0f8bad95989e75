/** Reduces the API description to one group of operations for a console or a client of that group. */
import { isRecord } from '../../lib/record.ts';
import type { ApiDocument } from './types.ts';

/** Null for a group that there isn't. */
export function selectGroup(api: ApiDocument, group: string): ApiDocument | null {
  const tags = api.tags.filter(({ name }) => name === group);
  if (tags.length === 0) return null;
  const paths = Object.fromEntries(
    Object.entries(api.paths).flatMap(([path, item]) => {
      const operations = Object.entries(item).filter(([, operation]) => operation.tags.includes(group));
      return operations.length === 0 ? [] : [[path, Object.fromEntries(operations)]];
    }),
  );
  const used = listReferences(paths, api);
  const keep = <T>(kind: string, components: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(components).filter(([name]) => used.has(`#/components/${kind}/${name}`)));
  const { schemas, responses, parameters, headers, securitySchemes } = api.components;
  return {
    ...api,
    tags,
    paths,
    components: {
      schemas: keep('schemas', schemas),
      responses: keep('responses', responses),
      parameters: keep('parameters', parameters),
      headers: keep('headers', headers),
      securitySchemes,
    },
  };
}

/** Of every component that is reached from there. */
function listReferences(from: unknown, { components }: ApiDocument): ReadonlySet<string> {
  const seen = new Set<string>();
  const open: unknown[] = [from];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    if (!isRecord(value)) continue;
    open.push(...Object.values(value));
    const { $ref } = value;
    if (typeof $ref !== 'string' || seen.has($ref)) continue;
    seen.add($ref);
    const [, , kind = '', name = ''] = $ref.split('/');
    const group: unknown = Object.entries(components).find(([key]) => key === kind)?.[1];
    if (isRecord(group)) open.push(group[name]);
  }
  return seen;
}
