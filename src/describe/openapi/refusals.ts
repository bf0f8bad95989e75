/** Error responses: one component per set of codes, shared by all operations that return it. */
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import { reasons } from '../../kernel/errors/reasons.ts';
import { buildHeaderRefs } from './parts.ts';
import type { ApiInfo, Reference, Refusal, ResponseObject, Shape } from './types.ts';

interface RefusalCase extends Refusal {
  code: ErrorCode;
}

export class Refusals {
  readonly components: Record<string, ResponseObject> = {};
  readonly #refusals: ApiInfo['refusals'];

  constructor({ refusals }: Pick<ApiInfo, 'refusals'>) {
    this.#refusals = refusals;
  }

  /** By status, for an operation that can answer these codes; a page says some of them in a page. */
  describe(codes: readonly ErrorCode[], shape: Shape, isPage = false): Record<string, Reference> {
    const byStatus = new Map<number, RefusalCase[]>();
    for (const code of [...codes].sort()) {
      for (const refusal of this.#refusals(code, shape)) {
        byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), { code, ...refusal }]);
      }
    }
    const statuses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      statuses.map(([status, cases]) => [String(status), this.#share(status, cases, shape, isPage)]),
    );
  }

  #share(status: number, cases: readonly RefusalCase[], shape: Shape, isPage: boolean): Reference {
    const name = [shape, ...(isPage ? ['page'] : []), status, ...cases.map(({ code }) => code)].join('.');
    this.components[name] ??= buildResponse(status, cases, shape, isPage);
    return { $ref: `#/components/responses/${name}` };
  }
}

function buildResponse(status: number, cases: readonly RefusalCase[], shape: Shape, isPage: boolean): ResponseObject {
  const lines = new Set(cases.map((one) => (shape === 'gateway' ? formatGatewayLine(one) : formatOtherLine(one))));
  const examples = Object.fromEntries(cases.map(({ code, body }) => [code, { value: body }]));
  const schema = buildSchema(status, cases, shape);
  return {
    description: [...lines].join('\n\n'),
    headers: buildHeaderRefs(
      ...(isPage ? (['Cache-Control', 'Content-Security-Policy'] as const) : []),
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(cases.some(({ code }) => catalogue[code].retryable || code === 'ADMIN_LOCKED')
        ? (['Retry-After'] as const)
        : []),
    ),
    content: {
      'application/json': { schema, examples },
      ...(isPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

function formatGatewayLine({ code }: RefusalCase): string {
  const { message, next } = catalogue[code];
  return `\`${code}\`: ${message} ${next}`;
}

/** The words of the example, and further words for the same case. */
function formatOtherLine({ code, body }: RefusalCase): string {
  const { detail, code: word, error, error_description: description } = Object(body);
  if (typeof error === 'string') return `\`${error}\`: ${description ?? catalogue[code].message}`;
  if (typeof detail !== 'string') return '`detail` lists the invalid fields in the FastAPI format.';
  const others = Object.entries(reasons).flatMap(([reason, row]) => (row.code === code ? `\`${reason}\`` : []));
  const more = others.length > 0 ? ` Other codes for this case: ${others.join(', ')}.` : '';
  return `${word === undefined ? '' : `\`${word}\`: `}${detail.replace(/\.?$/, '.')}${more}`;
}

/** The general shape, with the codes that are meant here. */
function buildSchema(status: number, cases: readonly RefusalCase[], shape: Shape): object {
  if (shape === 'oauth') return { $ref: '#/components/schemas/OAuthError' };
  if (shape === 'newsroom') return { $ref: `#/components/schemas/${status === 422 ? 'Issues' : 'Detail'}` };
  const error = { type: 'object', properties: { code: { enum: cases.map(({ code }) => code) } } };
  return { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error } }] };
}
