import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import twin from '../../../src/sandbox/open-meteo.ts';
import weather from '../../../tools/proxy/weather.ts';
import { benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(twin);
});
afterAll(() => bench.close());

describe('weather', () => {
  it.each(weather.examples)('answers its example %o', async (example) => {
    const answer = weather.output.parse(await weather.run(weather.input.parse(example), bench.context()));
    expect(answer).toMatchObject({ sourceUsed: 'open-meteo', attribution: expect.stringContaining('open-meteo.com') });
    expect(answer.current.condition).toMatch(/^[A-Z]/);
    expect(answer.daily).toHaveLength(7);
  });

  it('tells the code of a condition in words', async () => {
    const { current } = await weather.run({ latitude: 0, longitude: 0 }, bench.context());
    expect(current.condition).not.toMatch(/^Code/);
  });

  it.each([
    [{ latitude: 90, longitude: 180 }, true],
    [{ latitude: -90, longitude: -180 }, true],
    [{ latitude: 90.0001, longitude: 0 }, false],
    [{ latitude: 0, longitude: -180.0001 }, false],
    [{ latitude: 35 }, false],
    [{ longitude: 35 }, false],
    [{ latitude: '35', longitude: 139 }, false],
    [{ latitude: null, longitude: 139 }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(weather.input.safeParse(input).success).toBe(fits);
  });

  it('fails with its provider', async () => {
    const failure = await failureOf(weather.run({ latitude: 1, longitude: 1 }, bench.context({ magic: 'down' })));
    expect(failure.kind).toBe('overloaded');
  });

  it('is unavailable when its provider is off', async () => {
    await expect(weather.run({ latitude: 1, longitude: 1 }, contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['OPEN_METEO_BASE_URL'] } },
    });
  });
});
