/** Presets: those of the product, and files that are wrong. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPresets } from '../../../src/kernel/tool/presets.ts';
import { loadCatalogue } from '../../harness/catalogue.ts';

const registry = await loadCatalogue();

describe('the presets of the product', () => {
  it('are those of the specification', () => {
    expect(registry.presets.map(({ id, tools }) => [id, tools])).toEqual([
      ['navigator', ['geocode', 'weather', 'exchange-rate']],
      ['researcher', ['smart-search', 'smart-read', 'smart-llm']],
      ['translator-pro', ['smart-translate', 'smart-llm']],
    ]);
  });

  it('tell how to work with each of their tools', () => {
    for (const { tools, usage } of registry.presets) {
      expect(tools.filter((tool) => !usage.includes(tool))).toEqual([]);
    }
  });
});

describe('a preset file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'presets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const right = { name: 'Guide', description: 'Guides.', tools: ['geocode', 'weather'], usage: 'Use geocode.' };
  const loaded = async (text: string, name = 'guide.json') => {
    await writeFile(join(folder, name), text);
    return loadPresets(folder, registry);
  };

  it('has its id from its name', async () => {
    await writeFile(join(folder, 'notes.txt'), 'not a preset');
    expect(await loaded(JSON.stringify(right))).toEqual([{ id: 'guide', ...right }]);
  });

  it.each([
    [{ ...right, tools: ['geocod'] }, 'names the tool geocod, which does not exist; near: geocode, '],
    [{ ...right, tools: ['account-balance'] }, 'names account-balance, which is not part of the priced catalogue.'],
    [{ ...right, tools: ['weather', 'weather'] }, 'names the tool weather twice.'],
    [{ ...right, tools: [] }, 'is not valid at tools: '],
    [{ ...right, tools: Array(11).fill('weather') }, 'is not valid at tools: '],
    [{ ...right, tools: ['weather', 3] }, 'is not valid at tools.1: '],
    [{ ...right, usage: undefined }, 'is not valid at usage: '],
    [{ ...right, id: 'other' }, 'is not valid: '],
    [[right], 'is not valid: '],
    [{ ...right, steps: [] }, 'is not valid at steps: '],
    [{ ...right, steps: [{ tool: 'translate' }] }, 'is not valid at steps.0: translate is not one of its tools.'],
    [
      { ...right, steps: [{ tool: 'geocode', input: { place: 'x' } }] },
      'is not valid at steps.0: geocode has no field place.',
    ],
    [
      { ...right, steps: [{ tool: 'weather', from: { latitude: { step: 0, path: 'a' } } }] },
      'is not valid at steps.0: it takes a field from a step that is not before it.',
    ],
  ])('is refused as %j', async (preset, sentence) => {
    await expect(loaded(JSON.stringify(preset))).rejects.toThrow(`The preset guide.json ${sentence}`);
  });

  it('is refused when it is no JSON or has an odd name', async () => {
    await expect(loaded('{')).rejects.toThrow('The preset guide.json is not valid JSON.');
    await expect(loaded('{}', 'A guide.json')).rejects.toThrow('The preset A guide.json needs a name of');
  });
});
