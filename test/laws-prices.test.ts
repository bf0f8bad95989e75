/** Laws for prices: never lose money, never promise more than they keep (money.md §7). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindSettings } from '../src/kernel/ports.ts';
import { type Coverage, readAmount } from '../src/kernel/tool/coverage.ts';
import { readProperties, toInputSchema } from '../src/kernel/tool/json-schema.ts';
import { computeCoveredCost, computeLeastCost, computePricing } from '../src/kernel/tool/pricing.ts';
import type { RegisteredTool } from '../src/kernel/tool/registry.ts';
import { loadCatalogue } from './harness/catalogue.ts';

const { tools } = await loadCatalogue();
const priced = tools.filter(({ definition }) => definition.costCeiling && !definition.quote);

/** Each source alone, each pair of them, all of them, and none that is known. */
function listSettings({ definition: { uses = [] } }: RegisteredTool): [string, FindSettings | undefined][] {
  const ids = uses.map(({ id }) => id);
  const pairs = ids.flatMap((a, at) => ids.slice(at + 1).map((b) => [a, b]));
  const sets = [...ids.map((id) => [id]), ...pairs, ids];
  const settings = sets.map((set): [string, FindSettings] => [set.join('+'), (id) => (set.includes(id) ? {} : null)]);
  return [['as they come', undefined], ...settings];
}

/** What takes one byte, two, three, four, six in JSON, and half of a pair. */
const signs = ['a', 'é', 'あ', '🙂', '\u0001', '"', '\ud83d', 'word '];

const isText = ({ type, enum: choices, pattern }: Record<string, unknown>): boolean =>
  type === 'string' && choices === undefined && pattern === undefined;

/** An example with its texts, lists and numbers as large or small as the schema lets them be. */
function anyInput({ definition, inputSchema }: RegisteredTool): fc.Arbitrary<Record<string, unknown>> {
  const texts = (longest: number) =>
    fc
      .tuple(fc.constantFrom(...signs), fc.integer({ min: 1, max: Math.min(longest, 30_000) }))
      .map(([sign, length]) => sign.repeat(length).slice(0, length));
  const members = Object.entries(readProperties(inputSchema)).flatMap(([field, schema]) => {
    const { maxLength, minimum, maximum, maxItems, items, enum: choices } = schema;
    if (Array.isArray(choices)) return [[field, fc.constantFrom(...choices)] as const];
    if (typeof minimum === 'number' && typeof maximum === 'number')
      return [[field, fc.integer({ min: minimum, max: Math.min(maximum, 10_000) })] as const];
    if (isText(schema)) return [[field, texts(Number(maxLength ?? 100))] as const];
    if (field === 'model') return [[field, fc.constantFrom(...listModels(definition.uses))] as const];
    if (field === 'texts') return [[field, fc.array(texts(3000), { minLength: 1, maxLength: 96 })] as const];
    return items && maxItems ? [[field, fc.constant(definition.examples[0]?.[field])] as const] : [];
  });
  const fields = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  return fc.tuple(fc.constantFrom(...definition.examples), fields).map(([example, some]) => ({ ...example, ...some }));
}

function listModels(uses: RegisteredTool['definition']['uses'] = []): string[] {
  return uses.flatMap((provider) => ('models' in provider ? Object.keys(Object(provider.models)) : []));
}

describe.each(priced.map((tool) => [tool.name, tool] as const))('the price of %s', (_, tool) => {
  const { definition, priceMicros } = tool;
  const schema = toInputSchema(definition.input);
  const bare = { ...tool, inputSchema: schema };

  it.each(listSettings(tool))('pays for every input: %s', (_, settings) => {
    const { countUnits } = computePricing(definition, { settings });
    const example = definition.input.parse(definition.examples[0]);
    const least = tryRead(() => definition.costCeiling?.(example, settings)) ?? 0;
    expect(least).toBeLessThanOrEqual(priceMicros);
    fc.assert(
      fc.property(anyInput(bare), (input) => {
        const read = definition.input.safeParse(input);
        if (!read.success) return;
        const ceiling = tryRead(() => definition.costCeiling?.(read.data, settings)) ?? 0;
        expect(ceiling).toBeLessThanOrEqual(priceMicros * countUnits(read.data) + 1e-3);
      }),
      { numRuns: 40 },
    );
  });

  it('pays for every input at whatever price or markup is set', () => {
    const least = Math.max(1, Math.ceil(computeLeastCost(definition)));
    const sale = fc.oneof(
      fc.integer({ min: least, max: 4 * priceMicros }).map((micros) => ({ priceMicros: micros, markup: undefined })),
      fc.double({ min: 0, max: 3, noNaN: true }).map((markup) => ({
        priceMicros: Math.max(1, Math.ceil(computeCoveredCost(definition) * (1 + markup))),
        markup,
      })),
    );
    fc.assert(
      fc.property(anyInput(bare), sale, (input, sold) => {
        const read = definition.input.safeParse(input);
        if (!read.success) return;
        const { countUnits } = computePricing(definition, { sale: sold });
        const ceiling = tryRead(() => definition.costCeiling?.(read.data)) ?? 0;
        expect(ceiling * (1 + (sold.markup ?? 0))).toBeLessThanOrEqual(
          sold.priceMicros * (countUnits(read.data) + 2e-6),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('covers what it says, whatever the text is', () => {
    const { covers, countUnits } = tool;
    for (const sign of signs) {
      const largest = Object.entries(covers).map(([field, coverage]) => [field, fill(coverage, sign, field)]);
      const read = definition.input.safeParse({ ...definition.examples[0], ...Object.fromEntries(largest) });
      if (!read.success) continue;
      expect.soft({ sign, units: countUnits(read.data) }).toEqual({ sign, units: 1 });
    }
  });

  it('is flat at the defaults, whichever of its models answers', () => {
    const { covers, countUnits } = tool;
    for (const model of listNamedModels(tool)) {
      for (const sign of signs) {
        const amounts = { ...definition.examples[0], model };
        const largest = Object.entries(covers)
          .filter(([field]) => field !== 'maxTokens')
          .map(([field, coverage]) => [
            field,
            fill({ ...coverage, amount: readAmount(coverage, amounts) }, sign, field),
          ]);
        const read = definition.input.parse({ ...amounts, maxTokens: undefined, ...Object.fromEntries(largest) });
        expect.soft({ model, sign, units: countUnits(read) }).toEqual({ model, sign, units: 1 });
        const longest = covers.maxTokens && { ...read, maxTokens: readAmount(covers.maxTokens, amounts) };
        if (longest) expect.soft({ model, units: countUnits(longest) }).toEqual({ model, units: 1 });
      }
    }
  });
});

/** The names that the tool itself has for models, of which the first is the default. */
function listNamedModels({ inputSchema, definition }: RegisteredTool): string[] {
  const { model: { description } = {} } = readProperties(inputSchema);
  const [named = ''] = String(description ?? '').split(':');
  return named.split(', ').filter((name) => listModels(definition.uses).includes(name));
}

/** Undefined for what is refused before it can cost anything, such as a model that its source does not know. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function fill({ amount, unit }: Coverage, sign: string, field: string): unknown {
  if (unit === 'tokens' || unit === 'pages') return amount;
  const size = unit === 'bytes' ? Buffer.byteLength(sign) : sign.length;
  const text = sign.repeat(Math.floor(amount / size));
  return field === 'texts' ? [text.slice(0, 50_000)] : text;
}
