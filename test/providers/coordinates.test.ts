import { describe, expect, it } from 'vitest';
import { parseCoordinates } from '../../src/providers/shared/places/coordinates.ts';

describe('coordinatesIn', () => {
  it.each([
    ['35.68,139.76', 35.68, 139.76],
    [' -33.87 , +151.2 ', -33.87, 151.2],
    ['35.68 139.76', 35.68, 139.76],
    ['３５．６８、１３９．７６', 35.68, 139.76],
    ['－３３．８，１５１', -33.8, 151],
    ['−33.8,151', -33.8, 151],
  ])('%s', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toEqual({ latitude, longitude });
  });

  it.each(['Tokyo', '1600 Amphitheatre', '35.68', '1,2,3', '35.68,', '10 Downing St', '1e3,5'])('not in %s', (text) => {
    expect(parseCoordinates(text)).toBeNull();
  });
});
