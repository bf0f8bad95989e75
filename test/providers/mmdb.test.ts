import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import mmdb from '../../src/providers/mmdb.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { mmdbFile } from '../harness/mmdb-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'mmdb-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tokyo = {
  country: { iso_code: 'JP', names: { en: 'Japan', ja: '日本' } },
  subdivisions: [{ iso_code: '13', names: { en: 'Tokyo' } }],
  city: { names: { en: 'Chiyoda City', ja: '千代田区' } },
  location: { latitude: 35.6893, longitude: 139.6899, time_zone: 'Asia/Tokyo', accuracy_radius: 20 },
};
const somewhere = {
  country: { iso_code: 'CH', names: { en: 'Switzerland' } },
  location: { latitude: 47, longitude: 8 },
};
const unplaced = { country: { iso_code: 'FR', names: { en: 'France' } } };

const fileOf = (name: string, bytes: Buffer | string): string => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

const both = fileOf(
  'both.mmdb',
  mmdbFile({ '126.0.0.0/8': tokyo, '9.9.9.0/24': somewhere, '5.5.5.5/32': unplaced, '2400:4050::/32': tokyo }),
);

const context = (file: string) => contextFor({ settings: { mmdb: { baseUrl: '', file } } });

describe('mmdb', () => {
  it('finds addresses of both families', async () => {
    const ctx = context(both);
    const found = {
      country: 'Japan',
      countryCode: 'JP',
      region: 'Tokyo',
      city: 'Chiyoda City',
      latitude: 35.6893,
      longitude: 139.6899,
      timezone: 'Asia/Tokyo',
    };
    expect(await mmdb.locate('126.12.3.4', ctx)).toEqual({ ip: '126.12.3.4', ...found });
    expect(await mmdb.locate('2400:4050::1', ctx)).toEqual({ ip: '2400:4050::1', ...found });
    expect(await mmdb.locate('9.9.9.9', ctx)).toMatchObject({ city: null, region: null, timezone: null });
  });

  it.each(['8.8.8.8', '5.5.5.5', '2001:4860:4860::8888'])('has no place for %s', async (ip) => {
    expect(await failureOf(mmdb.locate(ip, context(both)))).toMatchObject({ kind: 'not_found', source: 'mmdb' });
  });

  it('has no place for IPv6 in a file of IPv4', async () => {
    const ctx = context(fileOf('four.mmdb', mmdbFile({ '126.0.0.0/8': tokyo }, 4)));
    expect((await mmdb.locate('126.1.1.1', ctx)).city).toBe('Chiyoda City');
    expect((await failureOf(mmdb.locate('2400:4050::1', ctx))).kind).toBe('not_found');
  });

  it('reads the file anew when it changes', async () => {
    const file = fileOf('changing.mmdb', mmdbFile({ '1.0.0.0/8': tokyo }));
    const ctx = context(file);
    expect((await mmdb.locate('1.1.1.1', ctx)).countryCode).toBe('JP');
    writeFileSync(file, mmdbFile({ '1.0.0.0/8': somewhere }));
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    expect((await mmdb.locate('1.1.1.1', ctx)).countryCode).toBe('CH');
  });

  it.each([
    ['missing.mmdb', null],
    ['empty.mmdb', ''],
    ['text.mmdb', 'This is no database.'],
    ['cut.mmdb', mmdbFile({ '126.0.0.0/8': tokyo }).subarray(0, 200)],
  ])('is unconfigured with %s', async (name, bytes) => {
    const ctx = context(bytes === null ? join(folder, name) : fileOf(name, bytes));
    for (const _again of [1, 2]) {
      const failure = await failureOf(mmdb.locate('126.1.1.1', ctx));
      expect(failure).toMatchObject({ kind: 'unconfigured', facts: { variables: ['MMDB_FILE'] } });
    }
  });

  it('is unconfigured without settings', async () => {
    expect((await failureOf(mmdb.locate('126.1.1.1', contextFor()))).kind).toBe('unconfigured');
  });
});
