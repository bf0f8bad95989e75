/** Documents of every server: the API description, complete or for one group of operations (`?group=`). */
import { selectGroup } from '../../describe/openapi/group.ts';
import type { ApiDocument } from '../../describe/openapi/types.ts';
import type { DocumentRequest, WebDocument } from '../../describe/web-document.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { formatYaml } from './yaml.ts';

/** Down to each path and each schema. */
const YAML_PIECES_DEPTH = 2;
const WHOLE = '';

export function buildOwnDocuments(): WebDocument[] {
  const json = new Map<string, string>();
  const yaml = new Map<string, Promise<string>>();
  const remember = <T>(texts: Map<string, T>, write: (api: ApiDocument) => T) => {
    return ({ query, readApi }: DocumentRequest): T => {
      const group = query.get('group') ?? WHOLE;
      const text = texts.get(group);
      if (text !== undefined) return text;
      const api = group === WHOLE ? readApi() : selectGroup(readApi(), group);
      // Groups that there are: nobody can fill the memory with others.
      if (api === null) throw new FareboxError('NOT_FOUND', { message: 'Unknown group of operations.' });
      const fresh = write(api);
      texts.set(group, fresh);
      return fresh;
    };
  };
  return [
    {
      path: '/openapi.json',
      title: 'This description as JSON',
      type: 'application/json',
      hasCors: false,
      read: remember(json, (api) => JSON.stringify(api)),
    },
    {
      path: '/openapi.yaml',
      title: 'This description as YAML',
      type: 'application/yaml',
      hasCors: false,
      read: remember(yaml, (api) => formatYaml({ ...api }, YAML_PIECES_DEPTH)),
    },
  ];
}
