import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mapboxTwin from '../../../src/sandbox/mapbox.ts';
import osrmTwin from '../../../src/sandbox/osrm.ts';
import photonTwin from '../../../src/sandbox/photon.ts';
import valhallaTwin from '../../../src/sandbox/valhalla.ts';
import directions from '../../../tools/proxy/directions.ts';
import { benchOf, contextFor, failureOf, type TestContext, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(mapboxTwin, valhallaTwin, osrmTwin, photonTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => directions.input.parse(input);
const run = async (input: unknown, ctx: TestContext = bench.context()) =>
  directions.output.parse(await directions.run(read(input), ctx));

const ends = { origin: 'Tokyo Station', destination: '35.6586,139.7454' };
const own = { mapbox: null };

describe('directions', () => {
  it.each(directions.examples)('answers its example %o', async (example) => {
    const { steps, distanceMeters } = await run(example);
    expect(steps.length).toBeGreaterThan(1);
    expect(distanceMeters).toBeGreaterThan(1000);
  });

  it('resolves addresses with Mapbox, and leaves coordinates as they are', async () => {
    const ctx = bench.context();
    expect(await run(ends, ctx)).toMatchObject({
      origin: { name: 'Tokyo Station, Tokyo, Tokyo 100-0005, Japan', latitude: 35.6812, longitude: 139.7671 },
      destination: { name: null, latitude: 35.6586, longitude: 139.7454 },
      sourceUsed: 'mapbox',
    });
    expect(ctx.metered).toEqual([750, 2000]);
  });

  it('runs on the operator’s own servers, addresses included', async () => {
    const before = bench.requests('mapbox');
    const ctx = bench.context({ settings: own });
    expect(await run({ ...ends, profile: 'driving-traffic', language: 'zh' }, ctx)).toMatchObject({
      origin: { name: expect.stringContaining('東京駅') },
      sourceUsed: 'valhalla',
      steps: [{}, {}, { instruction: '到达目的地' }],
    });
    expect(ctx.warnings).toEqual([expect.stringContaining('traffic')]);
    const last = bench.context({ settings: { ...own, valhalla: null } });
    expect((await run(ends, last)).sourceUsed).toBe('osrm');
    expect(last.warnings).toEqual([]);
    expect(bench.requests('mapbox')).toBe(before);
  });

  it('needs a geocoder for addresses only', async () => {
    const none = { ...own, photon: null };
    const points = { origin: '35.6812,139.7671', destination: '35.6586,139.7454' };
    expect((await run(points, bench.context({ settings: none }))).origin.name).toBeNull();
    await expect(run(ends, bench.context({ settings: none }))).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['NOMINATIM_BASE_URL', 'PHOTON_BASE_URL', 'OPENCAGE_API_KEY'] } },
    });
    await expect(run(points, contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['MAPBOX_API_KEY', 'VALHALLA_BASE_URL', 'OSRM_BASE_URL'] } },
    });
  });

  it('says which end is nowhere, and when there is no way', async () => {
    const nowhere = await failureOf(run(ends, bench.context({ settings: own, magic: 'empty@photon' })));
    expect(nowhere).toMatchObject({ kind: 'empty', facts: { message: expect.stringContaining('origin') } });
    expect((await failureOf(run({ origin: 'Tokyo', destination: 'Paris' }))).kind).toBe('empty');
    await expect(run({ ...ends, destination: '91,0' })).rejects.toMatchObject({
      facts: { details: { issues: [{ path: 'destination' }] } },
    });
  });

  it.each([
    ['rate-limit', 'rate'],
    ['bad-key', 'auth'],
    ['cut', 'cut'],
    ['malformed', 'malformed'],
  ])('fails with %s of its one source', async (magic, kind) => {
    expect((await failureOf(run(ends, bench.context({ magic })))).kind).toBe(kind);
  });

  it('costs less than its price', () => {
    const addresses = read({ origin: 'a', destination: 'b' });
    expect(directions.costCeiling?.(addresses)).toBe(3500);
    expect(directions.costCeiling?.(read({ origin: '1,2', destination: 'b' }))).toBe(2750);
    expect(directions.costCeiling?.(addresses, () => null)).toBe(400);
    expect(directions.costCeiling?.(read({ origin: '1,2', destination: '3,4' }), () => null)).toBe(0);
  });

  it.each([
    [{ origin: 'a'.repeat(256), destination: 'b', profile: 'cycling', language: 'zh' }, true],
    [{ origin: 'a', destination: 'b', profile: 'driving-traffic', language: 'ja' }, true],
    [{ origin: 'a'.repeat(257), destination: 'b' }, false],
    [{ origin: 'a', destination: 'b'.repeat(257) }, false],
    [{ origin: '', destination: 'b' }, false],
    [{ origin: 'a', destination: ' ' }, false],
    [{ origin: 'a' }, false],
    [{ destination: 'b' }, false],
    [{ origin: 1, destination: 'b' }, false],
    [{ origin: 'a', destination: 'b', profile: 'flying' }, false],
    [{ origin: 'a', destination: 'b', language: 'de' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(directions.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    const input = { origin: 'a', destination: 'b' };
    expect(read(input)).toEqual({ ...input, profile: 'driving', language: 'en' });
  });
});
