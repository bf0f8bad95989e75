/**
 * A client that knows nothing but the API description: types are generated from it, and a file that calls every
 * operation with the description's own examples. The compiler checks that file; what it gives is run.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTS from 'openapi-typescript';
import type { ApiDocument, Operation, Parameter, Reference } from '../../src/describe/openapi/types.ts';
import { root } from '../harness/sources.ts';

/** Under node_modules, where the compiler finds the packages and nobody looks for our sources. */
const WORK_FOLDER = join(root, 'node_modules/.cache');
const FORM = 'application/x-www-form-urlencoded';
const COMPILE_MS_MAX = 120_000;

export interface Call {
  operationId: string;
  method: string;
  /** As in the description. */
  path: string;
  operation: Operation;
}

export interface GeneratedClient {
  /** One operation with the description's example; one after the other. */
  send(operationId: string, headers: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** In the order of the description. */
export function callsOf({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Rejects with what the compiler says when an example does not fit its generated type. */
export async function generateClient(document: ApiDocument, baseUrl: string): Promise<GeneratedClient> {
  await mkdir(WORK_FOLDER, { recursive: true });
  const folder = await mkdtemp(join(WORK_FOLDER, 'generated-client-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const plain: ApiDocument & Record<string, unknown> = JSON.parse(JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'api.ts'), await openapiTS(JSON.parse(JSON.stringify(plain))));
  await writeFile(join(folder, 'calls.ts'), callsFile(document));
  await compile(folder).catch(async (thrown: unknown) => {
    await close();
    throw thrown;
  });
  const { sendsTo }: { sendsTo: SendsTo } = await import(pathToFileURL(join(folder, 'calls.js')).href);
  let latest: Response | undefined;
  const sends = sendsTo(baseUrl, async (request) => {
    const answer = await fetch(request);
    // The client reads the body of an error itself.
    latest = answer.clone();
    return answer;
  });
  const send = async (operationId: string, headers: Record<string, string>): Promise<Response> => {
    await sends[operationId]?.(headers);
    if (!latest) throw new Error(`${operationId} has sent nothing`);
    const answer = latest;
    latest = undefined;
    return answer;
  };
  return { send, close };
}

type Fetch = (request: Request) => Promise<Response>;
type SendsTo = (baseUrl: string, fetch: Fetch) => Record<string, (headers: Record<string, string>) => Promise<unknown>>;

async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }));
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [compiler], { cwd: folder, timeout: COMPILE_MS_MAX });
  } catch (thrown) {
    throw new Error(`The generated calls do not fit the generated types:\n${Object(thrown).stdout}`);
  }
}

function callsFile(document: ApiDocument): string {
  const lines = callsOf(document).map((call) => {
    const { operationId, method, path } = call;
    const input = JSON.stringify(inputOf(call, document));
    const options = `{ ...${input}, headers: ${headersOf(call)}, redirect: 'manual', parseAs: 'stream' }`;
    return `    ${JSON.stringify(operationId)}: (headers: Headers) => client.${method}(${JSON.stringify(path)}, ${options}),`;
  });
  return `import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

type Headers = Record<string, string>;

export function sendsTo(baseUrl: string, fetch: (request: Request) => Promise<Response>) {
  const client = createClient<paths>({ baseUrl, fetch });
  return {
${lines.join('\n')}
  };
}
`;
}

/** The client writes a body in the form that its content type says. */
function headersOf({ operation: { requestBody } }: Call): string {
  return requestBody?.content[FORM] ? `{ 'Content-Type': '${FORM}', ...headers }` : 'headers';
}

/** The description's own examples. */
function inputOf({ operation, path }: Call, document: ApiDocument): object {
  const parameters = (operation.parameters ?? []).map((one) => parameterAt(one, document));
  const given = (place: Parameter['in']): Record<string, unknown> =>
    Object.fromEntries(parameters.filter((one) => one.in === place && one.example !== undefined).map(exampleOf));
  const query = given('query');
  const { 'application/json': json, [FORM]: form } = operation.requestBody?.content ?? {};
  const fields = json ?? form;
  const [example] = Object.values(fields?.examples ?? {});
  return {
    params: {
      ...(path.includes('{') ? { path: given('path') } : {}),
      ...(Object.keys(query).length > 0 ? { query } : {}),
    },
    ...(operation.requestBody ? { body: fields ? (example?.value ?? {}) : '' } : {}),
  };
}

const exampleOf = ({ name, example }: Parameter): [string, unknown] => [name, example];

function parameterAt(parameter: Parameter | Reference, { components }: ApiDocument): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const { [parameter.$ref.replace('#/components/parameters/', '')]: target } = components.parameters;
  if (!target) throw new Error(`${parameter.$ref} is nowhere`);
  return target;
}
