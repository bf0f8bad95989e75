/** Inputs of the newsroom over MCP, where every field stands in one object; over REST: test/fastapi/request.test.ts. */
import { describe, expect, it } from 'vitest';
import * as fastApi from '../../src/fastapi/request.ts';
import { parseInput } from '../../src/kernel/tool/input.ts';
import { catalogue } from '../http/a-catalogue.ts';

function read(tool: string, args: Record<string, unknown>): unknown {
  const found = catalogue.get(tool);
  if (!found) throw new Error(`No tool ${tool}`);
  return parseInput(found, args, { fastApi });
}

describe('arguments of a newsroom tool', () => {
  it('are read like a request', () => {
    const { input, warnings } = Object(
      read('list-add', { list_id: '7', title: 'x', count: '1_0', loud: 'on', other: 1 }),
    );
    expect(input).toMatchObject({ list_id: 7, title: 'x', count: 10, loud: true, mode: 'light' });
    expect(warnings).toEqual([]);
  });

  it('that do not fit are issues with the place that each has in a request', () => {
    const issues = [
      { type: 'int_type', loc: ['path', 'list_id'], msg: 'Input should be a valid integer', input: [] },
      { type: 'missing', loc: ['body', 'title'], msg: 'Field required', input: { list_id: [], count: 101 } },
      {
        type: 'less_than_equal',
        loc: ['body', 'count'],
        msg: 'Input should be less than or equal to 100',
        input: 101,
        ctx: { le: 100 },
      },
    ];
    const code = 'INVALID_INPUT';
    expect(() => read('list-add', { list_id: [], count: 101 })).toThrow(
      expect.objectContaining({ code, facts: expect.objectContaining({ details: { issues } }) }),
    );
    expect(() => read('list-find', { list_id: 1, q: 'x', sort: 'new', period: 'month' })).toThrow(
      expect.objectContaining({ code, message: 'period must be one of day, week.' }),
    );
  });

  it('hold nothing that no database keeps', () => {
    expect(Object(read('list-add', { list_id: 1, title: 'a\u0000b' })).input.title).toBe('a\uFFFDb');
  });
});
