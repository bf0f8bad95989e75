import { describe, expect, it } from 'vitest';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { countTokensMax, normalizeVectors } from '../../src/providers/shared/chat/embeddings.ts';

const asked = (count: number, dimensions: number) => ({
  texts: Array.from({ length: count }, () => 'a'),
  dimensions,
  inputType: 'document' as const,
});

describe('vectors', () => {
  it('are made to have length 1', () => {
    expect(
      normalizeVectors('x', asked(2, 2), [
        [3, 4],
        [0, -2],
      ]),
    ).toEqual([
      [0.6, 0.8],
      [0, -1],
    ]);
    expect(countTokensMax(['ab', '日本'])).toBe(8);
  });

  it.each([
    ['too few', [[1, 0]]],
    [
      'too many',
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
    ['too short', [[1, 0], [1]]],
    [
      'too long',
      [
        [1, 0],
        [1, 0, 0],
      ],
    ],
    [
      'without a direction',
      [
        [1, 0],
        [0, 0],
      ],
    ],
    [
      'beyond numbers',
      [
        [1, 0],
        [Number.POSITIVE_INFINITY, 0],
      ],
    ],
  ])('are refused when they are %s', (_why, vectors) => {
    expect(() => normalizeVectors('x', asked(2, 2), vectors)).toThrow(UpstreamFailure);
  });
});
