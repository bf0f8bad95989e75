/** Texts of pages: the same names and values in each language, all of them used, and a language is nothing but a folder. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildOpenApiDocument } from '../src/describe/openapi/document.ts';
import { buildApiInfo } from '../src/http/documents/api-documents.ts';
import { catalogue } from '../src/kernel/errors/catalogue.ts';
import { reasons as reasonCatalogue } from '../src/kernel/errors/reasons.ts';
import { parseGuide } from '../src/locales/guides.ts';
import { languages as allLanguages, openTexts } from '../src/locales/texts.ts';
import { formatWait } from '../src/web/texts/waits.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { filesBelow, root, textOf } from './harness/sources.ts';

const FOLDER = join(root, 'src/locales');
/** English has these in the catalogue of errors, in the tools and in their toolsets. */
const ELSEWHERE = new Set([
  'docs-abouts.json',
  'docs-manual.json',
  'docs-sections.json',
  'fields.json',
  'error-codes.json',
  'error-reasons.json',
  'tools.json',
]);

const listFiles = (language: string, ending: string): string[] =>
  readdirSync(join(FOLDER, language))
    .filter((file) => file.endsWith(ending))
    .sort();
const areas = listFiles('en', '.json');
const guides = listFiles('en/guides', '.md');
const languages = allLanguages.filter((language) => language !== 'en');
const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8'));

/** Text by its path. */
function listTexts(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(members.flatMap(([name, member]) => [...listTexts(member, path === '' ? name : `${path}.${name}`)]));
}

/** `{name}`, also of plurals. */
const listPlaces = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[},])/g)].map(([, name = '']) => name))].sort();

it.each(allLanguages.flatMap((language) => guides.map((guide) => `${language}/guides/${guide}`)))(
  '%s has a title, a summary and sections with texts',
  (file) => {
    const { title, about, parts } = parseGuide(textOf(join('src/locales', file)));
    expect([title, about].filter((text) => text === '' || text === 'undefined')).toEqual([]);
    expect(parts.length).toBeGreaterThan(0);
    for (const { text, items, links, samples } of parts)
      expect(text.length + items.length + links.length + samples.length).toBeGreaterThan(0);
  },
);

describe.each(languages)('the texts in %s', (language) => {
  it('have the areas of English', () => {
    expect(listFiles(language, '.json').filter((file) => !ELSEWHERE.has(file))).toEqual(areas);
    expect(listFiles(`${language}/guides`, '.md')).toEqual(guides);
  });

  it.each(areas)('%s has the same names, each with the same values', (area) => {
    const [english, own] = [listTexts(read('en', area)), listTexts(read(language, area))];
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of english) expect.soft(listPlaces(own.get(path) ?? ''), path).toEqual(listPlaces(text));
    for (const [path, text] of own) expect.soft(text.trim(), path).not.toBe('');
  });
});

it('no page gives another meaning to a text that all of its kind share', () => {
  const clashes = (shared: string, file: string): string[] =>
    ['en', ...languages].flatMap((language) => {
      const common = listTexts(read(language, `${shared}.json`));
      return [...listTexts(read(language, file))].flatMap(([name, text]) =>
        common.has(name) && common.get(name) !== text ? [`${language} ${file} ${name}`] : [],
      );
    });
  const ofApp = areas.filter((area) => area.startsWith('app-'));
  const found = [
    ...[...ofApp, 'app.json', 'admin.json', 'admin-newsroom.json'].flatMap((area) => clashes('workspace', area)),
    ...ofApp.flatMap((area) => clashes('app', area)),
    ...clashes('admin', 'admin-newsroom.json'),
    ...clashes('app-lints', 'app-campaigns.json'),
    ...['app-campaigns.json', 'admin-newsroom.json', 'admin.json'].flatMap((area) => clashes('mail-states', area)),
    ...['app-media.json', 'admin-newsroom.json', 'admin.json'].flatMap((area) => clashes('newsroom-names', area)),
  ];
  expect(found).toEqual([]);
});

it('no text is unused', () => {
  const code = filesBelow('src')
    .filter((file) => /\.tsx?$/.test(file))
    .map(textOf)
    .join('\n');
  const words = new Set(code.match(/\w+/g));
  const ofServer = new Set(['mail-states.json', 'newsroom-names.json', 'app-lints.json', 'language.json']);
  const unused = areas
    .filter((area) => !ofServer.has(area))
    .flatMap((area) => Object.keys(Object(read('en', area))).map((name) => [area, name] as const))
    .filter(([, name]) => !words.has(name) && !words.has(name.split('_')[0] ?? ''));
  expect(unused).toEqual([]);
});

it.each(languages)('errors, reasons and tools have texts in %s', async (language) => {
  const codes = listTexts(read(language, 'error-codes.json'));
  expect(Object.keys(catalogue).filter((code) => !codes.has(code))).toEqual([]);
  const reasons = listTexts(read(language, 'error-reasons.json'));
  const shared = ['no_provider', 'account_suspended'];
  expect(Object.keys(reasonCatalogue).filter((code) => !reasons.has(code) && !shared.includes(code))).toEqual([]);
  const described = Object.keys(Object(read(language, 'tools.json')));
  const { tools } = await loadCatalogue();
  expect(tools.map(({ name }) => name).filter((name) => !described.includes(name))).toEqual([]);
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function listDescriptions(value: unknown): string[] {
  if (!isObject(value)) return [];
  const { description } = Object(value);
  const own = typeof description === 'string' && description !== '' ? [description] : [];
  return [...own, ...Object.values(value).flatMap(listDescriptions)];
}

it.each(languages)(
  'fields of tools and sections of the reference are described in %s, and no text is left over',
  async (language) => {
    const rows = Object.keys(Object(read(language, 'fields.json')));
    const registry = await loadCatalogue();
    const described = registry.tools.flatMap(({ inputSchema, outputSchema }) =>
      listDescriptions([inputSchema, outputSchema]),
    );
    expect([...new Set(described)].filter((text) => !rows.includes(text))).toEqual([]);
    const info = buildApiInfo(
      { version: '1.0.0', baseUrl: 'https://farebox.example', allowQueryKey: true },
      [],
      registry,
    );
    const known = new Set([...described, ...listDescriptions(buildOpenApiDocument(registry, info))]);
    expect(rows.filter((text) => !known.has(text))).toEqual([]);
    const sections = Object.keys(Object(read(language, 'docs-abouts.json')));
    expect([...registry.toolsets.keys()].filter((name) => !sections.includes(name))).toEqual([]);
  },
);

it.each([
  ['en', '37 minutes'],
  ['ja', '37分'],
  ['zh', '37 分钟'],
])('a wait in %s is %s', (language, text) => {
  expect(formatWait(2_200, language)).toBe(text);
});

describe('another language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'));
  cpSync(FOLDER, folder, { recursive: true });
  cpSync(join(FOLDER, 'en'), join(folder, 'fr'), { recursive: true });
  writeFileSync(join(folder, 'fr', 'language.json'), '{"name": "Français"}');
  writeFileSync(join(folder, 'fr', 'shell.json'), '{"signIn": "Connexion"}');
  rmSync(join(folder, 'fr', 'terms.json'));
  const { languages: found, texts, nameLanguage } = openTexts(folder);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is a folder, and stands in the menu', () => {
    expect(found).toEqual(['en', 'fr', 'ja', 'zh']);
    expect(nameLanguage('fr')).toBe('Français');
  });

  it('falls back to English where it lacks a text or a whole area', () => {
    const shell = texts('shell', 'fr');
    expect(shell).toMatchObject({ signIn: 'Connexion', dashboard: texts('shell', 'en').dashboard });
    expect(texts('terms', 'fr')).toEqual(texts('terms', 'en'));
  });
});
