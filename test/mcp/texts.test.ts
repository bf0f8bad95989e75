/** Whatever a model reads of the product: it knows tools and money, and nothing of how they are served. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue as errorCatalogue } from '../../src/kernel/errors/catalogue.ts';
import { type ErrorCode, FareboxError } from '../../src/kernel/errors/errors.ts';
import { type JsonSchema, readProperties } from '../../src/kernel/tool/json-schema.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { isRecord } from '../../src/lib/record.ts';
import { buildErrorContent } from '../../src/mcp/calls/error-content.ts';
import { isVisibleTool } from '../../src/mcp/search/visibility.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { ask, RICH_KEY, startWorld, type World } from './a-world.ts';

/** What belongs to the wire, to REST, to bookkeeping or to the builders of the product. */
const FOREIGN =
  /_meta|\bWTs?\b|\/api\/|\/auth\/|\/oauth\/|\.well-known|\b(GET|POST|PUT|PATCH|DELETE) \/|\bREST\b|concierge|as in smart|multipart|your own engine|directly by its name/i;

let registry: Registry;
let world: World;
beforeAll(async () => {
  registry = await loadCatalogue();
  world = await startWorld({ registry });
});
afterAll(() => world.close());

const readInstructions = async (path: string): Promise<string> => {
  const { json } = await ask(world, path, path.startsWith('/mcp/proxy') ? RICH_KEY : undefined, 'server/discover');
  return json.result.instructions;
};

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : [];
}

const isUpToThree = (count: number): boolean => count <= 3;

/** Fields of an answer, nested ones included, whose description is missing or shorter than three words. */
function listUndescribed(schema: JsonSchema): string[] {
  const own = Object.entries(readProperties(schema)).flatMap(([name, field]) => {
    const isDescribed = typeof field.description === 'string' && field.description.split(' ').length >= 3;
    return [...(isDescribed ? [] : [name]), ...listUndescribed(field).map((inner) => `${name}.${inner}`)];
  });
  return isRecord(schema.items) ? [...own, ...listUndescribed(schema.items)] : own;
}

describe('what a model reads', () => {
  it('of each tool, described whole', async () => {
    for (const { name } of registry.tools.filter(isVisibleTool)) {
      const { json } = await ask(world, '/mcp/free', undefined, 'tools/call', {
        name: 'describe_tool',
        arguments: { name },
      });
      expect([name, listTexts(json.result.structuredContent).filter((text) => FOREIGN.test(text))]).toEqual([name, []]);
    }
  });

  it('of each gateway tool: at most three sentences, and every field of its answer', () => {
    for (const tool of registry.tools.filter(({ toolset }) => toolset.errors !== 'newsroom')) {
      const { name, description, outputSchema } = tool;
      expect([name, description.split(/(?<=[.?!]) (?=[A-Z])/).length]).toEqual([name, expect.toSatisfy(isUpToThree)]);
      expect([name, ...listUndescribed(outputSchema)]).toEqual([name]);
    }
  });

  it.each(['/mcp/free', '/mcp/proxy', '/mcp/proxy/x/all', '/mcp/debug/someone'])('in the list of %s', async (path) => {
    const key = path.startsWith('/mcp/proxy') ? RICH_KEY : undefined;
    const { json } = await ask(world, path, key, 'tools/list');
    expect(json.result.tools.length).toBeGreaterThan(3);
    const texts = json.result.tools.flatMap(({ _meta, ...tool }: Record<string, unknown>) => listTexts(tool));
    expect(texts.filter((text: string) => FOREIGN.test(text))).toEqual([]);
  });

  it('in the errors', () => {
    const codes = Object.keys(errorCatalogue).filter((code): code is ErrorCode => code in errorCatalogue);
    const limited = buildErrorContent(new FareboxError('RATE_LIMITED', { retryAfterSeconds: 12.2 }));
    expect(limited.text).toMatch(
      /^RATE_LIMITED: Too many requests\. Wait 13 seconds, then call again\. A retry can help\./,
    );
    for (const code of codes) expect(buildErrorContent(new FareboxError(code)).text).not.toMatch(FOREIGN);
  });
});

describe('instructions', () => {
  it('say in their first line what each server and each toolset can do', async () => {
    const groups = [...new Set(registry.tools.filter(isVisibleTool).map(({ toolsetName }) => toolsetName))];
    const paths = ['/mcp/free', '/mcp/proxy', '/mcp/debug/someone', '/mcp/proxy/x/all', '/mcp/proxy/x/audio'];
    const texts = await Promise.all(
      [...paths, ...groups.map((group) => `/mcp/proxy/x/${group}`)].map(readInstructions),
    );
    const lines = texts.map((text) => text.split('\n', 1)[0]);
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) expect(line).toMatch(/^Farebox.{20,400}$/);
    for (const text of texts) expect(text).not.toMatch(FOREIGN);
    expect(lines[1]).toContain('web search');
  });

  it('name no tool that the list of their server lacks', async () => {
    for (const path of ['/mcp/free', '/mcp/proxy', '/mcp/debug/someone', '/mcp/proxy/x/smart', '/mcp/proxy/x/all']) {
      const { json } = await ask(world, path, path.startsWith('/mcp/proxy') ? RICH_KEY : undefined, 'tools/list');
      const listed = json.result.tools.map(({ name }: { name: string }) => name);
      const named = (await readInstructions(path)).match(/\b([a-z]+_(tools?|bug|fix(es)?)|account-\w+)\b/g) ?? [];
      expect(named.filter((name) => !listed.includes(name))).toEqual([]);
    }
  });
});
