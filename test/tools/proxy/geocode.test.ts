import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import nominatimTwin from '../../../src/sandbox/nominatim.ts';
import photonTwin from '../../../src/sandbox/photon.ts';
import geocode from '../../../tools/proxy/geocode.ts';
import { benchOf, failureOf, type TestContext, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(nominatimTwin, photonTwin);
});
afterAll(() => bench.close());

const run = async (input: unknown, ctx: TestContext = bench.context()) =>
  geocode.output.parse(await geocode.run(geocode.input.parse(input), ctx));

describe('geocode', () => {
  it.each(geocode.examples)('answers its example %o', async (example) => {
    const { results, attribution } = await run(example);
    expect(results.length).toBeGreaterThan(0);
    expect(attribution).toContain('OpenStreetMap');
  });

  it('goes by what q looks like, unless mode says otherwise', async () => {
    const { mode, results } = await run({ q: 'Tokyo Station' });
    expect(mode).toBe('forward');
    expect(results[0]).toMatchObject({ name: 'Tokyo Station', latitude: 35.6812, longitude: 139.7671 });
    expect(await run({ q: '48.86, 2.33' })).toMatchObject({ mode: 'reverse', results: [{ city: 'Paris' }] });
    expect(await run({ q: '３５．６８，１３９．７６' })).toMatchObject({
      mode: 'reverse',
      results: [{ city: 'Tokyo' }],
    });
    expect((await run({ q: '48.86, 2.33', mode: 'forward' })).mode).toBe('forward');
  });

  it('refuses a mode that does not fit, and points that are none', async () => {
    await expect(run({ q: 'Paris', mode: 'reverse' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(run({ q: '91,0' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(run({ q: '0,-180.5' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('prefers the operator’s own Nominatim, and has no fallback at run time', async () => {
    expect((await run({ q: 'Rome' })).sourceUsed).toBe('nominatim');
    expect((await run({ q: 'Rome' }, bench.context({ settings: { nominatim: null } }))).sourceUsed).toBe('photon');
    expect((await failureOf(run({ q: 'Rome' }, bench.context({ magic: 'empty@nominatim' })))).kind).toBe('empty');
  });

  it.each([
    [{ q: 'a'.repeat(300), language: 'zh', mode: 'forward' }, true],
    [{ q: 'a'.repeat(301) }, false],
    [{ q: ' ' }, false],
    [{}, false],
    [{ q: 1 }, false],
    [{ q: 'a', mode: 'sideways' }, false],
    [{ q: 'a', language: 'de' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(geocode.input.safeParse(input).success).toBe(fits);
  });
});
