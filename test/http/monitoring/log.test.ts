import { describe, expect, it } from 'vitest';
import { createLog, createRedactor } from '../../../src/http/monitoring/log.ts';

const KEY = 'fbx_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

function written(fields: object, message = 'said', secrets: readonly string[] = []): string {
  let text = '';
  const stream = {
    write(line: string) {
      text += line;
    },
  };
  createLog({ level: 'info', secrets, stream }).warn(fields, message);
  return text;
}

describe('the log', () => {
  it('writes one JSON line with time and level', () => {
    const line = written({ requestId: 'req_1', ms: 1.5 });
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', requestId: 'req_1', ms: 1.5, msg: 'said' });
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('looks at a line that is made to take long no longer than at another', () => {
    const clean = createRedactor(['a-secret-value']);
    const startedMs = performance.now();
    for (const piece of ['\\', '"', '\\"key', 'a://', 'bearer ', '?key=', 'a@', 'a@b.', 'a'])
      clean(piece.repeat(200_000 / piece.length));
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it('keeps to its level', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'error', secrets: [], stream: { write: (line) => void lines.push(line) } });
    log.info({}, 'no');
    log.error({}, 'yes');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['yes']);
  });

  it('writes to standard output unless told otherwise', async () => {
    const log = createLog({ level: 'error', secrets: [] });
    log.request({
      requestId: 'req_1',
      method: 'GET',
      route: 'none',
      status: 200,
      ms: 1,
      tool: undefined,
      mode: undefined,
    });
    await log.flush();
  });

  it('writes one line for a request, unless requests are not logged', () => {
    const record = {
      requestId: 'req_1',
      method: 'GET',
      route: 'GET /x/{id}',
      status: 200,
      ms: 1.25,
      tool: 'x',
      mode: 'live',
    } as const;
    for (const level of ['info', 'warn'] as const) {
      const lines: string[] = [];
      createLog({ level, secrets: [], stream: { write: (line) => void lines.push(line) } }).request(record);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject(level === 'info' ? [{ level, ...record }] : []);
    }
  });

  it('shows causes of errors without what libraries hang on them', () => {
    const inner = Object.assign(new Error(`connect to https://up.example/?apiKey=${KEY}&city=Oslo`), {
      code: 'ECONNRESET',
      config: { headers: { authorization: 'Bearer hidden-token' } },
    });
    const line = written({ err: new Error('outer', { cause: inner }) });
    expect(JSON.parse(line).err).toMatchObject({ type: 'Error', message: 'outer', cause: { code: 'ECONNRESET' } });
    expect(line).toContain('city=Oslo');
    expect(line).not.toContain('hidden-token');
    expect(line).not.toContain(KEY);
  });

  it('bounds texts and chains of causes', () => {
    let error: Error = new Error('x'.repeat(100_000));
    for (let i = 0; i < 50; i++) error = new Error(`level ${i}`, { cause: error });
    const circular = new Error('round');
    circular.cause = circular;
    expect(written({ err: error }).length).toBeLessThan(10_000);
    expect(written({ err: circular }).length).toBeLessThan(10_000);
    expect(JSON.parse(written({ err: 'just text' })).err).toBe('just text');
  });

  it.each([
    ['a key anywhere', { url: `/x/${KEY}` }, KEY],
    ['a key in a message', {}, KEY],
    ['a session', { note: 'fbs_abcdefghijklmnop' }, 'fbs_abcdefghijklmnop'],
    ['an Authorization header', { headers: { Authorization: 'Bearer abc.def-ghi_jkl' } }, 'abc.def-ghi_jkl'],
    ['an apiKey member', { input: { apiKey: 'short' } }, '"short"'],
    ['an apiKey in JSON within a text', { body: JSON.stringify({ apiKey: 'inside', n: 1 }) }, 'inside'],
    ['a query value', { url: 'https://up.example/v1?city=Oslo&appid=0123abcd' }, '0123abcd'],
    ['an encoded bearer', { url: '/x?h=Bearer%20abcdefghijk' }, 'abcdefghijk'],
    ['a cookie', { 'set-cookie': 'session=abcdef' }, 'session=abcdef'],
    ['a password in an address', { url: 'postgres://farebox:hunter22@db/x' }, 'hunter22'],
    [
      'an address in the words of a mail server',
      { err: new Error('550 5.1.1 <ana.b+x@press.example>: no') },
      'press.example',
    ],
    ['an address beyond ASCII', { to: '田中@例え.テスト' }, '例え'],
    ['a configured secret', { any: 'the "quoted\\secret" is here' }, 'quoted\\\\secret'],
    ['a configured secret, encoded', { url: `https://x/${encodeURIComponent('sécret/value+1')}` }, 's%C3%A9cret'],
  ])('never writes %s', (name, fields, secret) => {
    const message = name === 'a key in a message' ? `failed with ${KEY}` : 'said';
    const line = written(fields, message, ['"quoted\\secret"', 'sécret/value+1']);
    expect(line).not.toContain(secret);
    expect(line).toContain('[redacted]');
    expect(() => JSON.parse(line)).not.toThrow();
  });

  it('leaves ordinary words alone', () => {
    const clean = createRedactor(['short']);
    const line =
      '{"route":"POST /api/proxy/echo","tokens":12,"msg":"a short token bucket","keyed":"yes","at":"node_modules/@scope/pino@9.1.0/x.js"}';
    expect(clean(line)).toBe(line);
  });

  it('costs little for a line', () => {
    const clean = createRedactor(Array.from({ length: 30 }, (_, i) => `configured-secret-${i}`));
    const line =
      '{"level":"info","time":"2026-11-21T00:00:00.000Z","requestId":"req_abcdefghij1","method":"POST","route":"POST /api/proxy/echo","status":200,"ms":1.234,"tool":"echo","mode":"live","msg":"request"}\n';
    for (let i = 0; i < 2_000; i++) clean(line);
    const startedMs = performance.now();
    for (let i = 0; i < 10_000; i++) clean(line);
    const microseconds = (performance.now() - startedMs) / 10;
    process.stdout.write(`redaction: ${microseconds.toFixed(1)} µs a line\n`);
    expect(microseconds).toBeLessThan(100);
  });
});
