/** `/docs`: the reference of the API as pages. */
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { buildOpenApiDocument } from '../../src/describe/openapi/document.ts';
import { selectGroup } from '../../src/describe/openapi/group.ts';
import { buildApiInfo } from '../../src/http/documents/api-documents.ts';
import type { Language } from '../../src/locales/language.ts';
import { listClients } from '../../src/web/clients.ts';
import { buildGuide } from '../../src/web/docs/guides/build.ts';
import { guides } from '../../src/web/docs/guides/guides.ts';
import type { Section } from '../../src/web/docs/guides/types.ts';
import { renderManualPage } from '../../src/web/docs/manual.tsx';
import { listManual } from '../../src/web/docs/manual-files.ts';
import { buildExampleCall, listOperations } from '../../src/web/docs/operations.ts';
import { toOperationPath } from '../../src/web/docs/paths.ts';
import { renderReferencePage } from '../../src/web/docs/reference.tsx';
import { buildSearchIndex, type SearchEntry, type SearchIndex, searchIndex } from '../../src/web/docs/search.ts';
import { buildHttpSnippets } from '../../src/web/snippets.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { filesBelow } from '../harness/sources.ts';

const registry = await loadCatalogue();
const about = { version: '1.0.0', baseUrl: 'https://farebox.example', allowQueryKey: true };
const description = buildOpenApiDocument(registry, buildApiInfo(about, [], registry));
const operations = listOperations(description);
const indexes = new Map<Language, SearchIndex>();
async function find(text: string, language: Language): Promise<SearchEntry[]> {
  const index = indexes.get(language) ?? (await buildSearchIndex(registry, description, language));
  indexes.set(language, index);
  return searchIndex(index, text);
}
const pageAt = async (text: string, language: Language = 'en') => {
  const query = new URLSearchParams(text);
  const search = (words: string) => find(words, language);
  return parseHTML(await renderReferencePage({ api: description, query, language, search })).document;
};
const linksOf = async (query: string): Promise<string[]> =>
  [...(await pageAt(query)).querySelectorAll('article a[href]')].map((link) => link.getAttribute('href') ?? '');

it('lists every operation, and each link ends at it', async () => {
  const groups = new Set((await linksOf('')).filter((href) => href.startsWith('/docs/api/')));
  for (const tag of new Set(operations.map((operation) => operation.tag))) {
    expect(groups).toContain(`/docs/api/${tag}`);
    const ofTag = operations.filter((operation) => operation.tag === tag);
    const links = await linksOf(`group=${tag}`);
    if (ofTag.length > 1)
      expect(links).toEqual(expect.arrayContaining(ofTag.map((listed) => toOperationPath(listed, true))));
  }
  for (const { id } of operations)
    expect((await pageAt(`operation=${id}`)).querySelectorAll(`section[id="${id}"]`), id).toHaveLength(1);
});

it.each(['ja', 'zh'] as const)(
  'an operation of each group has nothing in English on a page in %s',
  async (language) => {
    const samples = new Map(operations.map(({ tag, id }) => [tag, id]));
    const english: string[] = [];
    for (const id of samples.values()) {
      const page = await pageAt(`operation=${id}`, language);
      const parts = page.querySelectorAll('section.operation [lang="en"]');
      english.push(...[...parts].map(({ textContent }) => `${id}: ${textContent}`));
    }
    expect(english).toEqual([]);
  },
);

it('puts guides first and what operators do last', async () => {
  const contents = [...(await pageAt('')).querySelectorAll('nav#contents a')].map(
    (link) => link.getAttribute('href') ?? '',
  );
  const at = (href: string): number => contents.indexOf(href);
  expect(contents.slice(0, 3)).toEqual(['/docs', '/docs/first-call', '/docs/mcp']);
  expect(at('/docs/newsroom')).toBeLessThan(at('/docs/api/proxy'));
  expect(contents.slice(-3)).toEqual(['/docs/api/admin', '/docs/api/internal', '/docs/api/operation']);
});

it('serves every document of the manual, and each of its links leads to a page', async () => {
  const files = filesBelow('docs').filter((file) => file.endsWith('.md'));
  expect(listManual().map(({ name }) => `docs/${name}`)).toEqual(files);
  const names = new Set(listManual().map(({ name }) => name));
  for (const document of listManual()) {
    const page = parseHTML(await renderManualPage(document, description, 'ja')).document;
    expect(page.querySelector('h1')?.textContent).toBe(document.title);
    expect(page.querySelector('article')?.getAttribute('lang')).toBe('en');
    const links = [...page.querySelectorAll('.manual a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.filter((href) => !/^(?:https?:|\/|#)/.test(href) && !names.has(href.replace(/#.*/, '')))).toEqual([]);
    const ids = new Set([...page.querySelectorAll('[id]')].map(({ id }) => `#${id}`));
    expect(links.filter((href) => href.startsWith('#') && !ids.has(href))).toEqual([]);
  }
});

it('tells of an operation what a caller has to know', async () => {
  const section = (await pageAt('operation=search-ai')).querySelector('#search-ai');
  const text = section?.textContent ?? '';
  for (const part of [
    'POST /api/proxy/search-ai',
    'Price: 0.002 USD (2 WT)',
    'API key',
    'query *',
    'basic | advanced',
    'Idempotency-Key',
    'X-Max-Price',
    'results[].title',
    'receipt.callId',
    'INSUFFICIENT_BALANCE',
    "curl -s https://farebox.example/api/proxy/search-ai \\ -H 'Authorization: Bearer <apiKey>'",
    "const reply = await fetch('https://farebox.example/api/proxy/search-ai', {",
    'urllib.request.Request( "https://farebox.example/api/proxy/search-ai",',
    '"query": "What is the Model Context Protocol?"',
  ]) {
    expect(text.replace(/\s+/g, ' ')).toContain(part);
  }
  expect((await pageAt('operation=weather')).querySelector('#weather')?.textContent).toContain('No key needed');
});

it('finds operations by all of the words, in names, texts and fields', async () => {
  const found = async (query: string): Promise<string[]> => (await find(query, 'en')).map(({ href }) => href);
  expect(await found('targetLang')).toEqual(
    expect.arrayContaining(['/docs/api/proxy/translate-premium', '/docs/api/smart/smart-translate']),
  );
  expect(await found('rotate KEY')).toContain('/docs/api/account/account-rotate-key');
  expect((await pageAt('q=xyzzy-like-it')).body.textContent).toContain('No results for');
});

it.each([
  ['en', 'idempotency', '/docs/idempotency'],
  ['en', 'refund', '/docs/money'],
  ['en', 'gpt', '/tools/'],
  ['en', 'kill -9', '/docs/reliability.md'],
  ['en', 'pricing', '/pricing'],
  ['ja', '翻訳', '/tools/translate'],
  ['ja', 'ダッシュボード', '/dashboard'],
  ['ja', 'レシートの検証', '/docs/receipts'],
  ['ja', 'バックアップ', '/docs/operating.md'],
  ['zh', '退款', '/docs/money'],
  ['zh', '翻译', '/tools/translate'],
  ['zh', '沙箱', '/docs/sandbox'],
  ['zh', '调用记录', '/dashboard/calls'],
] as const)('finds in %s by “%s” what is at %s', async (language, query, href) => {
  const results = await find(query, language);
  expect(results.slice(0, 5).map((one) => one.href)).toContainEqual(expect.stringContaining(href));
});

it('leads from each result to a heading that is there', async () => {
  const manual = new Map(listManual().map((document) => [`/docs/${document.name}`, document]));
  const results = (await Promise.all(['server', 'key', 'charge', 'email'].map((text) => find(text, 'en')))).flat();
  for (const { href } of results.filter((one) => one.kind === 'manual' && one.href.includes('#'))) {
    const [path = '', id = ''] = href.split('#');
    const document = manual.get(path);
    if (!document) throw new Error(`${href} leads nowhere`);
    const page = parseHTML(await renderManualPage(document, description, 'en')).document;
    expect(page.getElementById(id)?.tagName, href).toMatch(/^H[23]$/);
  }
});

it('has the way to the page before and after, and the headings of the page', async () => {
  const page = await pageAt('group=smart');
  const neighbors = [...page.querySelectorAll('.neighbors a')].map((link) => link.getAttribute('href'));
  expect(neighbors).toEqual(['/docs/api/proxy', '/docs/api/concierge']);
  const [document] = listManual().filter(({ name }) => name === 'operating.md');
  if (!document) throw new Error('No docs/operating.md');
  const manual = parseHTML(await renderManualPage(document, description, 'ja')).document;
  expect(manual.querySelector('nav a[aria-current]')?.textContent).toBe('運用');
  for (const link of manual.querySelectorAll('.on-page a'))
    expect(manual.getElementById((link.getAttribute('href') ?? '').slice(1))?.tagName).toBe('H2');
});

it('needs no script in its content and no other host, and shows what was searched for as text', async () => {
  for (const query of [
    '',
    'group=proxy',
    'operation=search-ai',
    'group=nonsense',
    'q=%3Cscript%3Ealert(1)%3C/script%3E%22',
  ]) {
    const page = await pageAt(query);
    expect(page.querySelectorAll('main :is(script, img, iframe), [style], [onclick]').length).toBe(0);
    for (const script of page.querySelectorAll('script')) expect(script.getAttribute('src')).toMatch(/^\/assets\//);
    for (const href of await linksOf(query)) expect(href).toMatch(/^[/#]/);
  }
  const field = (await pageAt('q=%3Cb%3E%22')).querySelector('main input[name=q]');
  expect(field?.getAttribute('value')).toBe('<b>"');
});

it('shows the same request from a shell, JavaScript and Python for each operation that is called by hand', () => {
  const calls = operations.map((listed) => buildExampleCall(listed, description));
  expect(calls.filter((call) => call === null).length).toBeLessThan(calls.length / 4);
  for (const call of calls.filter((call) => call !== null)) {
    const snippets = buildHttpSnippets(call);
    expect(snippets.map(({ name }) => name)).toEqual(['curl', 'JavaScript', 'Python']);
    for (const { code } of snippets) expect(code).not.toMatch(/undefined|\[object|null/);
  }
});

it('describes one group of operations without the others', () => {
  const whole = JSON.stringify(description).length;
  for (const { name } of description.tags) {
    const group = selectGroup(description, name);
    const text = JSON.stringify(group);
    expect(text.length, name).toBeLessThan(whole / 2);
    for (const [, reference = ''] of text.matchAll(/"#\/components\/\w+\/([^"]+)"/g))
      expect(text, `${name} needs ${reference}`).toContain(`${JSON.stringify(reference)}:`);
    expect(group && Object.keys(group.paths).length, name).toBe(
      Object.values(description.paths).filter((item) => Object.values(item).some(({ tags }) => tags[0] === name))
        .length,
    );
  }
  expect(selectGroup(description, 'nonsense')).toBeNull();
});

it('leads in its guides to routes and pages that there are', () => {
  const facts = {
    version: '1.0.0',
    baseUrl: 'https://farebox.example',
    welcomeMicros: 250_000,
    depositAmounts: [5, 10],
  };
  const { paths } = description;
  const routes = Object.keys(paths).map((path) => new RegExp(`^${path.replace(/\{[^{}]+\}/g, '[^/]+')}$`));
  const pages = new Set(['/tools', '/docs', ...guides.map(({ id }) => `/docs/${id}`)]);
  for (const guide of guides) {
    const props = { registry, facts: { ...facts, operatorContact: '', contentSignal: '' } };
    const { sections } = buildGuide(guide, props, 'en');
    const text = sections
      .flatMap(({ text, items = [], code = '', snippets = [] }) => [
        ...text,
        ...items,
        code,
        ...snippets.map((one) => one.code),
      ])
      .join('\n');
    const targets = [
      ...[...text.matchAll(/`(?:GET|POST|PUT|DELETE) (\/[^`?]+)`/g)].map(([, path = '']) => path),
      ...[...text.matchAll(/farebox\.example(\/(?:api|auth|v1|billing|\.well-routes)[^\s'"`)?\\]*)/g)].map(
        ([, path = '']) => path,
      ),
    ];
    for (const path of targets.filter((path) => !path.includes('<')))
      expect(
        routes.some((one) => one.test(path)),
        `${guide.id}: ${path}`,
      ).toBe(true);
    for (const { url } of sections.flatMap(({ links = [] }) => links)) expect(pages, guide.id).toContain(url);
  }
});

it('says the same in each language: section by section, with the same code', () => {
  const { version, baseUrl } = about;
  const amounts = [5, 10, 25, 50];
  const facts = {
    version,
    baseUrl,
    welcomeMicros: 250_000,
    depositAmounts: amounts,
    operatorContact: '',
    contentSignal: '',
  };
  const wordsOf = ({ title, text, items = [], links = [] }: Section) => [
    ...[title, ...text, ...items],
    ...links.flatMap((link) => [link.title, link.note]),
  ];
  const codeIn = (section: Section) =>
    wordsOf(section)
      .flatMap((line) => line.match(/`[^`]+`/g) ?? [])
      .sort();
  const restOf = ({ code, snippets, answer, links = [] }: Section) => [
    code,
    snippets,
    answer,
    links.map(({ url }) => url),
  ];
  const programs = listClients('').map(({ title }) => title);
  for (const language of ['ja', 'zh']) {
    const untouched: string[] = [];
    for (const guide of guides) {
      const english = buildGuide(guide, { registry, facts }, 'en').sections;
      const { about: lead, sections } = buildGuide(guide, { registry, facts }, language);
      expect(lead, guide.id).toMatch(/[\u3040-\u9fff]/);
      expect(sections.length, guide.id).toBe(english.length);
      sections.forEach((section, index) => {
        const original = english[index];
        if (!original) throw new Error(`${guide.id} has another section`);
        const told = `${language} ${guide.id}: ${original.title}`;
        expect(restOf(section), told).toEqual(restOf(original));
        expect(wordsOf(section).length, told).toBe(wordsOf(original).length);
        expect(codeIn(section), told).toEqual(codeIn(original));
        if (section.title === original.title && !/[\u3040-\u9fff]/.test(section.text.join('')))
          untouched.push(section.title);
      });
    }
    // Names of programs stay what they are.
    expect(untouched.filter((title) => !programs.includes(title))).toEqual([]);
  }
});
