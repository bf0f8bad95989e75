/** `/docs`: the reference of the API as pages. */
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { buildOpenApiDocument } from '../../src/describe/openapi/document.ts';
import { buildApiFacts } from '../../src/http/api-facts.ts';
import { buildCurlLine, listOperations } from '../../src/web/docs/operations.ts';
import { renderReferencePage } from '../../src/web/docs/reference.ts';
import { loadCatalogue } from '../harness/catalogue.ts';

const registry = await loadCatalogue();
const about = { version: '1.0.0', baseUrl: 'https://farebox.example', allowQueryKey: true };
const description = buildOpenApiDocument(registry, buildApiFacts(about, [], registry));
const operations = listOperations(description);
const pageAt = (query: string) => parseHTML(renderReferencePage(description, new URLSearchParams(query))).document;
const linksOf = (query: string): string[] =>
  [...pageAt(query).querySelectorAll('main a[href]')].map((link) => link.getAttribute('href') ?? '');

it('lists every operation, and each link ends at it', () => {
  const links = new Set(linksOf('').filter((href) => href.startsWith('/docs?')));
  for (const { id, tag } of operations) expect(links).toContain(`/docs?group=${tag}#${id}`);
  for (const tag of new Set(operations.map((operation) => operation.tag))) {
    expect(links).toContain(`/docs?group=${tag}`);
    const page = pageAt(`group=${tag}`);
    for (const { id } of operations.filter((operation) => operation.tag === tag)) {
      expect(page.querySelectorAll(`section[id="${id}"]`), id).toHaveLength(1);
    }
  }
});

it('tells of an operation what a caller has to know', () => {
  const section = pageAt('group=proxy').querySelector('#search-ai');
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
    "curl -s https://farebox.example/api/proxy/search-ai -H 'Authorization: Bearer <apiKey>' --json '{",
  ]) {
    expect(text.replace(/\s+/g, ' ')).toContain(part);
  }
  expect(pageAt('group=proxy').querySelector('#weather')?.textContent).toContain('no key needed');
});

it('finds operations by all of the words, in names, texts and fields', () => {
  const found = (query: string): string[] =>
    linksOf(`q=${encodeURIComponent(query)}`)
      .filter((href) => href.includes('#'))
      .map((href) => href.replace(/.*#/, ''));
  expect(found('targetLang')).toEqual(expect.arrayContaining(['translate-premium', 'smart-translate']));
  expect(found('rotate KEY')).toContain('account-rotate-key');
  expect(found('rotate weather')).toEqual([]);
  expect(pageAt('q=nothing-like-it').body.textContent).toContain('Nothing fits');
});

it('needs no script in its content and no other host, and shows what was searched for as text', () => {
  for (const query of ['', 'group=proxy', 'group=nonsense', 'q=%3Cscript%3Ealert(1)%3C/script%3E%22']) {
    const page = pageAt(query);
    expect(page.querySelectorAll('main :is(script, img, iframe), [style], [onclick]').length).toBe(0);
    for (const script of page.querySelectorAll('script')) expect(script.getAttribute('src')).toMatch(/^\/assets\//);
    for (const href of linksOf(query)) expect(href).toMatch(/^[/#]/);
  }
  const field = pageAt('q=%3Cb%3E%22').querySelector('input[name=q]');
  expect(field?.getAttribute('value')).toBe('<b>"');
});

it('shows a command for each operation that a shell can call', () => {
  const lines = operations.map((listed) => buildCurlLine(listed, description));
  expect(lines.filter((line) => line === null).length).toBeLessThan(lines.length / 4);
  for (const line of lines) if (line !== null) expect(line).not.toMatch(/undefined|\[object/);
});
