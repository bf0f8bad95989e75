/** The concierge knows tools only by their definitions, and none of its training messages. */
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../harness/catalogue.ts';
import { filesBelow, parseSource, resolveImport, type Source } from '../harness/sources.ts';

const TRAINING = 'test/concierge/training/';
const sources = [...filesBelow('src'), ...filesBelow('tools')]
  .filter((file) => file.endsWith('.ts'))
  .map((file) => parseSource(file));
const registry = await loadCatalogue();
const routable = registry.tools.filter(({ definition }) => definition.lexicon).map(({ name }) => name);

/** Names that are no English words, wherever they stand; the others where they are a whole text or key. */
function toolNamesIn({ file, text, nodes }: Source): string[] {
  const written = routable.filter(
    (name) => name.includes('-') && new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text),
  );
  const whole = nodes.flatMap(({ type, value, name }) => {
    const said = type === 'Literal' ? value : type === 'Identifier' ? name : undefined;
    return routable.filter((tool) => tool === said);
  });
  return [...written, ...whole].map((name) => `${file}: ${name}`);
}

describe('the concierge', () => {
  it('names no tool: it knows each by its lexicon', () => {
    const own = sources.filter(({ file }) => file.startsWith('src/concierge/'));
    expect(own.length).toBeGreaterThan(50);
    expect(own.flatMap(toolNamesIn)).toEqual([]);
    expect(toolNamesIn(parseSource('x.ts', "const a = ['weather', 'smart-geo-like'];\n// exchange-rate"))).toHaveLength(
      2,
    );
  });

  it('is not served with what it was trained with', () => {
    const served = sources.filter(({ file }) => !file.startsWith(TRAINING));
    const imports = served.flatMap(({ file, imports: all }) =>
      all.map(({ specifier }) => [file, resolveImport(file, specifier)]),
    );
    expect(imports.filter(([, target]) => target?.startsWith(TRAINING))).toEqual([]);
  });

  it('has one usual tool for each task, and names nothing that no tool does', () => {
    const lexicons = registry.tools.flatMap(({ name, definition: { lexicon } }) =>
      lexicon ? [{ name, ...lexicon }] : [],
    );
    const usual = lexicons.flatMap(({ task, isVariant }) => (task === undefined || isVariant ? [] : [task]));
    expect([...usual].sort()).toEqual([...new Set(usual)].sort());
    const variants = lexicons.filter(({ isVariant }) => isVariant);
    expect(variants.filter(({ task, marks }) => task === undefined || !usual.includes(task) || !marks)).toEqual([]);
  });
});
