/** Input errors name the field, the problem and the likely intention. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainIssue } from '../../../src/kernel/errors/issues.ts';

const schema = z.object({
  query: z.string().min(1).max(10),
  name: z.string().min(3),
  size: z.number().optional(),
  places: z.array(z.object({ lat: z.number() })).optional(),
});

function explain(raw: Record<string, unknown>): string[] {
  const issues = schema.safeParse(raw).error?.issues ?? [];
  const unknown = Object.keys(raw).filter((key) => !(key in schema.shape));
  return issues.map((issue) => explainIssue(issue, raw, unknown)).map(({ path, message }) => `${path}: ${message}`);
}

describe('an input that does not fit', () => {
  it.each([
    [{ query: 'a' }, ['name: name is missing']],
    [{ querry: 'a', name: 'abc' }, ['query: query is missing; is it what you sent as "querry"?']],
    [
      { Query: 'a', nam: 'abc' },
      [
        'query: query is missing; is it what you sent as "Query"?',
        'name: name is missing; is it what you sent as "nam"?',
      ],
    ],
    [{ wholly: 'other', name: 'abc' }, ['query: query is missing']],
    [{ query: 'a'.repeat(11), name: 'abc' }, ['query: At most 10 characters']],
    [{ query: '', name: 'ab' }, ['query: It is empty', 'name: At least 3 characters']],
    [{ query: 'a', name: 'abc', places: [{}] }, ['places.0.lat: places.0.lat is missing']],
  ])('%o', (raw, sentences) => {
    expect(explain(raw)).toEqual(sentences);
  });

  it('keeps what the schema says of a value that is there', () => {
    expect(explain({ query: 'a', name: 'abc', size: 'big' })).toEqual([expect.stringMatching(/^size: .*number/)]);
  });
});
