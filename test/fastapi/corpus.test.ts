/**
 * Random bodies read by our scanner and readers as CPython and pydantic have read them: pydantic-corpus.py wrote down
 * what they said, byte by byte.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { scanJson } from '../../src/fastapi/json-scanner.ts';
import { readRequest } from '../../src/fastapi/request.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { registerTool } from '../../src/kernel/tool/registry.ts';
import { defineTool, defineToolset } from '../../src/kernel/tool/tool.ts';
import { textOf } from '../harness/sources.ts';

const toolset = defineToolset({
  title: 'Corpus',
  description: 'Reads what pydantic has read.',
  path: '/api/corpus',
  access: 'public',
  layer: null,
  errors: 'newsroom',
  timeoutMs: 1_000,
});

const integer = z.number().int();

const tool = registerTool(
  'entry',
  'corpus',
  toolset,
  defineTool({
    description: 'The model of pydantic-corpus.py.',
    effect: 'write',
    input: z.object({
      title: z.string(),
      note: z.string().nullish(),
      count: integer.min(1).max(100).default(10),
      free: integer.default(0),
      ratio: z.number().nullish(),
      positive: z.number().gt(0).max(10).default(1),
      loud: z.boolean().default(false),
      rating: z.union([z.literal(1), z.literal(-1)]).default(1),
      ids: z.array(integer).default([]),
      short: z.string().min(2).max(5).default('ab'),
      few: z.array(z.string()).min(1).max(3).default(['a']),
      place: z.object({ city: z.string() }).nullish(),
    }),
    output: z.object({}),
    examples: [],
    run: async () => ({}),
  }),
);

/** The items of a refusal; empty when the body is accepted. */
function verdictOn(body: string): string {
  try {
    readRequest(tool, { params: {}, query: new URLSearchParams(), body: scanJson(Buffer.from(body)) });
    return '';
  } catch (thrown) {
    return thrown instanceof FareboxError ? (thrown.facts.validation ?? thrown.message) : String(thrown);
  }
}

const cases = textOf('test/fastapi/pydantic-corpus.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): string[] => JSON.parse(line));

it('every body gets the verdict that pydantic gave', () => {
  expect(cases.length).toBeGreaterThan(500);
  const types = new Set(
    cases.flatMap(([, verdict = '']) => [...verdict.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type)),
  );
  expect(types.size).toBeGreaterThan(17);
  for (const [body = '', verdict] of cases) expect([body, verdictOn(body)]).toEqual([body, verdict]);
});
