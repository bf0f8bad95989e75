/** The API reference: pages made from the API description, readable and searchable without any script. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { type Html, html } from '../html.ts';
import { renderPage } from '../page.tsx';
import { listFields } from './fields.ts';
import { renderFieldTable, renderMarked, renderOperationList, renderOperationSection } from './operation.ts';
import { listOperations, searchOperations } from './operations.ts';

const QUERY_LENGTH_MAX = 100;

type Tag = ApiDocument['tags'][number];

/** The page that the query asks for: what a search finds (`q`), one group of operations (`group`), or the contents. */
export function renderReferencePage(document: ApiDocument, query: URLSearchParams): string {
  const words = (query.get('q') ?? '').slice(0, QUERY_LENGTH_MAX).trim();
  if (words !== '') return renderSearchPage(document, words);
  const tag = document.tags.find(({ name }) => name === query.get('group'));
  return tag ? renderGroupPage(document, tag) : renderContentsPage(document);
}

function renderContentsPage(document: ApiDocument): string {
  const operations = listOperations(document);
  const groups = document.tags.flatMap((tag) => {
    const members = operations.filter((listed) => listed.tag === tag.name);
    if (members.length === 0) return [];
    return html`
<h2><a href="/docs?group=${tag.name}">${readTitle(tag)}</a></h2>
<p>${readAbout(tag)}</p>
${renderOperationList(members)}`;
  });
  const body = html`
${document.info.description.split('\n\n').map((paragraph) => html`<p>${renderMarked(paragraph)}</p>`)}
<p class="links"><a href="/docs/console">Try it in the browser</a> <a href="/openapi.yaml">OpenAPI</a>
<a href="/agent">Guide for agents</a> <a href="/llms.txt">llms.txt</a></p>
${renderSearchForm('')}
${renderCommon(document)}
${groups}`;
  return renderPage({ title: 'API reference', body, isPublic: true, isWide: true });
}

/** What holds for every operation. */
function renderCommon(document: ApiDocument): Html {
  const { securitySchemes, headers } = document.components;
  const rows = (described: Record<string, object>): Html[] =>
    Object.entries(described).map(
      ([name, about]) =>
        html`<tr><th scope="row"><code>${name}</code></th><td>${'description' in about ? String(about.description) : ''}</td></tr>`,
    );
  return html`
<details><summary>Credentials</summary><div class="scroll"><table>${rows(securitySchemes)}</table></div></details>
<details><summary>Response headers</summary><div class="scroll"><table>${rows(headers)}</table></div></details>
<details><summary>Errors</summary>
<p>Under <code>/api/proxy</code>, <code>/api/v2</code>, <code>/api/account</code>, <code>/api/stripe</code> and
<code>/api/capabilities</code>:</p>
${renderFieldTable(listFields(document.components.schemas.Error, document), 'Field')}
<p>Elsewhere <code>detail</code> says what happened, and <code>code</code> names the case where there are several.</p>
</details>`;
}

function renderGroupPage(document: ApiDocument, tag: Tag): string {
  const members = listOperations(document).filter((listed) => listed.tag === tag.name);
  const body = html`
${renderTrail()}
<p>${readAbout(tag)}</p>
${renderSearchForm('')}
${members.length > 1 ? renderOperationList(members) : ''}
${members.map((listed) => renderOperationSection(listed, document))}`;
  return renderPage({ title: readTitle(tag), body, isPublic: true, isWide: true });
}

function renderSearchPage(document: ApiDocument, words: string): string {
  const found = searchOperations(words, document);
  const count = found.length === 1 ? 'One operation' : `${found.length} operations`;
  const body = html`
${renderTrail()}
${renderSearchForm(words)}
<p>${found.length === 0 ? 'Nothing fits all of these words.' : `${count} with all of these words.`}</p>
${renderOperationList(found)}`;
  return renderPage({ title: 'Search the API reference', body, isWide: true });
}

function renderTrail(): Html {
  return html`<p class="links"><a href="/docs">API reference</a> <a href="/docs/console">Try it in the browser</a></p>`;
}

function renderSearchForm(words: string): Html {
  return html`<form class="search" action="/docs" role="search">
<label for="q">Search</label>
<input id="q" name="q" type="search" maxlength="${QUERY_LENGTH_MAX}" value="${words}" autocomplete="off">
<button type="submit">Search</button>
</form>`;
}

/** A tag's description begins with its title: `Payments. Card deposits: …`. */
function readTitle({ description }: Tag): string {
  return description.split('. ', 1)[0] ?? description;
}

function readAbout(tag: Tag): string {
  return tag.description.slice(readTitle(tag).length).replace(/^\. /, '');
}
