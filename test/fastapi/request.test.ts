/** Inputs of the newsroom are read as FastAPI with pydantic v2 reads them: the same items, the same bytes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Front, RICH_KEY, type Sent, startFront } from '../http/a-front.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront({ bodyLimitBytes: 100_000 });
});
afterAll(() => front.close());

const PATH = '/api/lists/7/entries';

async function post(body: string | Buffer, type: string | null = 'application/json'): Promise<Sent> {
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  return await front.send('POST', PATH, { key: RICH_KEY, body: Buffer.from(body), headers });
}

/** The whole answer to a body with `title` and this one field, both as written. */
const posted = (field: string, literal: string): Promise<Sent> => post(`{"title":"x","${field}":${literal}}`);

const item = (type: string, loc: string, msg: string, input: string, ctx = ''): string =>
  `{"type":"${type}","loc":${loc},"msg":"${msg}","input":${input}${ctx === '' ? '' : `,"ctx":${ctx}`}}`;

const INTEGER = 'Input should be a valid integer';
const PARSED = `${INTEGER}, unable to parse string as an integer`;
const SIZE = 'Unable to parse input string as an integer, exceeded maximum size';
const NUMBER = 'Input should be a valid number';
const BOOLEAN = 'Input should be a valid boolean';
const UNCLEAR = `${BOOLEAN}, unable to interpret input`;
const STRING = 'Input should be a valid string';
const UNICODE = `${STRING}, unable to parse raw data as a unicode string`;
const FINITE = 'Input should be a finite number';
const LIST = 'Input should be a valid list';
const OBJECT = 'Input should be a valid dictionary or object to extract fields from';
const RATING = 'Input should be 1 or -1';
const EXPECTED = '{"expected":"1 or -1"}';
const EMAIL = 'Value error, not a valid e-mail address';
const LONG = '1'.repeat(4_301);

/** Field, what is sent, type, message, what is echoed where that differs, context. */
const wrong: [string, string, string, string, string?, string?][] = [
  ['note', '7', 'string_type', STRING],
  ['note', '7.50', 'string_type', STRING, '7.5'],
  ['note', 'true', 'string_type', STRING],
  ['note', '["a"]', 'string_type', STRING],
  ['note', '{"b":1,"a":2,"1":3,"b":4}', 'string_type', STRING, '{"b":4,"a":2,"1":3}'],
  ['note', '"a\\ud800b"', 'string_unicode', UNICODE, '"a\uFFFDb"'],
  ['email', 'null', 'string_type', STRING],
  ['count', 'null', 'int_type', INTEGER],
  ['count', '[9]', 'int_type', INTEGER],
  ['count', '{}', 'int_type', INTEGER],
  ...[
    '""',
    '" "',
    '"9."',
    '".0"',
    '"9.5"',
    '"1e3"',
    '"0x10"',
    '"1__0"',
    '"_1"',
    '"1_"',
    '"+ 5"',
    '"９"',
    '"٣"',
    '"nan"',
  ].map((text): [string, string, string, string] => ['count', text, 'int_parsing', PARSED]),
  ['count', '9.5', 'int_from_float', `${INTEGER}, got a number with a fractional part`],
  ['count', '1e19', 'int_parsing_size', SIZE, '1e+19'],
  ['count', '-9223372036854775809.0', 'int_parsing_size', SIZE, '-9.223372036854776e+18'],
  ['count', `"${LONG}"`, 'int_parsing_size', SIZE],
  ['count', 'NaN', 'finite_number', FINITE, '"NaN"'],
  ['count', '0', 'greater_than_equal', 'Input should be greater than or equal to 1', '0', '{"ge":1}'],
  ['count', '-0.0', 'greater_than_equal', 'Input should be greater than or equal to 1', '-0.0', '{"ge":1}'],
  ['count', '"0"', 'greater_than_equal', 'Input should be greater than or equal to 1', '"0"', '{"ge":1}'],
  ['count', 'false', 'greater_than_equal', 'Input should be greater than or equal to 1', 'false', '{"ge":1}'],
  ['count', '101', 'less_than_equal', 'Input should be less than or equal to 100', '101', '{"le":100}'],
  ['count', '1e5', 'less_than_equal', 'Input should be less than or equal to 100', '100000.0', '{"le":100}'],
  [
    'count',
    '123456789012345678901234567890',
    'less_than_equal',
    'Input should be less than or equal to 100',
    '123456789012345678901234567890',
    '{"le":100}',
  ],
  ...['"1"', '0', 'false', 'null', '[1]', '{}', '2', '1.5', '""'].map(
    (literal): [string, string, string, string, string, string] => [
      'rating',
      literal,
      'literal_error',
      RATING,
      literal,
      EXPECTED,
    ],
  ),
  ['loud', 'null', 'bool_type', BOOLEAN],
  ['loud', '[]', 'bool_type', BOOLEAN],
  ['loud', '{}', 'bool_type', BOOLEAN],
  ['loud', '0.5', 'bool_type', BOOLEAN],
  ['loud', '2', 'bool_parsing', UNCLEAR],
  ['loud', '2.0', 'bool_parsing', UNCLEAR],
  ['loud', '" true"', 'bool_parsing', UNCLEAR],
  ['loud', '""', 'bool_parsing', UNCLEAR],
  ['ratio', '[]', 'float_type', NUMBER],
  ['ratio', '{}', 'float_type', NUMBER],
  ['ratio', '"x"', 'float_parsing', `${NUMBER}, unable to parse string as a number`],
  ['ratio', '"1,5"', 'float_parsing', `${NUMBER}, unable to parse string as a number`],
  ['ratio', 'NaN', 'finite_number', FINITE, '"NaN"'],
  ['ratio', 'Infinity', 'finite_number', FINITE, '"Infinity"'],
  ['ratio', '-Infinity', 'finite_number', FINITE, '"-Infinity"'],
  ['ratio', '1e400', 'finite_number', FINITE, '"1e400"'],
  ...['"nan"', '"-Inf"', '"+INFINITY"'].map((text): [string, string, string, string] => [
    'ratio',
    text,
    'finite_number',
    FINITE,
  ]),
  ['ids', '"1"', 'list_type', LIST],
  ['ids', '{"0":1}', 'list_type', LIST],
  ['ids', 'null', 'list_type', LIST],
  ['email', '"nobody"', 'value_error', EMAIL, '"nobody"', '{"error":{}}'],
  ['place', '"x"', 'model_attributes_type', OBJECT],
];

describe('a field that is wrong', () => {
  it.each(wrong)('%s = %s is %s', async (field, literal, type, msg, echoed = literal, ctx = '') => {
    const { status, text, headers } = await posted(field, literal);
    expect(text).toBe(`{"detail":[${item(type, `["body","${field}"]`, msg, echoed, ctx)}]}`);
    expect([status, headers['content-type']]).toEqual([422, 'application/json; charset=utf-8']);
  });

  it('is named by its index in a list, and by its name in an object', async () => {
    const lists = await posted('ids', '[1,"x",2,null]');
    expect(lists.text).toBe(
      `{"detail":[${item('int_parsing', '["body","ids",1]', PARSED, '"x"')},${item('int_type', '["body","ids",3]', INTEGER, 'null')}]}`,
    );
    const nested = await posted('place', '{"country":"FR"}');
    expect(nested.text).toBe(
      `{"detail":[${item('missing', '["body","place","city"]', 'Field required', '{"country":"FR"}')}]}`,
    );
  });

  it('that is missing shows the whole object, in its own order and with all its digits', async () => {
    const sent = '{"z":12345678901234567890,"10":1.0,"2":[1e2,0.00001],"__proto__":{"a":null},"z":2}';
    const echoed = '{"z":2,"10":1.0,"2":[100.0,1e-05],"__proto__":{"a":null}}';
    expect((await post(sent)).text).toBe(
      `{"detail":[${item('missing', '["body","title"]', 'Field required', echoed)}]}`,
    );
  });

  it('is told together with all the others, in the order of their declaration: path, query, body', async () => {
    const { text } = await front.send('POST', '/api/lists/x/entries', {
      key: RICH_KEY,
      body: '{"loud":"maybe","count":0,"mode":"dark"}',
      headers: { 'content-type': 'application/json' },
    });
    const expected = [
      item('int_parsing', '["path","list_id"]', PARSED, '"x"'),
      item('missing', '["body","title"]', 'Field required', '{"loud":"maybe","count":0,"mode":"dark"}'),
      item('greater_than_equal', '["body","count"]', 'Input should be greater than or equal to 1', '0', '{"ge":1}'),
      item('bool_parsing', '["body","loud"]', UNCLEAR, '"maybe"'),
    ];
    expect(text).toBe(`{"detail":[${expected.join(',')}]}`);
  });

  it('that is none of a few words is 400, and says which', async () => {
    const { status, json } = await posted('mode', '"dark"');
    expect([status, json]).toEqual([400, { detail: 'mode must be one of light, full.' }]);
    expect((await posted('mode', '7')).status).toBe(422);
  });
});

describe('a field that is right', () => {
  const right: [string, string, unknown][] = [
    ...[
      '9',
      '9.0',
      '"9"',
      '" 7 "',
      '"+5"',
      '"1_0"',
      '"00009"',
      '"9.00"',
      '"\u00a08\u2003"',
      'true',
      '1e2',
      '"\u00855"',
    ].map((literal, index): [string, string, unknown] => [
      'count',
      literal,
      [9, 9, 9, 7, 5, 10, 9, 9, 8, 1, 100, 5][index],
    ]),
    ...['70', '"70"', '" 70 "', '"7_0"', '"1e3"', 'true', 'false', '".5"', '"5."', 'null', '1e-7'].map(
      (literal, index): [string, string, unknown] => [
        'ratio',
        literal,
        [70, 70, 70, 70, 1000, 1, 0, 0.5, 5, null, 1e-7][index],
      ],
    ),
    ...['true', '1', '1.0', '"1"', '"TRUE"', '"t"', '"Yes"', '"y"', '"on"'].map(
      (literal): [string, string, unknown] => ['loud', literal, true],
    ),
    ...['false', '0', '0.0', '-0.0', '"0"', '"False"', '"f"', '"NO"', '"n"', '"off"'].map(
      (literal): [string, string, unknown] => ['loud', literal, false],
    ),
    ...['1', '1.0', 'true'].map((literal): [string, string, unknown] => ['rating', literal, 1]),
    ...['-1', '-1.0'].map((literal): [string, string, unknown] => ['rating', literal, -1]),
    ['note', '""', ''],
    ['note', 'null', null],
    ['note', '"\\ud83d\\ude00\\u00e9\\/"', '😀é/'],
    ['ids', '[1,"2",3.0,true]', [1, 2, 3, 1]],
    ['ids', '[]', []],
    ['email', '"a@b.example"', 'a@b.example'],
    ['place', '{"city":"Paris","more":[1]}', { city: 'Paris' }],
    ['unknown', '{"deep":[1e400,NaN]}', undefined],
  ];

  it.each(right)('%s = %s', async (field, literal, expected) => {
    const { status, json } = await posted(field, literal);
    expect([status, Object(json.seen)[field]]).toEqual([200, expected]);
  });

  it('may be left out, and of equal names the last one counts', async () => {
    const { json } = await post('{"title":"a","title":"b"}');
    expect(json).toEqual({
      seen: { list_id: 7, title: 'b', count: 10, loud: false, rating: 1, ids: [], mode: 'light' },
    });
  });

  it('may be any whole number in the path: it leads to 404', async () => {
    for (const id of ['-5', '123456789012345678901234567890', '+7', '7.0', '1_0']) {
      const { status } = await front.send('GET', `/api/lists/${id}`, { key: RICH_KEY });
      expect([id, status]).toEqual([id, 200]);
    }
  });
});

describe('a query', () => {
  const found = (query: string): Promise<Sent> => front.send('GET', `${PATH}?${query}`, { key: RICH_KEY });

  it('is read by the grammar of strings', async () => {
    const { json } = await found('q=a+b&limit=1.0&loud=ON&ratio=%201e1&limit=%2B20&sort=sideways');
    expect(json).toEqual({ seen: { list_id: 7, q: 'a b', limit: 20, loud: true, ratio: 10, sort: 'new' } });
    expect(Object((await found('q=%ff')).json.seen).q).toBe('\uFFFD');
  });

  it('has its own places in the items', async () => {
    const { status, text } = await found('limit=&loud=2&ratio=0');
    const expected = [
      item('missing', '["query","q"]', 'Field required', 'null'),
      item('int_parsing', '["query","limit"]', PARSED, '""'),
      item('bool_parsing', '["query","loud"]', UNCLEAR, '"2"'),
      item('greater_than', '["query","ratio"]', 'Input should be greater than 0', '"0"', '{"gt":0.0}'),
    ];
    expect(status).toBe(422);
    expect(text).toBe(`{"detail":[${expected.join(',')}]}`);
    expect((await found('q=x&limit=true')).text).toContain('int_parsing');
    const above = item(
      'less_than_equal',
      '["query","limit"]',
      'Input should be less than or equal to 100',
      '"101"',
      '{"le":100}',
    );
    expect((await found('q=x&limit=101')).text).toBe(`{"detail":[${above}]}`);
    expect((await found('q=x&period=month')).json).toMatchObject({ detail: 'period must be one of day, week.' });
  });

  it('of a DELETE stands in for a body that was lost on the way', async () => {
    const clear = (path: string, body?: string): Promise<Sent> =>
      front.send('DELETE', path, {
        key: RICH_KEY,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
    expect((await clear(PATH, '{"media_ids":[1,"2"]}')).json).toEqual({ seen: { list_id: 7, media_ids: [1, 2] } });
    expect((await clear(`${PATH}?media_ids=1,2`)).json).toEqual({ seen: { list_id: 7, media_ids: [1, 2] } });
    expect((await clear(`${PATH}?media_ids=3&media_ids=4`)).json).toEqual({ seen: { list_id: 7, media_ids: [3, 4] } });
    expect((await clear(`${PATH}?media_ids=1,x`)).text).toBe(
      `{"detail":[${item('int_parsing', '["query","media_ids",1]', PARSED, '"x"')}]}`,
    );
    expect((await clear(PATH)).text).toBe(`{"detail":[${item('missing', '["body"]', 'Field required', 'null')}]}`);
  });
});

describe('a body', () => {
  it.each([
    ['nothing', '', 'missing', 'Field required', 'null'],
    ['null', ' null ', 'missing', 'Field required', 'null'],
    ['a list', '[1.50]', 'model_attributes_type', OBJECT, '[1.5]'],
    ['a text', '"x"', 'model_attributes_type', OBJECT, '"x"'],
    ['a number', '12345678901234567890', 'model_attributes_type', OBJECT, '12345678901234567890'],
    ['true', 'true', 'model_attributes_type', OBJECT, 'true'],
  ])('of %s is no object', async (_, body, type, msg, input) => {
    const { status, text } = await post(body);
    expect(text).toBe(`{"detail":[${item(type, '["body"]', msg, input)}]}`);
    expect(status).toBe(422);
  });

  it('is JSON by its type, or by none', async () => {
    for (const type of [
      null,
      ' ',
      'application/json',
      'Application/JSON; charset=latin1',
      'application/vnd.api+json',
    ]) {
      expect([type, (await post('{"title":"x"}', type)).status]).toEqual([type, 200]);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json']) {
      const { status, text } = await post('{"title":"é"}', type);
      expect(text).toBe(`{"detail":[${item('model_attributes_type', '["body"]', OBJECT, '"{\\"title\\":\\"é\\"}"')}]}`);
      expect(status).toBe(422);
    }
  });

  it('that is no text, nests too deeply, or is encoded can’t be read', async () => {
    const deep = (levels: number): string => `{"title":"x","more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await post(deep(900))).status).toBe(200);
    const bodies = [
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      deep(901),
      '['.repeat(50_000),
      `{"title":"x","n":${'9'.repeat(4_301)}}`,
    ];
    for (const body of bodies) {
      const { status, json } = await post(body);
      expect([status, json]).toEqual([400, { detail: 'There was an error parsing the body' }]);
    }
    expect((await post(`{"title":"x","n":-${'9'.repeat(4_300)}}`)).status).toBe(200);
    const gzip = await front.send('POST', PATH, { key: RICH_KEY, body: '{}', headers: { 'content-encoding': 'gzip' } });
    expect([gzip.status, gzip.json]).toEqual([400, { detail: 'There was an error parsing the body' }]);
  });

  it('that is too large says so', async () => {
    const { status, json } = await post(`{"title":"${'x'.repeat(100_000)}"}`);
    expect([status, json]).toEqual([413, { detail: 'Request body too large', max_bytes: 100_000 }]);
  });

  it('is not looked at before the caller is', async () => {
    for (const [path, body] of [
      [PATH, '{'],
      ['/api/lists/x/entries', ''],
    ] as const) {
      const { status, json } = await front.send('POST', path, { body });
      expect([status, json]).toEqual([401, { detail: 'Not authenticated' }]);
    }
  });
});

describe('the encoding of a body', () => {
  const swap16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const utf32 = (text: string): Buffer =>
    Buffer.concat(
      Array.from(text, (character) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(character.codePointAt(0) ?? 0);
        return bytes;
      }),
    );
  const text = '{"title":"灯🏮"}';

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, little end first', Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first', swap16(text)],
    ['UTF-16 with a mark, big end first', swap16(`\uFEFF${text}`)],
    ['UTF-32 with a mark', utf32(`\uFEFF${text}`)],
    ['UTF-32, little end first', utf32(text)],
    ['UTF-32, big end first', utf32(text).swap32()],
  ])('is found: %s', async (_, body) => {
    const { status, json } = await post(body);
    expect([status, json]).toMatchObject([200, { seen: { title: '灯🏮' } }]);
  });

  it.each<[string, Buffer]>([
    ['Latin-1', Buffer.from('{"title":"caf\u00e9"}', 'latin1')],
    ['one stray byte', Buffer.from([0xff])],
    ['UTF-16 that ends inside a character', Buffer.from([0xff, 0xfe, 0x7b])],
    ['UTF-32 beyond Unicode', Buffer.from([0, 0, 0xfe, 0xff, 0x7f, 0, 0, 0])],
  ])('that is none is a body that can not be parsed: %s', async (_, body) => {
    const { status, text: answer } = await post(body);
    expect([status, answer]).toEqual([400, '{"detail":"There was an error parsing the body"}']);
  });

  it.each<[string, Buffer, string, number]>([
    ['a mark alone', Buffer.from('\uFEFF'), 'Expecting value', 0],
    ['two marks', Buffer.from('\uFEFF\uFEFF{}'), 'Expecting value', 0],
    ['UTF-16', Buffer.from('\uFEFF{"name":}', 'utf16le'), 'Expecting value', 8],
  ])('does not count in positions: %s', async (_, body, error, position) => {
    const detail = [
      { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error } },
    ];
    const { status, json } = await post(body);
    expect([status, json]).toEqual([422, { detail }]);
  });
});

describe('JSON that is none', () => {
  const at = (text: string, needle: string): number => [...text.slice(0, text.indexOf(needle))].length;
  const VALUE = 'Expecting value';
  const NAME = 'Expecting property name enclosed in double quotes';
  const COLON = "Expecting ':' delimiter";
  const COMMA = "Expecting ',' delimiter";
  const CONTROL = 'Invalid control character at';
  const HEX = 'Invalid \\uXXXX escape';
  const cases: [string, string, number][] = [
    ['   ', VALUE, 3],
    ['{"a":', VALUE, 5],
    ['{"a":}', VALUE, 5],
    ...['tru', 'nul', '-', '-Inf', '+1', '.5', 'nan', 'True', "'a'"].map((word): [string, string, number] => [
      ` ${word}`,
      VALUE,
      1,
    ]),
    ['[1,]', VALUE, 3],
    ['[', VALUE, 1],
    ['[1,', VALUE, 3],
    ['{', NAME, 1],
    ['{ a:1}', NAME, 2],
    ['{"a":1,}', NAME, 7],
    ['{"a":1,', NAME, 7],
    ["{'a':1}", NAME, 1],
    ['{"a" 1}', COLON, 5],
    ['{"a"', COLON, 4],
    ['{"a":1 "b":2}', COMMA, 7],
    ['{"a":01}', COMMA, 6],
    ['[1.]', COMMA, 2],
    ['[1e]', COMMA, 2],
    ['[1', COMMA, 2],
    ['[1 2]', COMMA, 3],
    ['{}{}', 'Extra data', 2],
    ['1. ', 'Extra data', 1],
    ['{} \n x', 'Extra data', 5],
    ['"abc', 'Unterminated string starting at', 0],
    ['{"a":"b\\', 'Unterminated string starting at', 5],
    ['"a\tb"', CONTROL, 2],
    ['"a\u0000"', CONTROL, 2],
    ['"a\\x"', 'Invalid \\escape', 2],
    ['"\\u12g4"', HEX, 2],
    ['"\\u12', HEX, 2],
    ['"\\ud83d\\u12x4"', HEX, 8],
    ['["é😀日",]', VALUE, at('["é😀日",]', ']')],
    ['{"😀":"\n"}', CONTROL, 6],
    ['\uFEFF{"a":1,}', NAME, 7],
    ['{"a":1}\u00a0', 'Extra data', 7],
  ];

  it.each(cases)('%j: %s at %i', async (body, error, position) => {
    const { status, json } = await post(body);
    const detail = [
      { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error } },
    ];
    expect([status, json]).toEqual([422, { detail }]);
  });

  it('has its members in FastAPI’s order, and is told alone', async () => {
    const { text } = await front.send('POST', '/api/lists/x/entries', { key: RICH_KEY, body: '{"a":}' });
    expect(text).toBe(
      '{"detail":[{"type":"json_invalid","loc":["body",5],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting value"}}]}',
    );
  });
});
