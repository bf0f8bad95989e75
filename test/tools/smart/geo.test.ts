import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mapboxTwin from '../../../src/sandbox/mapbox.ts';
import nominatimTwin from '../../../src/sandbox/nominatim.ts';
import opencageTwin from '../../../src/sandbox/opencage.ts';
import photonTwin from '../../../src/sandbox/photon.ts';
import geo from '../../../tools/smart/geo.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(nominatimTwin, photonTwin, opencageTwin, mapboxTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => geo.input.parse(input);
const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  geo.output.parse(await geo.run(read(input), bench.context(options)));

const tower = { query: 'Tokyo Tower' };
const order = ['nominatim', 'photon', 'opencage', 'mapbox'];

describe('geo', () => {
  it.each(['Oslo, Germany', 'Paris, Japan', 'ドイツのパリ', '日本巴黎'])(
    'finds nothing where the country is wrong: %s',
    async (query) => {
      expect(await failureOf(run({ query }))).toMatchObject({ kind: 'empty' });
    },
  );

  it.each(['Oslo, Norway', 'ノルウェーのオスロ', 'Oslo'])('finds the place in its country: %s', async (query) => {
    expect((await run({ query })).results[0]?.countryCode).toBe('NO');
  });

  it.each(geo.examples)('answers its example %o', async (example) => {
    const { results, mode } = await run(example);
    expect(results.length).toBeGreaterThan(0);
    expect(mode).toBe('query' in example ? 'forward' : 'reverse');
  });

  it.each([tower, { lat: 35.66, lon: 139.75 }])(
    'asks in its order, and passes on after each failure: %o',
    async (input) => {
      for (const [index, name] of order.entries()) {
        const failing = order.slice(0, index);
        const magic = failing
          .map((id) => `sandbox:down@${id}`)
          .join(' ')
          .replace(/^sandbox:/, '');
        const answer = await run(input, magic === '' ? {} : { magic });
        expect(answer).toMatchObject({ sourceUsed: name, fallbackUsed: index > 0 });
        expect(answer.results[0]?.countryCode).toBe('JP');
        expect(answer.attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
          ...failing.map((id) => `${id} failed`),
          `${name} ok`,
        ]);
      }
    },
  );

  it.each(['cut', 'reset', 'malformed', 'html', 'blank', 'empty', 'bad-key', 'quota', 'rate-limit', 'error-in-200'])(
    'falls back after %s',
    async (magic) => {
      const answer = await run(tower, { magic: `${magic}@photon`, settings: { nominatim: null } });
      expect(answer).toMatchObject({ sourceUsed: 'opencage', fallbackUsed: true });
    },
  );

  it.each(['hang', 'stall'])('falls back after %s, within its own time', async (magic) => {
    const answer = await run(tower, { magic: `${magic}@nominatim`, timeoutMs: 1500 });
    expect(answer).toMatchObject({ sourceUsed: 'photon', attempts: [{ kind: 'timeout' }, { status: 'ok' }] });
  });

  it('reads coordinates in a query', async () => {
    expect(await run({ query: '48.86, 2.33' })).toMatchObject({ mode: 'reverse', results: [{ city: 'Paris' }] });
    await expect(run({ query: '91, 2' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('shows the same of a place whichever source it comes from', async () => {
    const keys = async (failing: string) => Object.keys((await run(tower, { magic: failing })).results[0] ?? {}).sort();
    expect(await keys('down@nominatim sandbox:down@photon')).toEqual(await keys('slow=1@mapbox'));
  });

  it('fails when all do', async () => {
    expect((await failureOf(run(tower, { magic: 'empty' }))).kind).toBe('empty');
    expect((await failureOf(run({ lat: 0, lon: -140 }))).kind).toBe('empty');
    expect((await failureOf(run(tower, { magic: 'down' }))).kind).toBe('overloaded');
    await expect(geo.run(read(tower), contextFor())).rejects.toMatchObject({
      facts: {
        details: { variables: ['NOMINATIM_BASE_URL', 'PHOTON_BASE_URL', 'OPENCAGE_API_KEY', 'MAPBOX_API_KEY'] },
      },
    });
  });

  it('costs less than its price', () => {
    expect(geo.costCeiling?.(read(tower))).toBe(950);
    expect(geo.price).toBe(6000);
  });

  it.each([
    [{ query: 'a'.repeat(256) }, true],
    [{ lat: 90, lon: -180 }, true],
    [{ lat: -90, lon: 180 }, true],
    [{ lat: 0, lon: 0 }, true],
    [{ query: 'a'.repeat(257) }, false],
    [{ query: ' ' }, false],
    [{}, false],
    [{ lat: 1 }, false],
    [{ lon: 1 }, false],
    [{ query: 'a', lat: 1 }, false],
    [{ query: 'a', lat: 1, lon: 1 }, false],
    [{ lat: 90.1, lon: 0 }, false],
    [{ lat: 0, lon: 180.1 }, false],
    [{ lat: '1', lon: 1 }, false],
    [{ query: 1 }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(geo.input.safeParse(input).success).toBe(fits);
  });
});
