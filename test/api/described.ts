/** Holds answers against the API description: status, headers, content type and body. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument, Operation, ResponseObject } from '../../src/describe/openapi/types.ts';

/** Of HTTP itself. */
const OF_HTTP = new Set(['content-length', 'content-type', 'connection', 'keep-alive', 'transfer-encoding', 'date']);

export class Description {
  readonly #document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: ApiDocument) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ ...document, $id: 'https://api.example/description' });
  }

  /** What does not fit, in words; nothing when all does. */
  async faults(path: string, method: string, operation: Operation, answer: Response): Promise<string[]> {
    const { status } = answer;
    const described = operation.responses[String(status)];
    const text = await answer.text();
    if (!described) return [`${status} is not described: ${text.slice(0, 300)}`];
    const at =
      '$ref' in described ? described.$ref.slice(2) : pointer('paths', path, method, 'responses', String(status));
    const response = '$ref' in described ? this.#component(described.$ref) : described;
    return [...this.#headerFaults(response, answer), ...this.#bodyFaults(response, at, answer, text)];
  }

  #component($ref: string): ResponseObject {
    const found = this.#document.components.responses[$ref.replace('#/components/responses/', '')];
    if (!found) throw new Error(`${$ref} is nowhere`);
    return found;
  }

  /** What is there is described, and what must be there is. */
  #headerFaults({ headers = {} }: ResponseObject, answer: Response): string[] {
    const names = Object.keys(headers);
    const { headers: components } = this.#document.components;
    const isSure = (name: string): boolean => Object(components[name]).required === true;
    const described = new Set(names.map((name) => name.toLowerCase()));
    const unsaid = [...answer.headers.keys()].filter((name) => !OF_HTTP.has(name) && !described.has(name));
    const missing = names.filter((name) => isSure(name) && !answer.headers.has(name));
    return [
      ...unsaid.map((name) => `the header ${name} is not described for ${answer.status}`),
      ...missing.map((name) => `the header ${name} is missing`),
    ];
  }

  #bodyFaults({ content }: ResponseObject, at: string, answer: Response, text: string): string[] {
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
    if (!content) return text === '' ? [] : [`a body that is not described: ${text.slice(0, 100)}`];
    const key = type in content ? type : '*/*' in content ? '*/*' : undefined;
    if (key === undefined) return [`${type} is not described`];
    if (type !== 'application/json' || content[key]?.schema === undefined) return [];
    const $ref = `https://api.example/description#/${at}/${pointer('content', key, 'schema')}`;
    const validate = this.#ajv.compile({ $ref, unevaluatedProperties: false });
    if (validate(JSON.parse(text))) return [];
    return [`${this.#ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`];
  }
}

const pointer = (...parts: string[]): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
