/** The documents that every server has: the description of its API. */
import type { WebDocument } from '../describe/web-document.ts';
import { formatYaml } from './yaml.ts';

/** Down to each path and each schema. */
const YAML_PIECES_DEPTH = 2;

export function buildOwnDocuments(): WebDocument[] {
  let json: string | undefined;
  let yaml: Promise<string> | undefined;
  return [
    {
      path: '/openapi.json',
      title: 'This description as JSON',
      type: 'application/json',
      hasCors: false,
      read: ({ readApi }) => {
        json ??= JSON.stringify(readApi());
        return json;
      },
    },
    {
      path: '/openapi.yaml',
      title: 'This description as YAML',
      type: 'application/yaml',
      hasCors: false,
      read: ({ readApi }) => {
        yaml ??= formatYaml({ ...readApi() }, YAML_PIECES_DEPTH);
        return yaml;
      },
    },
  ];
}
