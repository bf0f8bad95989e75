import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ipapiCoTwin from '../../../src/sandbox/ipapi-co.ts';
import ipwhoisTwin from '../../../src/sandbox/ipwhois.ts';
import ipGeo from '../../../tools/proxy/ip-geo.ts';
import { benchOf, contextFor, failureOf, type TestContext, type TwinBench } from '../../harness/context.ts';
import { mmdbFile } from '../../harness/mmdb-file.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(ipwhoisTwin, ipapiCoTwin);
});
afterAll(() => bench.close());

const run = async (ip: string, ctx: TestContext = bench.context()) =>
  ipGeo.output.parse(await ipGeo.run(ipGeo.input.parse({ ip }), ctx));

const calledFrom = (ip: string) => bench.context({ principal: { kind: 'anonymous', mode: 'live', ip } });

describe('ip-geo', () => {
  it.each(ipGeo.examples)('answers its example %o', async ({ ip }) => {
    expect(await run(ip)).toMatchObject({ ip, sourceUsed: 'ipwhois' });
  });

  it('reads me as the address of the caller', async () => {
    expect((await run('ME', calledFrom('9.9.9.9'))).ip).toBe('9.9.9.9');
    await expect(run('me', calledFrom('127.0.0.1'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('Your address as this server sees it, 127.0.0.1,'),
    });
  });

  it.each([
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '169.254.1.1',
    '127.0.0.1',
    '::1',
    'fd00::1',
    '192.0.2.77',
    '::ffff:10.0.0.1',
  ])('refuses %s, which has no place', async (ip) => {
    const before = bench.requests('ipwhois');
    await expect(run(ip)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(bench.requests('ipwhois')).toBe(before);
  });

  it('lets the sandbox’s addresses through with a test key only', async () => {
    expect((await failureOf(run('192.0.2.1', bench.context({ mode: 'test' })))).kind).toBe('overloaded');
    await expect(run('192.0.2.1')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('uses the second source when the first is switched off', async () => {
    expect((await run('8.8.8.8', bench.context({ settings: { ipwhois: null } }))).sourceUsed).toBe('ipapi-co');
  });

  it('prefers the operator’s own database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ip-geo-'));
    const file = join(folder, 'city.mmdb');
    const country = { iso_code: 'JP', names: { en: 'Japan' } };
    writeFileSync(file, mmdbFile({ '8.8.8.0/24': { country, location: { latitude: 35.7, longitude: 139.7 } } }));
    const ctx = contextFor({ settings: { mmdb: { file }, ipwhois: {}, 'ipapi-co': {} } });
    expect(await run('8.8.8.8', ctx)).toMatchObject({ country: 'Japan', city: null, sourceUsed: 'mmdb' });
    expect((await failureOf(run('1.1.1.1', ctx))).kind).toBe('not_found');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['1.1.1.1', true],
    [' 1.1.1.1 ', true],
    ['2001:4860:4860::8888', true],
    ['me', true],
    ['1.1.1', false],
    ['1.1.1.256', false],
    ['example.com', false],
    ['', false],
    [undefined, false],
    [16_843_009, false],
  ])('reads %s: %s', (ip, fits) => {
    expect(ipGeo.input.safeParse({ ip }).success).toBe(fits);
  });
});
