/**
 * Every operation of the newsroom that takes something, as its public interface declares it: each field that is missing, of
 * another type or out of its bounds is told by FastAPI's item, byte for byte, and all of a request together in their order.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farebox, startFarebox } from '../harness/farebox.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const EMAIL = 'boss@studio.example';

type Kind = 'string' | 'int' | 'number' | 'bool' | 'string[]' | 'int[]' | 'rating';
interface Field {
  name: string;
  kind: Kind;
  isRequired: boolean;
  isNullable: boolean;
  min: number | undefined;
  max: number | undefined;
}

/** `limit:int=1..100`: with a default and bounds; `:` alone is required, `?` may be null, `=` has a default. */
function readField(text: string): Field {
  const [, name = '', kind = '', mark = '', min, max] =
    /^(\w+):([a-z[\]]+)([?=]?)(\d*)(?:\.\.(\d*))?$/.exec(text) ?? [];
  if (!isKind(kind)) throw new Error(`What is ${text}?`);
  const bound = (digits: string | undefined): number | undefined => (digits ? Number(digits) : undefined);
  return { name, kind, isRequired: mark === '', isNullable: mark === '?', min: bound(min), max: bound(max) };
}

const KINDS: readonly string[] = ['string', 'int', 'number', 'bool', 'string[]', 'int[]', 'rating'] satisfies Kind[];
const isKind = (text: string): text is Kind => KINDS.includes(text);

/** The payloads of the interface. What it calls optional in a query may be absent, and holds no null. */
const bodies: Readonly<Record<string, string>> = {
  'POST /auth/send-code': 'email:string company_id:string?',
  'POST /auth/api-keys': 'name:string=',
  'POST /auth/invite': 'email:string',
  'POST /api/analyze': 'content:string? url:string? mode:string=',
  'POST /api/feedback': 'result_id:string rating:rating comment:string=',
  'POST /api/publish-to-aeo': 'result_id:string? press_release_id:int?',
  'POST /api/company-scan': 'company_url:string',
  'POST /api/health-report': 'company_url:string',
  'POST /billing/checkout': 'success_url:string cancel_url:string',
  'PUT /admin/settings/daily-limit': 'limit:int',
  'PUT /admin/settings/categories': 'categories:string[]',
  'PUT /admin/settings/schedule': 'hour:int0..23 minute:int0..59',
  'POST /api/media/lists': 'name:string',
  'POST /api/media/lists/7/items': 'media_ids:int[]',
  'DELETE /api/media/lists/7/items': 'media_ids:int[]',
  'POST /api/media/export-csv': 'media_ids:int[]= list_id:int?',
  'POST /api/media/recommend': 'article_id:int? press_release_id:int? top_k:int= include_reasons:bool=',
  'POST /api/media/generate-pitch': 'article_id:int media_ids:int[]',
  'POST /api/media/generate-pitch-batch': 'article_id:int media_ids:int[]',
  'POST /api/media/rewrite-article': 'article_id:int media_ids:int[]',
  'POST /api/media/rewrite-article-batch': 'article_id:int media_ids:int[]',
  'POST /admin/media/import': 'json_path:string',
  'POST /api/press-release':
    'company_id:string title:string body:string subtitle:string? contact_info:string? source_type:string= nq_score:number? nq_dimensions:string? ai_engine:string?',
  'POST /api/press-release/generate':
    'company_name:string product_name:string target_audience:string features:string[] ai_engine:string=',
  'POST /api/press-release/optimize': 'draft:string',
  'POST /api/press-release/predict-nq': 'text:string',
  'POST /api/campaigns': 'press_release_id:int media_list_id:int name:string',
};
const queries: Readonly<Record<string, string>> = {
  '/v1/articles': 'limit:int=1..100',
  '/v1/shops/sample/news': 'limit:int=1..50',
  '/api/media/search': 'page:int=1.. per_page:int=1..',
  '/api/media/recommend/filter': 'article_id:int= press_release_id:int= top_k:int=1.. min_reach:int=0..',
  '/admin/articles': 'page:int= per_page:int=',
  '/admin/queue': 'page:int= per_page:int=',
};
const paths = [
  ['DELETE', '/auth/api-keys/', 'key_id', ''],
  ['GET', '/t/', 'article_id', ''],
  ['GET', '/c/', 'article_id', ''],
  ['GET', '/admin/preview/', 'article_id', ''],
  ['GET', '/api/media/lists/', 'list_id', ''],
  ['DELETE', '/api/media/lists/', 'list_id', ''],
  ['GET', '/api/press-release/', 'press_release_id', ''],
  ['PUT', '/api/press-release/', 'press_release_id', ''],
  ['DELETE', '/api/press-release/', 'press_release_id', ''],
  ['GET', '/api/press-release/', 'press_release_id', '/pdf'],
  ['GET', '/api/campaigns/', 'campaign_id', '/preview'],
  ['GET', '/api/campaigns/', 'campaign_id', '/tracking'],
  ['POST', '/api/campaigns/', 'campaign_id', '/send'],
  ['GET', '/api/article-translations/', 'article_id', ''],
  ['GET', '/v1/articles/', 'article_id', ''],
] as const;

const item = (type: string, loc: readonly (string | number)[], msg: string, input: string, ctx?: string): string =>
  `{"type":"${type}","loc":${JSON.stringify(loc)},"msg":"${msg}","input":${input}${ctx ? `,"ctx":${ctx}` : ''}}`;
const STRING = 'Input should be a valid string';
const INTEGER = 'Input should be a valid integer';
const PARSED = `${INTEGER}, unable to parse string as an integer`;
const NUMBER = 'Input should be a valid number';
const BOOLEAN = 'Input should be a valid boolean';
const LIST = 'Input should be a valid list';
const RATING = 'Input should be 1 or -1';

/** What does not fit a kind, as written in JSON, with the item's type, message and context. */
const WRONG: Readonly<Record<Kind, readonly (readonly [literal: string, type: string, msg: string, ctx?: string])[]>> =
  {
    string: ['7', '1.5', 'true', '["a"]', '{"a":1}'].map((literal) => [literal, 'string_type', STRING] as const),
    int: [
      ...['[1]', '{}'].map((literal) => [literal, 'int_type', INTEGER] as const),
      ...['"x"', '""', '"1e3"'].map((literal) => [literal, 'int_parsing', PARSED] as const),
      ['9.5', 'int_from_float', `${INTEGER}, got a number with a fractional part`],
    ],
    number: [
      ['[]', 'float_type', NUMBER],
      ['"x"', 'float_parsing', `${NUMBER}, unable to parse string as a number`],
      ['NaN', 'finite_number', 'Input should be a finite number'],
    ],
    bool: [
      ['[]', 'bool_type', BOOLEAN],
      ['"maybe"', 'bool_parsing', `${BOOLEAN}, unable to interpret input`],
      ['2', 'bool_parsing', `${BOOLEAN}, unable to interpret input`],
    ],
    'string[]': ['"a"', '7', '{"0":"a"}', 'true'].map((literal) => [literal, 'list_type', LIST] as const),
    'int[]': ['"1"', '7', '{"0":1}', 'true'].map((literal) => [literal, 'list_type', LIST] as const),
    rating: ['0', '2', '"1"', 'false', 'null', '[1]'].map(
      (literal) => [literal, 'literal_error', RATING, '{"expected":"1 or -1"}'] as const,
    ),
  };
const NULLS: Readonly<Record<Kind, readonly [type: string, msg: string]>> = {
  string: ['string_type', STRING],
  int: ['int_type', INTEGER],
  number: ['float_type', NUMBER],
  bool: ['bool_type', BOOLEAN],
  'string[]': ['list_type', LIST],
  'int[]': ['list_type', LIST],
  rating: ['literal_error', RATING],
};
const RIGHT: Readonly<Record<Kind, string>> = {
  string: '"x"',
  int: '1',
  number: '1',
  bool: 'false',
  'string[]': '["x"]',
  'int[]': '[1]',
  rating: '1',
};

const chooseRight = (name: string, kind: Kind): string => (name === 'email' ? '"a@b.example"' : RIGHT[kind]);

interface Case {
  literal: string;
  item: string;
}

/** What is told of the field for each wrong value of it. */
function listCases({ name, kind, isNullable, min, max }: Field): Case[] {
  const loc = ['body', name];
  const told = WRONG[kind].map(([literal, type, msg, ctx]) => ({
    literal,
    item: item(type, loc, msg, literal === 'NaN' ? '"NaN"' : literal, ctx),
  }));
  const [nullType, nullMsg] = NULLS[kind];
  if (!isNullable && kind !== 'rating') told.push({ literal: 'null', item: item(nullType, loc, nullMsg, 'null') });
  if (min !== undefined) {
    const msg = `Input should be greater than or equal to ${min}`;
    told.push({ literal: `${min - 1}`, item: item('greater_than_equal', loc, msg, `${min - 1}`, `{"ge":${min}}`) });
  }
  if (max !== undefined) {
    const msg = `Input should be less than or equal to ${max}`;
    told.push({ literal: `${max + 1}`, item: item('less_than_equal', loc, msg, `${max + 1}`, `{"le":${max}}`) });
  }
  if (kind === 'int[]') told.push({ literal: '[1,"x"]', item: item('int_parsing', [...loc, 1], PARSED, '"x"') });
  if (kind === 'string[]') told.push({ literal: '["x",7]', item: item('string_type', [...loc, 1], STRING, '7') });
  return told;
}

describe('every operation of the newsroom', () => {
  let farebox: Farebox;
  let session: string;
  beforeAll(async () => {
    const env = {
      ADMIN_EMAILS: EMAIL,
      TRUSTED_ADMIN_IPS: '127.0.0.1',
      ADMIN_TOKEN,
      ADMIN_RATE_LIMIT_PER_MINUTE: '100000',
    };
    farebox = await startFarebox({ env });
    session = String((await farebox.request('POST', '/auth/send-code', { body: { email: EMAIL } })).body.token);
  });
  afterAll(() => farebox.stop());

  const send = (operation: string, body?: string): Promise<Answer> => {
    const [method = '', path = ''] = operation.split(' ');
    const key = path.startsWith('/admin') ? ADMIN_TOKEN : session;
    const headers = { 'content-type': 'application/json' };
    return farebox.request(method, path, { key, ...(body === undefined ? {} : { body: Buffer.from(body), headers }) });
  };
  const write = (fields: readonly Field[], literals: Readonly<Record<string, string>>): string =>
    `{${fields.map(({ name, kind }) => `"${name}":${literals[name] ?? chooseRight(name, kind)}`).join(',')}}`;
  const refuse = (...items: string[]) => ({ status: 422, text: `{"detail":[${items.join(',')}]}` });

  it.each(Object.entries(bodies))('%s tells what is wrong with each field', async (operation, declared) => {
    const fields = declared.split(' ').map(readField);
    const required = fields.filter(({ isRequired }) => isRequired);
    const missing =
      (input: string) =>
      ({ name }: Field) =>
        item('missing', ['body', name], 'Field required', input);
    if (required.length > 0) {
      expect(await send(operation, '{"other":1}')).toMatchObject(refuse(...required.map(missing('{"other":1}'))));
      expect(await send(operation, '')).toMatchObject(refuse(item('missing', ['body'], 'Field required', 'null')));
    }
    for (const body of ['[1]', '"x"', '7']) {
      const msg = 'Input should be a valid dictionary or object to extract fields from';
      expect(await send(operation, body)).toMatchObject(refuse(item('model_attributes_type', ['body'], msg, body)));
    }
    for (const field of fields) {
      for (const { literal, item: told } of listCases(field)) {
        expect(await send(operation, write(fields, { [field.name]: literal }))).toMatchObject(refuse(told));
      }
    }
    const wrong = fields.map((field) => ({ field, first: listCases(field)[0] }));
    const literals = Object.fromEntries(wrong.map(({ field, first }) => [field.name, first?.literal ?? '']));
    const backwards = write([...fields].reverse(), literals);
    expect(await send(operation, backwards)).toMatchObject(refuse(...wrong.map(({ first }) => first?.item ?? '')));
  });

  it.each(Object.entries(queries))('GET %s reads its numbers by the grammar of strings', async (path, declared) => {
    for (const { name, min, max } of declared.split(' ').map(readField)) {
      const ask = (text: string): Promise<Answer> => send(`GET ${path}?${name}=${encodeURIComponent(text)}`);
      for (const text of ['x', '', '1.5', 'true', '１'])
        expect(await ask(text)).toMatchObject(refuse(item('int_parsing', ['query', name], PARSED, `"${text}"`)));
      if (min !== undefined) {
        const msg = `Input should be greater than or equal to ${min}`;
        const told = item('greater_than_equal', ['query', name], msg, `"${min - 1}"`, `{"ge":${min}}`);
        expect(await ask(`${min - 1}`)).toMatchObject(refuse(told));
      }
      if (max !== undefined) {
        const msg = `Input should be less than or equal to ${max}`;
        const told = item('less_than_equal', ['query', name], msg, `"${max + 1}"`, `{"le":${max}}`);
        expect(await ask(`${max + 1}`)).toMatchObject(refuse(told));
      }
      for (const text of [min, max]) if (text !== undefined) expect((await ask(` +${text}.0 `)).status).not.toBe(422);
    }
  });

  it.each(paths)('%s %s{%s}%s reads the number in its path', async (method, before, name, behind) => {
    const ask = (text: string): Promise<Answer> => send(`${method} ${before}${text}${behind}`);
    expect(await ask('x')).toMatchObject(refuse(item('int_parsing', ['path', name], PARSED, '"x"')));
    // A pixel is a pixel for any number.
    expect((await ask('99999999999999999999999')).status).toBe(before === '/t/' ? 200 : 404);
  });
});
