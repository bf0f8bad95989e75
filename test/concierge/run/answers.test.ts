/** What the concierge says of each tool's answer, in each language, from the answer alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../src/concierge/run/answers/shapes.ts';
import { addsNothing } from '../../../src/concierge/run/facts.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';
import { type ConciergeWorld, openConciergeWorld } from './world.ts';

const { tools } = await loadCatalogue();
const sold = tools.filter(({ toolset: { layer } }) => layer === 1 || layer === 2);
const languages = ['en', 'ja', 'zh'] as const;

let world: ConciergeWorld;
beforeAll(async () => {
  world = await openConciergeWorld('sqlite');
});
afterAll(() => world.stop());

describe.each(sold.map((tool) => [tool.name, tool] as const))('%s', (name, { definition }) => {
  it('is told in each language, with nothing that it has not answered', async () => {
    const principal = await world.payer(1_000_000);
    const [input] = definition.examples;
    for (const language of languages) {
      const answer = await world.smart({ tools: [{ tool: name, input }], language }, principal);
      expect(answer.status).toBe(200);
      const response = String(answer.response);
      process.stdout.write(`${name} ${language}: ${response.slice(0, 150).replaceAll('\n', '⏎')}\n`);
      expect(response).not.toMatch(new RegExp(`^${name} (answered with|の結果|的结果)`));
      expect(response).not.toMatch(/undefined|null|NaN|\[object/);
      expect(
        addsNothing(response, `${JSON.stringify(answer.results)} ${JSON.stringify(input)} ${derived(response)}`),
      ).toBe(true);
      expect(JSON.stringify(answer.verification)).not.toContain('"ok":false');
    }
  });
});

/** Words of the sentences themselves, and figures that they round or count: kilometres, minutes, hits, dimensions. */
function derived(response: string): string {
  const words = 'Now Today News Sources From It The There ニュース タイムゾーン ファイル ベクトル レート';
  return `${words} ${(response.match(/[\d.]+(?= ?(km|m\b|minutes|分|more|vectors?|件|个|分钟|時間))/g) ?? []).join(' ')}`;
}

describe('what no family knows', () => {
  it('is told by the names of its members', () => {
    const told = { tool: 'new-tool', input: {}, output: { colour: 'red', size: 5 } };
    expect(sentenceOf(told, 'en')).toBe('new-tool answered with colour, size.');
    expect(sentenceOf(told, 'ja')).toContain('colour, size');
    expect(sentenceOf(told, 'zh')).toContain('colour, size');
  });
});
